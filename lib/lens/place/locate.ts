import { otherSide, type Side } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import { type AddressStep, stepKey } from "./address.ts";
import { stepsToPart } from "./parts.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** The rule that claims a path of one side, and the items and keys on the way to it (the binding). */
interface RuleInstance {
  /** Identifies rule and binding. */
  readonly id: string;
  /** The innermost rule that claims the path; undefined above all claims, and where no rule claims it. */
  readonly rule: ScopeRule | undefined;
  /** Steps below the path that the rule claims. */
  readonly below: readonly AddressStep[];
  /** True where rules may claim paths below. */
  readonly isAbove: boolean;
}

/** Follows an address through the scopes of a lens. */
export function locate(lens: ScopedLens, side: Side, steps: readonly AddressStep[]): RuleInstance {
  return within(lens, side, { scope: lens.root, steps, id: "" });
}

/**
 * The rule and binding by which preserved values belong together: as {@link locate}, and within an op whose rules convert
 * the parts of its value the rule of a part.
 */
export function locatePart(
  lens: ScopedLens,
  side: Side,
  steps: readonly AddressStep[],
): RuleInstance {
  return withinPart(lens, side, within(lens, side, { scope: lens.root, steps, id: "" }));
}

function withinPart(lens: ScopedLens, side: Side, found: RuleInstance): RuleInstance {
  const { id, rule, below } = found;
  const parts = rule?.action.type === "op" ? rule.action.parts : undefined;
  const length = parts && stepsToPart(below, parts);
  if (parts === undefined || length === undefined) return found;
  const part = `${id}${below.slice(0, length).map(stepKey).join("")}`;
  const steps = below.slice(length);
  if (steps.length === 0) return { ...found, id: part };
  return withinPart(lens, side, within(lens, side, { scope: parts.inner, steps, id: part }));
}

/**
 * True for an address above a path that the rule of another address reads, or above one that it writes: what a fill puts
 * there depends on that rule.
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
  // What no rule claims is at the same address on both sides.
  if (above === undefined) {
    return [...own[side], ...own[otherSide(side)]].some((place) => isBelow(place, start));
  }
  const other = otherSide(side);
  return own[other].some((place) => above[other].some((outside) => isBelow(place, outside)));
}

/** The steps of an address as text. */
type PlaceText = readonly string[];

function isBelow(place: PlaceText, above: PlaceText): boolean {
  return above.length < place.length && above.every((step, at) => place[at] === step);
}

/**
 * The places of both sides that the rule of an address claims, below the address of the rule's scope; undefined where no
 * rule claims it.
 */
function claimedPlaces(
  lens: ScopedLens,
  side: Side,
  address: readonly AddressStep[],
): Readonly<Record<Side, readonly PlaceText[]>> | undefined {
  const { rule, below } = locate(lens, side, address);
  if (rule === undefined) return undefined;
  const own = address.slice(0, address.length - below.length);
  const claim = rule[side].find((path) => endsWith(own, path));
  if (claim === undefined) return undefined;
  const scope = own.slice(0, own.length - claim.length).map(stepKey);
  const placesOf = (paths: readonly KeyPath[]): readonly PlaceText[] =>
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

function within(lens: ScopedLens, side: Side, { scope, steps, id }: ClaimSearch): RuleInstance {
  const keys = leadingKeys(steps);
  const found = claimOf(scope, side, keys);
  if (found === undefined) {
    const isAbove = keys.length === steps.length;
    return { id: `${id}${steps.map(stepKey).join("")}`, rule: undefined, below: [], isAbove };
  }
  const { rule, index, length } = found;
  const rest = steps.slice(length);
  const own = `${id}/#${index}`;
  const inner = innerOf(lens, rule);
  if (inner === undefined) return { id: own, rule, below: rest, isAbove: false };
  if (rule.action.type === "within" || rule.action.type === "named") {
    if (rest.length === 0) return { id: own, rule, below: rest, isAbove: true };
    return within(lens, side, { scope: inner, steps: rest, id: own });
  }
  const [step, ...further] = rest;
  if (step === undefined) return { id: own, rule, below: rest, isAbove: true };
  const item = `${own}/${stepKey(step)}`;
  if (further.length === 0) return { id: item, rule, below: rest, isAbove: true };
  return within(lens, side, { scope: inner, steps: further, id: item });
}

/** The keys at the start of an address. */
export function leadingKeys(steps: readonly AddressStep[]): readonly string[] {
  const keys: string[] = [];
  for (const step of steps) {
    if (step.type !== "key") break;
    keys.push(step.key);
  }
  return keys;
}

/** The claim of a rule on a path of keys, and how many of the keys it covers. */
export interface Claim {
  readonly rule: ScopeRule;
  readonly index: number;
  readonly length: number;
}

/** The longest claim at or above a path of keys. */
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

/** The scope of a rule's inner lens, also of a named one. */
export function innerOf(lens: ScopedLens, { action }: ScopeRule): RuleScope | undefined {
  if (action.type === "named") return lens.named.get(action.lens);
  return "inner" in action ? action.inner : undefined;
}
