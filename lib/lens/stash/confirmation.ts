import { otherSide, type Side } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import { isWellBehaved } from "../ops/well-behaved.ts";
import { innerScopeOf } from "../place/locate-rule.ts";
import {
  extendedPath,
  type LinkedPath,
  type ObjectPath,
  objectPathOf,
} from "../place/object-path.ts";
import { partsIn } from "../place/parts.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { partSelector, selectedIndexes } from "../place/selected-parts.ts";
import { type ClaimedKeys, claimedKeys } from "./claimed-keys.ts";

type MaybeValue = JsonValue | undefined;

/** The values at one path by which {@link isConfirmed} decides whether preserved values fit. Undefined means absent. */
export interface RoundTripValues {
  /** The completed image, converted back. */
  readonly retranslated: MaybeValue;
  /** `retranslated` with the server's defaults filled in; just `retranslated` if defaults are not considered. */
  readonly defaulted: MaybeValue;
  /** `image`, converted back. */
  readonly baseline: MaybeValue;
  /** The object that was converted. */
  readonly original: MaybeValue;
  /** The completed image: `image` with preserved values, at the path `at`. */
  readonly completed: MaybeValue;
  /** What the rules alone make of the original, without preserved values. */
  readonly image: MaybeValue;
  /** The path of `completed` and `image`. */
  readonly at?: LinkedPath;
}

/** The lens and side for which changes are confirmed, and a callback for those that are not. */
export interface ConfirmationContext {
  readonly lens: ScopedLens;
  /** The side of the original. */
  readonly side: Side;
  /** True if all rules of the lens are well-behaved: equal values then need no further check. */
  readonly isWellBehaved: boolean;
  /** Called with the paths of each unconfirmed change. If left out, the first unconfirmed change ends the search. */
  readonly onUnconfirmed?: (...at: readonly LinkedPath[]) => void;
}

/**
 * True if the original confirms every change that preserved values cause: wherever `retranslated` differs from `baseline`, it
 * must equal `original`. Values are compared rule by rule and item by item, since half of a rule's values may match by chance. A
 * rule that is not well-behaved can convert different values to equal ones: if preserved values change what it reads, its results must equal
 * those of the original in any case.
 */
export function isConfirmed(values: RoundTripValues, context: ConfirmationContext): boolean {
  return isScopeConfirmed(values, context.lens.root, context);
}

/** The paths of the completed image at which {@link isConfirmed} fails: for each rule all the paths that it reads. */
export function unconfirmedPaths(
  values: RoundTripValues,
  context: ConfirmationContext,
): readonly (readonly ObjectPath[])[] {
  const paths: (readonly ObjectPath[])[] = [];
  isConfirmed(values, {
    ...context,
    onUnconfirmed: (...at) => paths.push(at.map(objectPathOf)),
  });
  return paths;
}

function isScopeConfirmed(
  values: RoundTripValues,
  scope: RuleScope,
  context: ConfirmationContext,
): boolean {
  const { retranslated, baseline } = values;
  if (context.isWellBehaved && equal(retranslated, baseline)) return true;
  if (!isObject(retranslated) || !isObject(baseline)) return isValueConfirmed(values, context);
  const areRules = holdsForAll(scope.rules, context, (rule) =>
    isRuleConfirmed(values, rule, context),
  );
  if (claimsAll(scope, context.side) || (!areRules && context.onUnconfirmed === undefined)) {
    return areRules;
  }
  return isUnclaimedConfirmed(values, claimedKeys(scope, context.side), context) && areRules;
}

/** True if a test holds for all values. If all unconfirmed changes are to be found, every value is tested. */
function holdsForAll<T>(
  values: readonly T[],
  { onUnconfirmed }: ConfirmationContext,
  test: (value: T) => boolean,
): boolean {
  if (onUnconfirmed === undefined) return values.every(test);
  return values.map(test).every((isTrue) => isTrue);
}

