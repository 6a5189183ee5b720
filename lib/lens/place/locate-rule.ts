import { otherSide, type Side } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import { type AddressStep, stepKey } from "./address.ts";
import { stepsToPart } from "./parts.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** The rule that claims an address on one side, for particular list items and map values. */
interface RuleInstance {
  /** Identifies the rule together with the items and values on the way to it. */
  readonly id: string;
  /** The innermost rule that claims the address. Undefined if no rule claims it, or only paths below it. */
  readonly rule: ScopeRule | undefined;
  /** The steps of the address below the path that the rule claims. */
  readonly below: readonly AddressStep[];
  /** True if rules may claim paths below the address. */
  readonly isAbove: boolean;
}

/** Finds the rule that claims an address, through all scopes of a lens. */
export function locateRule(
  lens: ScopedLens,
  side: Side,
  steps: readonly AddressStep[],
): RuleInstance {
  return ruleWithin(lens, side, { scope: lens.root, steps, id: "" });
}

/**
 * Like {@link locateRule}, but inside a value that an op converts as a whole, it finds the inner rule that converts a part of it.
 * Preserved values whose instances have the same `id` belong together.
 */
export function locateInnerRule(
  lens: ScopedLens,
  side: Side,
  steps: readonly AddressStep[],
): RuleInstance {
  return withinPart(lens, side, ruleWithin(lens, side, { scope: lens.root, steps, id: "" }));
}

function withinPart(lens: ScopedLens, side: Side, found: RuleInstance): RuleInstance {
  const { id, rule, below } = found;
  const parts = rule?.action.type === "op" ? rule.action.parts : undefined;
  const length = parts && stepsToPart(below, parts);
  if (parts === undefined || length === undefined) return found;
  const part = `${id}${below.slice(0, length).map(stepKey).join("")}`;
  const steps = below.slice(length);
  if (steps.length === 0) return { ...found, id: part };
  return withinPart(lens, side, ruleWithin(lens, side, { scope: parts.inner, steps, id: part }));
}

/**
 * True if `outer` depends on the rule of `inner`. If no rule claims `outer`, that is a rule with a path below `outer` on either
 * side; else one with a path on the opposite side that is below a path of the rule of `outer`.
 */
export function isAboveRuleOf(
  lens: ScopedLens,
  side: Side,
  outer: readonly AddressStep[],
  inner: readonly AddressStep[],
): boolean {
  const own = claimedPlaces(lens, side, inner);
  if (own === undefined) return false;
  const above = claimedPlaces(lens, side, outer);
  const start = outer.map(stepKey);
  // An address that no rule claims is the same on both sides.
  if (above === undefined) {
    return [...own[side], ...own[otherSide(side)]].some((place) => isPlaceBelow(place, start));
  }
  const opposite = otherSide(side);
  return own[opposite].some((place) =>
    above[opposite].some((outside) => isPlaceBelow(place, outside)),
  );
}

type StepTexts = readonly string[];

function isPlaceBelow(place: StepTexts, above: StepTexts): boolean {
  return above.length < place.length && above.every((step, at) => place[at] === step);
}

/**
 * The paths of both sides that the rule of an address claims, as steps from the object's root; undefined if no rule claims the
 * address.
 */
function claimedPlaces(
  lens: ScopedLens,
  side: Side,
  address: readonly AddressStep[],
): Readonly<Record<Side, readonly StepTexts[]>> | undefined {
  const { rule, below } = locateRule(lens, side, address);
  if (rule === undefined) return undefined;
  const own = address.slice(0, address.length - below.length);
  const claim = rule[side].find((path) => endsWith(own, path));
  if (claim === undefined) return undefined;
  const scope = own.slice(0, own.length - claim.length).map(stepKey);
  const placesOf = (paths: readonly KeyPath[]): readonly StepTexts[] =>
    paths.map((path) => [...scope, ...path.map((key) => stepKey({ type: "key", key }))]);
  return { from: placesOf(rule.from), to: placesOf(rule.to) };
}

function endsWith(steps: readonly AddressStep[], path: KeyPath): boolean {
  return path.every((key, at) => {
    const step = steps[steps.length - path.length + at];
    return step?.type === "key" && step.key === key;
  });
}

interface ClaimSearch {
  readonly scope: RuleScope;
  readonly steps: readonly AddressStep[];
  readonly id: string;
}

function ruleWithin(lens: ScopedLens, side: Side, { scope, steps, id }: ClaimSearch): RuleInstance {
  const keys = leadingKeys(steps);
  const found = claimOf(scope, side, keys);
  if (found === undefined) {
    const isAbove = keys.length === steps.length;
    return { id: `${id}${steps.map(stepKey).join("")}`, rule: undefined, below: [], isAbove };
  }
  const { rule, index, length } = found;
  const rest = steps.slice(length);
  const own = `${id}/#${index}`;
  const inner = innerScopeOf(lens, rule);
  if (inner === undefined) return { id: own, rule, below: rest, isAbove: false };
  if (rule.action.type === "within" || rule.action.type === "named") {
    if (rest.length === 0) return { id: own, rule, below: rest, isAbove: true };
    return ruleWithin(lens, side, { scope: inner, steps: rest, id: own });
  }
  const [step, ...further] = rest;
  if (step === undefined) return { id: own, rule, below: rest, isAbove: true };
  const item = `${own}/${stepKey(step)}`;
  if (further.length === 0) return { id: item, rule, below: rest, isAbove: true };
  return ruleWithin(lens, side, { scope: inner, steps: further, id: item });
}

/** The keys at the start of an address, before the first list item. */
export function leadingKeys(steps: readonly AddressStep[]): readonly string[] {
  const keys: string[] = [];
  for (const step of steps) {
    if (step.type !== "key") break;
    keys.push(step.key);
  }
  return keys;
}

/** A rule that claims a path of keys, and how many of the keys its claim has. */
export interface Claim {
  readonly rule: ScopeRule;
  readonly index: number;
  readonly length: number;
}

/** The longest claim on a path of keys or on a path above it. */
export function claimOf(scope: RuleScope, side: Side, keys: readonly string[]): Claim | undefined {
  let best: Claim | undefined;
  for (const [index, rule] of scope.rules.entries()) {
    for (const path of rule[side]) {
      const isReached = path.length <= keys.length && path.every((key, at) => keys[at] === key);
      const isBetter = best === undefined || path.length > best.length;
      if (isReached && isBetter && rule.action.type !== "excluded") {
        best = { rule, index, length: path.length };
      }
    }
  }
  return best;
}

/** The scope of a rule's inner rules, or of the named lens that it includes. */
export function innerScopeOf(lens: ScopedLens, { action }: ScopeRule): RuleScope | undefined {
  if (action.type === "named") return lens.named.get(action.lens);
  return "inner" in action ? action.inner : undefined;
}
