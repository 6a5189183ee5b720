import { otherSide, type Side } from "../../converter/side.ts";
import { isArray, type JsonArray, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import { type AddressStep, addressText } from "../place/address.ts";
import { resolveAddress } from "../place/addressed-value.ts";
import { fillSources } from "../place/companion-rules.ts";
import { type Claim, claimOf, innerScopeOf, leadingKeys } from "../place/locate-rule.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { partSelector, selectedIndexes } from "../place/selected-parts.ts";
import { alignFingerprints } from "./align-fingerprints.ts";
import type { EntriesByAddress } from "./difference.ts";
import { type AddressedEntry, markedAbsence } from "./entry-tree.ts";
import { fingerprint } from "./fingerprint.ts";

/** A value in both versions, from which the companions of preserved values are read. */
interface BothSides {
  readonly lens: ScopedLens;
  /** The side for which values are preserved. */
  readonly side: Side;
  /** The value in the version of `side`. */
  readonly sideValue: JsonValue;
  /** The value in the other version. */
  readonly otherValue: JsonValue;
  /** What the rules alone make of `otherValue` in the version of `side`, without preserved values. Fills are computed from it. */
  readonly image: JsonValue;
}

/** Returns the entries, and adds a fingerprint of the companions to those whose rules have companions. */
export function withCompanionFingerprints(
  entries: readonly AddressedEntry[],
  both: BothSides,
): EntriesByAddress {
  const result: EntriesByAddress = new Map();
  for (const { text, address, entry } of entries) {
    const companions = companionsOf(address.steps, both, sameIndex);
    result.set(text, companions.length > 0 ? markedEntry(entry, companions) : entry);
  }
  return result;
}

/** An entry with the fingerprint of its companions. An entry for an absent value gets it only if a `fill` computes the value. */
function markedEntry(entry: JsonArray, companions: readonly Companion[]): JsonArray {
  if (entry.length === 1) return [...entry, companionsFingerprint(companions)];
  return companions.some(({ fills }) => fills)
    ? markedAbsence(companionsFingerprint(companions))
    : entry;
}

/**
 * The entries without those whose companions have changed. An entry also stays if the number of its companions differs from
 * when it was preserved: they can't be compared.
 */
export function entriesWithUnchangedCompanions<Entry extends AddressedEntry>(
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
  return entries.filter(({ address, mark }) => {
    if (mark === undefined) return true;
    const companions = companionsOf(address.steps, both, currentIndex);
    return (
      companions.length !== mark.split(",").length || companionsFingerprint(companions) === mark
    );
  });
}

/** The fingerprints of companions, separated by commas; that of an absent companion is empty. */
function companionsFingerprint(companions: readonly Companion[]): string {
  return companions.map(({ value }) => (value === undefined ? "" : fingerprint(value))).join(",");
}

/** Finds the current index of an item from the index that it had when a value was preserved. */
type CurrentIndex = (
  steps: readonly AddressStep[],
  index: number,
  list: JsonArray,
) => number | undefined;

const sameIndex: CurrentIndex = (_, index) => index;

interface CompanionSearch extends BothSides {
  readonly scope: RuleScope;
  /** The `image` of the whole object. */
  readonly object: JsonValue;
  readonly steps: readonly AddressStep[];
  /** The steps of the address that were followed so far. */
  readonly above: readonly AddressStep[];
}

/** A value that a preserved value belongs to: when it changes, the preserved value is stale. */
interface Companion {
  /** Undefined if it is absent. */
  readonly value: JsonValue | undefined;
  /** True if a `fill` computes the value at the preserved value's path from the companion. */
  readonly fills: boolean;
}

/**
 * The companions of a preserved value: the values that `beside` names or that a `fill` reads. Those of the outermost rule come
 * first. Rules below a parent that no longer exists add none.
 */
function companionsOf(
  steps: readonly AddressStep[],
  both: BothSides,
  currentIndex: CurrentIndex,
): readonly Companion[] {
  const { lens, image } = both;
  return followCompanions(
    { ...both, scope: lens.root, object: image, steps, above: [] },
    currentIndex,
  );
}

function followCompanions(
  search: CompanionSearch,
  currentIndex: CurrentIndex,
): readonly Companion[] {
  const { side, scope, steps, otherValue, image, object } = search;
  const found = claimOf(scope, side, leadingKeys(steps));
  if (found === undefined) return [];
  const beside = found.rule.beside[otherSide(side)].map((path) => ({
    value: valueAt(otherValue, path),
    fills: false,
  }));
  const fromFills = fillSources(found.rule, side).map(({ path, isOfObject }) => ({
    value: valueAt(isOfObject ? object : image, path),
    fills: true,
  }));
  return [...beside, ...fromFills, ...followInner(search, found, currentIndex)];
}

function followInner(
  search: CompanionSearch,
  { rule, length }: Claim,
  currentIndex: CurrentIndex,
): readonly Companion[] {
  const { lens, side, steps, sideValue, otherValue, image } = search;
  const inner = innerScopeOf(lens, rule);
  const [path, otherPath] = [rule[side][0], rule[otherSide(side)][0]];
  if (inner === undefined || path === undefined || otherPath === undefined) return [];
  const [innerSideValue, innerOtherValue] = [
    valueAt(sideValue, path),
    valueAt(otherValue, otherPath),
  ];
  if (innerSideValue === undefined || innerOtherValue === undefined) return [];
  const next = {
    ...search,
    scope: inner,
    sideValue: innerSideValue,
    otherValue: innerOtherValue,
    image: valueAt(image, path) ?? null,
    steps: steps.slice(length),
  };
  const at = { ...next, above: [...search.above, ...steps.slice(0, length)] };
  if (rule.action.type === "within" || rule.action.type === "named")
    return followCompanions(at, currentIndex);
  return followElement(at, currentIndex, rule);
}

/** Continues in one item of a list or one value of a map. */
function followElement(
  search: CompanionSearch,
  currentIndex: CurrentIndex,
  rule: ScopeRule,
): readonly Companion[] {
  const { sideValue, otherValue, image, above, side } = search;
  const [step, ...steps] = search.steps;
  if (step === undefined) return [];
  const next = { ...search, steps, above: [...above, step] };
  if (step.type === "key") {
    const [innerSideValue, innerOtherValue] = [
      valueAt(sideValue, [step.key]),
      valueAt(otherValue, [step.key]),
    ];
    if (innerSideValue === undefined || innerOtherValue === undefined) return [];
    const below = {
      sideValue: innerSideValue,
      otherValue: innerOtherValue,
      image: valueAt(image, [step.key]) ?? null,
    };
    return followCompanions({ ...next, ...below }, currentIndex);
  }
  if (!isArray(sideValue) || !isArray(otherValue)) return [];
  const item = step.type === "item" ? resolveAddress(sideValue, [step]) : undefined;
  const index = step.type === "index" ? currentIndex(above, step.index, sideValue) : -1;
  const at = item === undefined ? index : sideValue.indexOf(item);
  const nth =
    at === undefined ? -1 : selectedIndexes(sideValue, partSelector(rule, side)).indexOf(at);
  const across = selectedIndexes(otherValue, partSelector(rule, otherSide(side)))[nth];
  const [innerSideValue, innerOtherValue] =
    at === undefined || across === undefined ? [] : [sideValue[at], otherValue[across]];
  if (innerSideValue === undefined || innerOtherValue === undefined) return [];
  const innerImage = step.type === "item" ? resolveAddress(image, [step]) : itemAt(image, nth);
  return followCompanions(
    { ...next, sideValue: innerSideValue, otherValue: innerOtherValue, image: innerImage ?? null },
    currentIndex,
  );
}

function itemAt(list: JsonValue, index: number): JsonValue | undefined {
  return isArray(list) ? list[index] : undefined;
}
