import type { StringMap } from "../../converter/converter.ts";
import type { Side } from "../../converter/side.ts";
import { stashFor } from "../../converter/stash/stash.ts";
import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { RuleData } from "../language/rule.ts";
import { resolveAddress } from "../place/addressed-value.ts";
import { locateRule } from "../place/locate-rule.ts";
import { type AddressedEntry, entryTree, readStoredEntries } from "../stash/entry-tree.ts";
import { restore } from "../stash/restore.ts";
import type { ResolvedLens } from "./resolved-lens.ts";

/** A preserved value, with its annotation and its rule. */
export interface AnnotatedEntry {
  readonly annotation: string;
  /** The path of the value, as the annotation has it. */
  readonly address: string;
  readonly parsed: AddressedEntry;
  /** The rule that claims the path; undefined if none does. */
  readonly rule: RuleData | undefined;
}

/** What became of a value that had been preserved before the conversion. */
export interface ExplainedEntry extends AnnotatedEntry {
  readonly outcome: "applied" | "merged" | "dropped" | "unchanged" | "held back";
  readonly why: string;
}

/** The values preserved for one version in an object's annotations. */
export function preservedEntriesFor(
  lens: ResolvedLens,
  side: Side,
  annotations: StringMap,
): readonly AnnotatedEntry[] {
  const stash = stashFor(lens.group, lens.sides[side].version);
  return Object.entries(annotations).flatMap(([annotation, text]) =>
    readStoredEntries(stash.read({ [annotation]: text }).entries).parsed.map((parsed) => ({
      annotation,
      address: parsed.text,
      parsed,
      rule: locateRule(lens.lens, side, parsed.address.steps).rule?.data,
    })),
  );
}

/** The results of a conversion with and without preserved values. */
interface Results {
  readonly plain: JsonObject;
  readonly result: JsonObject;
  /** The preserved values that are still in the result's annotations: they are held back. */
  readonly staying: readonly AnnotatedEntry[];
}

/**
 * What became of each value preserved for the target version. Derived from the result, and from the effect that the value has by
 * itself.
 */
export function explainedEntries(
  lens: ResolvedLens,
  side: Side,
  entries: readonly AnnotatedEntry[],
  results: Results,
): readonly ExplainedEntry[] {
  const fingerprints = entries.flatMap(({ parsed }) =>
    parsed.address.part === "fingerprints" ? [parsed] : [],
  );
  return entries
    .filter(({ parsed }) => parsed.address.part !== "fingerprints")
    .map((entry) => ({ ...entry, ...outcomeOf(lens, side, entry, fingerprints, results) }));
}

function outcomeOf(
  lens: ResolvedLens,
  side: Side,
  { annotation, address, parsed }: AnnotatedEntry,
  fingerprints: readonly AddressedEntry[],
  { plain, result, staying }: Results,
): Pick<ExplainedEntry, "outcome" | "why"> {
  const { keySchema, version } = lens.sides[side];
  if (staying.some((entry) => entry.annotation === annotation && entry.address === address)) {
    return {
      outcome: "held back",
      why: `with this value the object would not be valid at ${version}`,
    };
  }
  const alone = restore(
    { image: plain, defaulted: plain },
    entryTree([...fingerprints, parsed]),
    keySchema,
  );
  if (equal(alone, plain)) return withoutEffect(parsed, plain);
  if (isApplied(parsed, alone, plain, result))
    return { outcome: "applied", why: "no value that it depends on was edited" };
  const { steps } = parsed.address;
  if (equal(resolveAddress(plain, steps), resolveAddress(result, steps))) {
    return { outcome: "dropped", why: "the object was edited since the value was preserved" };
  }
  return {
    outcome: "merged",
    why: "the edited value was merged with what still fits of the preserved one",
  };
}

function withoutEffect(
  { address, entry }: AddressedEntry,
  plain: JsonObject,
): Pick<ExplainedEntry, "outcome" | "why"> {
  const [value] = entry;
  const current = resolveAddress(plain, address.steps);
  const isEqual = value === undefined ? current === undefined : equal(current, value);
  return isEqual
    ? {
        outcome: "unchanged",
        why:
          value === undefined ? "the field is already absent" : "the object already has this value",
      }
    : { outcome: "dropped", why: "its parent no longer exists" };
}

function isApplied(
  { address, entry }: AddressedEntry,
  alone: JsonObject,
  plain: JsonObject,
  result: JsonObject,
): boolean {
  const hasIndex = address.steps.some(({ type }) => type === "index");
  if (hasIndex || address.part !== "value") return includesChanges(plain, alone, result);
  return equal(resolveAddress(result, address.steps), entry[0]);
}

/** True if the result has every change that the preserved value makes by itself. */
function includesChanges(
  plain: JsonValue | undefined,
  alone: JsonValue | undefined,
  result: JsonValue | undefined,
): boolean {
  if (equal(plain, alone)) return true;
  if (isObject(plain) && isObject(alone) && isObject(result)) {
    const keys = new Set([...Object.keys(plain), ...Object.keys(alone)]);
    return [...keys].every((key) =>
      includesChanges(member(plain, key), member(alone, key), member(result, key)),
    );
  }
  if (!isArray(alone) || !isArray(result)) return equal(alone, result);
  if (isArray(plain) && plain.length === alone.length && alone.length === result.length) {
    return alone.every((item, index) => includesChanges(plain[index], item, result[index]));
  }
  const before = isArray(plain) ? plain : [];
  return alone.every((item) => includesItem(before, item) || includesItem(result, item));
}

function includesItem(list: readonly JsonValue[], item: JsonValue): boolean {
  return list.some((other) => equal(other, item));
}
