import type { StringMap } from "../../converter/converter.ts";
import { stashFor } from "../../converter/stash/stash.ts";
import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import { resolve } from "../place/address.ts";
import { locate } from "../place/locate.ts";
import { type AddressedEntry, entryTree, readStored } from "../stash/entry-tree.ts";
import { restore } from "../stash/restore.ts";
import type { ResolvedLens } from "./resolved-lens.ts";

/** An entry of the stash with the annotation that it stands in. */
export interface AnnotatedEntry {
  readonly annotation: string;
  /** The address as it is written. */
  readonly address: string;
  readonly kept: AddressedEntry;
  /** The rule that the address belongs to. */
  readonly rule: RuleData | undefined;
}

/** What became of an entry that came with the object. */
export interface ExplainedEntry extends AnnotatedEntry {
  readonly outcome: "applied" | "merged" | "dropped" | "unchanged" | "held back";
  readonly why: string;
}

/** The entries for one side in an object's annotations, without the prints that only align items. */
export function entriesFor(
  frame: ResolvedLens,
  side: Side,
  annotations: StringMap,
): readonly AnnotatedEntry[] {
  const stash = stashFor(frame.group, frame.sides[side].version);
  return Object.entries(annotations).flatMap(([annotation, text]) =>
    readStored(stash.read({ [annotation]: text }).entries).kept.map((kept) => ({
      annotation,
      address: kept.text,
      kept,
      rule: locate(frame.lens, side, kept.address.steps).rule?.data,
    })),
  );
}

/** The results of a conversion with the entries and without them. */
export interface Results {
  readonly plain: JsonObject;
  readonly result: JsonObject;
  /** Entries that stand in the result's annotations as before: they are held back. */
  readonly staying: readonly AnnotatedEntry[];
}

/** What became of each entry for the target, told from what it would do alone and what came out. */
export function explainedEntries(
  frame: ResolvedLens,
  side: Side,
  entries: readonly AnnotatedEntry[],
  results: Results,
): readonly ExplainedEntry[] {
  const prints = entries.flatMap(({ kept }) => (kept.address.part === "prints" ? [kept] : []));
  return entries
    .filter(({ kept }) => kept.address.part !== "prints")
    .map((entry) => ({ ...entry, ...outcomeOf(frame, side, entry, prints, results) }));
}

function outcomeOf(
  frame: ResolvedLens,
  side: Side,
  { annotation, address, kept }: AnnotatedEntry,
  prints: readonly AddressedEntry[],
  { plain, result, staying }: Results,
): Pick<ExplainedEntry, "outcome" | "why"> {
  const { keySchema, version } = frame.sides[side];
  if (staying.some((entry) => entry.annotation === annotation && entry.address === address)) {
    return { outcome: "held back", why: `${version} would not be valid with it` };
  }
  const alone = restore(plain, entryTree([...prints, kept]), keySchema);
  if (equal(alone, plain)) return withoutEffect(kept, plain);
  if (isApplied(kept, alone, plain, result))
    return { outcome: "applied", why: "nothing it stands on was edited" };
  const { steps } = kept.address;
  if (equal(resolve(plain, steps), resolve(result, steps))) {
    return { outcome: "dropped", why: "the object was edited since it was kept" };
  }
  return { outcome: "merged", why: "the edit counts, what still fits of the old value too" };
}

function withoutEffect(
  { address, entry }: AddressedEntry,
  plain: JsonObject,
): Pick<ExplainedEntry, "outcome" | "why"> {
  const [value] = entry;
  const today = resolve(plain, address.steps);
  const isSo = value === undefined ? today === undefined : equal(today, value);
  return isSo
    ? { outcome: "unchanged", why: "the value is that already" }
    : { outcome: "dropped", why: "the place it belongs to is gone" };
}

function isApplied(
  { address, entry }: AddressedEntry,
  alone: JsonObject,
  plain: JsonObject,
  result: JsonObject,
): boolean {
  const isByPlace = address.steps.some(({ type }) => type === "index");
  if (isByPlace || address.part !== "value") return includesChanges(plain, alone, result);
  return equal(resolve(result, address.steps), entry[0]);
}

/** True where the result has what an entry changes. */
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
  return alone.every((item) => has(before, item) || has(result, item));
}

function has(list: readonly JsonValue[], item: JsonValue): boolean {
  return list.some((other) => equal(other, item));
}
