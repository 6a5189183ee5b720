import { isArray, type JsonArray, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import { otherSide, type Side } from "../language/side.ts";
import { type AddressStep, addressText, resolve } from "../place/address.ts";
import { type Claim, claimOf, innerOf, leadingKeys } from "../place/locate.ts";
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
    const companions = companionsOf(address.steps, both, sameIndex);
    const isMarked = entry.length === 1 && companions.length > 0;
    result.set(text, isMarked ? [...entry, markOf(companions)] : entry);
  }
  return result;
}

/** The entries without those whose companions have changed. A rule with another number of companions can't tell. */
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
    const companions = companionsOf(address.steps, both, currentIndex);
    return companions.length !== mark.split(",").length || markOf(companions) === mark;
  });
}

/** The fingerprints of companions, that of an absent one empty. */
function markOf(companions: readonly Companion[]): string {
  return companions.map((value) => (value === undefined ? "" : fingerprint(value))).join(",");
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

/** A value that another is preserved beside; undefined where it is absent. */
type Companion = JsonValue | undefined;

/** The companions of a preserved value, those of the outermost rule first; none below a parent that no longer exists. */
function companionsOf(
  steps: readonly AddressStep[],
  both: BothSides,
  currentIndex: CurrentIndex,
): readonly Companion[] {
  return follow({ ...both, scope: both.lens.root, steps, above: [] }, currentIndex);
}

function follow(search: CompanionSearch, currentIndex: CurrentIndex): readonly Companion[] {
  const { side, scope, steps, other } = search;
  const found = claimOf(scope, side, leadingKeys(steps));
  if (found === undefined) return [];
  const companions = found.rule.beside[otherSide(side)].map((path) => valueAt(other, path));
  return [...companions, ...followInner(search, found, currentIndex)];
}

function followInner(
  search: CompanionSearch,
  { rule, length }: Claim,
  currentIndex: CurrentIndex,
): readonly Companion[] {
  const { lens, side, steps, own, other } = search;
  const inner = innerOf(lens, rule);
  const [path, otherPath] = [rule[side][0], rule[otherSide(side)][0]];
  if (inner === undefined || path === undefined || otherPath === undefined) return [];
  const [innerOwn, innerOther] = [valueAt(own, path), valueAt(other, otherPath)];
  if (innerOwn === undefined || innerOther === undefined) return [];
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
function followElement(search: CompanionSearch, currentIndex: CurrentIndex): readonly Companion[] {
  const { own, other, above } = search;
  const [step, ...steps] = search.steps;
  if (step === undefined) return [];
  const next = { ...search, steps, above: [...above, step] };
  if (step.type === "key") {
    const [innerOwn, innerOther] = [valueAt(own, [step.key]), valueAt(other, [step.key])];
    if (innerOwn === undefined || innerOther === undefined) return [];
    return follow({ ...next, own: innerOwn, other: innerOther }, currentIndex);
  }
  if (!isArray(own) || !isArray(other)) return [];
  const item = step.type === "item" ? resolve(own, [step]) : undefined;
  const index = step.type === "index" ? currentIndex(above, step.index, own) : -1;
  const at = item === undefined ? index : own.indexOf(item);
  const [innerOwn, innerOther] = at === undefined ? [] : [own[at], other[at]];
  if (innerOwn === undefined || innerOther === undefined) return [];
  return follow({ ...next, own: innerOwn, other: innerOther }, currentIndex);
}
