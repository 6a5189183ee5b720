import { isArray, type JsonArray, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import { otherSide, type Side } from "../language/side.ts";
import { type AddressStep, addressText, resolve } from "../place/address.ts";
import { companionPaths } from "../place/companion-rules.ts";
import { claimOf, innerOf, leadingKeys } from "../place/locate.ts";
import type { RuleScope, ScopedLens } from "../place/scoped-lens.ts";
import { alignFingerprints } from "./align.ts";
import type { Entries } from "./difference.ts";
import type { AddressedEntry } from "./entry-tree.ts";
import { fingerprint } from "./fingerprint.ts";

/** A value of one side and its counterpart on the other, where companions are looked up. */
export interface BothSides {
  readonly lens: ScopedLens;
  /** The side that entries are preserved for. */
  readonly side: Side;
  readonly own: JsonValue;
  readonly other: JsonValue;
}

/** The entries, those of rules with a companion with its fingerprint. */
export function withCompanionFingerprints(
  entries: readonly AddressedEntry[],
  both: BothSides,
): Entries {
  const result: Entries = new Map();
  for (const { text, address, entry } of entries) {
    const companion = companionOf(address.steps, both, sameIndex);
    const marked =
      companion === undefined ? entry : [...entry.slice(0, 1), fingerprintOf(companion.value)];
    result.set(text, entry.length === 1 ? marked : entry);
  }
  return result;
}

/** The entries whose companion has not changed since, and those without one. */
export function withUnchangedCompanion<Entry extends AddressedEntry>(
  entries: readonly Entry[],
  both: BothSides,
): readonly Entry[] {
  const fingerprints = new Map(
    entries.flatMap(({ text, address, entry: [list] }) =>
      address.part === "fingerprints" && isArray(list) ? [[text, list.map(String)] as const] : [],
    ),
  );
  const aligned = new Map<string, ReturnType<typeof alignFingerprints>>();
  const currentIndex = (steps: readonly AddressStep[], index: number, list: JsonArray) => {
    const text = addressText({ steps, part: "fingerprints", requiredSteps: steps.length - 1 });
    const old = fingerprints.get(text);
    if (old === undefined) return undefined;
    const found = aligned.get(text) ?? alignFingerprints(old, list.map(fingerprint), false);
    aligned.set(text, found);
    return found[index];
  };
  return entries.filter(({ address, entry: [, mark] }) => {
    if (typeof mark !== "string") return true;
    const companion = companionOf(address.steps, both, currentIndex);
    return companion !== undefined && fingerprintOf(companion.value) === mark;
  });
}

/** Absence has the empty fingerprint. */
function fingerprintOf(value: JsonValue | undefined): string {
  return value === undefined ? "" : fingerprint(value);
}

/** The current index of an item that had an index when it was preserved. */
type CurrentIndex = (
  steps: readonly AddressStep[],
  index: number,
  list: JsonArray,
) => number | undefined;

const sameIndex: CurrentIndex = (_, index) => index;

interface CompanionSearch extends BothSides {
  readonly scope: RuleScope;
  readonly steps: readonly AddressStep[];
  /** The steps of the address that were followed so far. */
  readonly above: readonly AddressStep[];
}

/** The companion of a preserved value; undefined where its rule has none, or a parent of it no longer exists. */
function companionOf(
  steps: readonly AddressStep[],
  both: BothSides,
  currentIndex: CurrentIndex,
): { readonly value: JsonValue | undefined } | undefined {
  return follow({ ...both, scope: both.lens.root, steps, above: [] }, currentIndex);
}

function follow(
  search: CompanionSearch,
  currentIndex: CurrentIndex,
): ReturnType<typeof companionOf> {
  const { lens, side, scope, steps, own, other } = search;
  const found = claimOf(scope, side, leadingKeys(steps));
  if (found === undefined) return undefined;
  const { rule, length } = found;
  const companion = companionPaths(rule);
  if (companion !== undefined) {
    const [path] = companion[otherSide(side)];
    return path === undefined ? undefined : { value: valueAt(other, path) };
  }
  const inner = innerOf(lens, rule);
  const [path, otherPath] = [rule[side][0], rule[otherSide(side)][0]];
  if (inner === undefined || path === undefined || otherPath === undefined) return undefined;
  const [innerOwn, innerOther] = [valueAt(own, path), valueAt(other, otherPath)];
  if (innerOwn === undefined || innerOther === undefined) return undefined;
  const next = {
    ...search,
    scope: inner,
    own: innerOwn,
    other: innerOther,
    steps: steps.slice(length),
  };
  const at = { ...next, above: [...search.above, ...steps.slice(0, length)] };
  if (rule.action.type === "within" || rule.action.type === "named")
    return follow(at, currentIndex);
  return followElement(at, currentIndex);
}

/** Continues in one item of a list, or one value of a map. */
function followElement(
  search: CompanionSearch,
  currentIndex: CurrentIndex,
): ReturnType<typeof companionOf> {
  const { own, other, above } = search;
  const [step, ...steps] = search.steps;
  if (step === undefined) return undefined;
  const next = { ...search, steps, above: [...above, step] };
  if (step.type === "key") {
    const [innerOwn, innerOther] = [valueAt(own, [step.key]), valueAt(other, [step.key])];
    if (innerOwn === undefined || innerOther === undefined) return undefined;
    return follow({ ...next, own: innerOwn, other: innerOther }, currentIndex);
  }
  if (!isArray(own) || !isArray(other)) return undefined;
  const item = step.type === "item" ? resolve(own, [step]) : undefined;
  const index = step.type === "index" ? currentIndex(above, step.index, own) : -1;
  const at = item === undefined ? index : own.indexOf(item);
  const [innerOwn, innerOther] = at === undefined ? [] : [own[at], other[at]];
  if (innerOwn === undefined || innerOther === undefined) return undefined;
  return follow({ ...next, own: innerOwn, other: innerOther }, currentIndex);
}