/** Compares a value as a whole. */
function isValueConfirmed(
  values: RoundTripValues,
  { onUnconfirmed }: ConfirmationContext,
): boolean {
  if (areUnchanged([values]) || equalOriginal([values])) return true;
  onUnconfirmed?.(values.at);
  return false;
}

/** True if a rule claims the root of the scope, so that nothing in the scope is unclaimed. */
function claimsAll({ rules }: RuleScope, side: Side): boolean {
  return rules.some((rule) => rule[side].some((path) => path.length === 0));
}

function areUnchanged(all: readonly RoundTripValues[]): boolean {
  return all.every(({ retranslated, baseline }) => equal(retranslated, baseline));
}

function equalOriginal(all: readonly RoundTripValues[]): boolean {
  return (
    all.every(({ retranslated, original }) => equal(retranslated, original)) ||
    all.every(({ defaulted, original }) => equal(defaulted, original))
  );
}

function isRuleConfirmed(
  values: RoundTripValues,
  rule: ScopeRule,
  context: ConfirmationContext,
): boolean {
  const inner = innerScopeOf(context.lens, rule);
  const sources = rule[otherSide(context.side)];
  const claimed = rule[context.side].map((path) => valuesAt(values, path, sources[0]));
  const [first] = claimed;
  if (rule.action.type === "excluded" || first === undefined) return true;
  if (inner === undefined) {
    if (equalOriginal(claimed) && !lacksContainer(values, rule[context.side])) return true;
    const areParts = arePartsConfirmed(first, rule, context);
    if (areParts !== undefined) return areParts;
    const mayHide = (): boolean =>
      !isRuleWellBehaved(rule, context) && changesSources(values, sources);
    if (areUnchanged(claimed) && !mayHide()) return true;
    context.onUnconfirmed?.(...sources.map((path) => extendedPath(values.at, path)));
    return false;
  }
  if (rule.action.type === "items") return areItemsConfirmed(first, rule, inner, context);
  if (rule.action.type === "values") return areMembersConfirmed(first, inner, context);
  return isScopeConfirmed(first, inner, context);
}

/**
 * Compares the parts of a value that the inner rules of an op convert. Undefined if the op has no such parts, or if a value has
 * to be compared as a whole: it has another form, or a round trip renames parts of the original.
 */
function arePartsConfirmed(
  values: RoundTripValues,
  { action }: ScopeRule,
  context: ConfirmationContext,
): boolean | undefined {
  const parts = action.type === "op" ? action.parts : undefined;
  if (parts === undefined) return undefined;
  const [retranslated, baseline, original] = [
    partsIn(values.retranslated, parts),
    partsIn(values.baseline, parts),
    partsIn(values.original, parts),
  ];
  if (retranslated === undefined || baseline === undefined || original === undefined) {
    return undefined;
  }
  if (!haveSameKeys(baseline, original)) return undefined;
  const defaulted = partsIn(values.defaulted, parts);
  const completed = partsIn(values.completed, parts);
  const image = partsIn(values.image, parts);
  const names = [...new Set([...retranslated.keys(), ...baseline.keys()])];
  return holdsForAll(names, context, (name) => {
    const place = completed?.get(name);
    return isScopeConfirmed(
      {
        retranslated: retranslated.get(name)?.value,
        defaulted: defaulted?.get(name)?.value,
        baseline: baseline.get(name)?.value,
        original: original.get(name)?.value,
        completed: place?.value,
        image: image?.get(name)?.value,
        at: extendedPath(values.at, place?.path ?? []),
      },
      parts.inner,
      context,
    );
  });
}

function haveSameKeys(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) {
  return one.size === other.size && [...one.keys()].every((key) => other.has(key));
}

/**
 * True if `original` lacks a map above the rule's paths that `retranslated` has: then the absence of the rule's values in both
 * confirms nothing.
 */
function lacksContainer(
  { retranslated, original }: RoundTripValues,
  paths: readonly KeyPath[],
): boolean {
  const above = paths.map((path) => path.slice(0, -1));
  return above.some(
    (path) => valueAt(retranslated, path) !== undefined && valueAt(original, path) === undefined,
  );
}

