import type { KeyPath } from "../language/path.ts";
import type { Side } from "../language/side.ts";
import { type AddressStep, stepKey } from "./address.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** Which rule claims a place of one side, and for which of many values. */
export interface RuleInstance {
  /** Names rule and binding. */
  readonly id: string;
  /** The rule whose claim ends the way; undefined above all claims, and where no rule claims anything. */
  readonly rule: ScopeRule | undefined;
  /** Steps below the rule's own place. */
  readonly below: readonly AddressStep[];
  /** True where rules further down may claim parts of the place. */
  readonly isAbove: boolean;
}

/** Follows an address through the scopes of a lens. */
export function locate(lens: ScopedLens, side: Side, steps: readonly AddressStep[]): RuleInstance {
  return within(lens, side, { scope: lens.root, steps, id: "" });
}

/** True where a place lies above another that the rule of an address reads, and no rule claims it itself. */
export function isAboveRuleOf(
  lens: ScopedLens,
  side: Side,
  outer: readonly AddressStep[],
  inner: readonly AddressStep[],
): boolean {
  const { rule, below } = locate(lens, side, inner);
  if (rule === undefined || locate(lens, side, outer).rule !== undefined) return false;
  const own = inner.slice(0, inner.length - below.length);
  const claim = rule[side].find((path) => endsWith(own, path));
  if (claim === undefined) return false;
  const scope = own.slice(0, own.length - claim.length).map(stepKey);
  const start = outer.map(stepKey);
  return rule[side].some((path) => {
    const place = [...scope, ...path.map((key) => stepKey({ type: "key", key }))];
    return start.length < place.length && start.every((step, at) => place[at] === step);
  });
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

/** The keys that an address begins with. */
export function leadingKeys(steps: readonly AddressStep[]): readonly string[] {
  const keys: string[] = [];
  for (const step of steps) {
    if (step.type !== "key") break;
    keys.push(step.key);
  }
  return keys;
}

/** A rule's claim on a path of keys: which, and how many keys it takes. */
export interface Claim {
  readonly rule: ScopeRule;
  readonly index: number;
  readonly length: number;
}

/** The outermost claim that a path of keys reaches. */
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

/** The scope within a rule, a named one included. */
export function innerOf(lens: ScopedLens, { action }: ScopeRule): RuleScope | undefined {
  if (action.type === "named") return lens.named.get(action.lens);
  return "inner" in action ? action.inner : undefined;
}