function isRuleWellBehaved({ data }: ScopeRule, context: ConfirmationContext): boolean {
  return (
    context.isWellBehaved || data === undefined || isWellBehaved(data, context.lens.data.lenses)
  );
}

/** True if preserved values change the values that a rule reads. */
function changesSources({ completed, image }: RoundTripValues, paths: readonly KeyPath[]): boolean {
  return paths.some((path) => !equal(valueAt(completed, path), valueAt(image, path)));
}

function valuesAt(
  values: RoundTripValues,
  path: KeyPath,
  imagePath: KeyPath = path,
): RoundTripValues {
  return {
    retranslated: valueAt(values.retranslated, path),
    defaulted: valueAt(values.defaulted, path),
    baseline: valueAt(values.baseline, path),
    original: valueAt(values.original, path),
    completed: valueAt(values.completed, imagePath),
    image: valueAt(values.image, imagePath),
    at: extendedPath(values.at, imagePath),
  };
}

/** Compares the items that are converted. Other items have no counterpart. */
function areItemsConfirmed(
  values: RoundTripValues,
  rule: ScopeRule,
  inner: RuleScope,
  context: ConfirmationContext,
): boolean {
  const { retranslated, baseline } = values;
  if (context.isWellBehaved && equal(retranslated, baseline)) return true;
  const original = convertedItems(values.original, rule, context.side);
  const isAligned =
    isArray(retranslated) &&
    isArray(baseline) &&
    isArray(original) &&
    retranslated.length === baseline.length &&
    retranslated.length === original.length;
  if (!isAligned) return isValueConfirmed(values, context);
  const { completed } = values;
  const selects = partSelector(rule, otherSide(context.side));
  const indexes = isArray(completed) ? selectedIndexes(completed, selects) : [];
  return holdsForAll([...retranslated.keys()], context, (index) => {
    const at = indexes[index] ?? index;
    return isScopeConfirmed(
      {
        retranslated: itemAt(retranslated, index),
        defaulted: itemAt(values.defaulted, index),
        baseline: itemAt(baseline, index),
        original: itemAt(original, index),
        completed: itemAt(completed, at),
        image: itemAt(values.image, index),
        at: { above: values.at, step: at },
      },
      inner,
      context,
    );
  });
}

/** The items of a list that a rule converts; the list itself if it converts all. */
function convertedItems(list: MaybeValue, rule: ScopeRule, side: Side): MaybeValue {
  const selects = partSelector(rule, side);
  return selects === undefined || !isArray(list) ? list : list.filter(selects);
}

function itemAt(list: MaybeValue, index: number): MaybeValue {
  return isArray(list) ? list[index] : undefined;
}

function areMembersConfirmed(
  values: RoundTripValues,
  inner: RuleScope,
  context: ConfirmationContext,
): boolean {
  const { retranslated, baseline } = values;
  if (!isObject(retranslated) || !isObject(baseline)) return isValueConfirmed(values, context);
  return holdsForAll(allKeys(retranslated, baseline), context, (key) =>
    isScopeConfirmed(valuesAt(values, [key]), inner, context),
  );
}

function allKeys(...maps: readonly JsonObject[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}

/**
 * Compares the values that no rule claims. Of a map that `baseline` lacks, only the members that `retranslated` has are compared:
 * the original may have further ones.
 */
function isUnclaimedConfirmed(
  values: RoundTripValues,
  claims: ClaimedKeys,
  context: ConfirmationContext,
): boolean {
  const { retranslated, baseline, original } = values;
  if (!isObject(retranslated)) return isValueConfirmed(values, context);
  const isNew = baseline === undefined && isObject(original);
  if (!isObject(baseline) && !isNew) return isValueConfirmed(values, context);
  return holdsForAll(allKeys(retranslated, isObject(baseline) ? baseline : {}), context, (key) => {
    const inner = claims.get(key);
    const member = valuesAt(values, [key]);
    if (inner === undefined) return isValueConfirmed(member, context);
    return inner.size === 0 || isUnclaimedConfirmed(member, inner, context);
  });
}
