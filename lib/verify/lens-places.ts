import { otherSide, type Side } from "../converter/side.ts";
import { equal } from "../json/equal.ts";
import { memoizedByObject } from "../json/memoized-by-object.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import type { ConversionStep } from "../kind/kind-steps.ts";
import type { LensData, RuleData } from "../lens/language/rule.ts";
import { fillsFragments } from "../lens/ops/authoring-registry.ts";
import type { AddressStep } from "../lens/place/address.ts";
import { locateRule } from "../lens/place/locate-rule.ts";
import { scopeLens } from "../lens/place/scope-lens.ts";
import type { ScopeRule } from "../lens/place/scoped-lens.ts";
import { isDropped, type RemovalPass, removalPass } from "../lens/run/drops.ts";
import { eachItem, type SchemaPath } from "../schema/constraint/schema-path.ts";

const lensOf = memoizedByObject(scopeLens);
const passesOf = memoizedByObject((_: LensData) => new Map<string, RemovalPass | undefined>());

/** An object at the step's source version without the fields that the author declares as dropped. */
export function withoutDropped(step: ConversionStep, object: JsonObject): JsonObject {
  return withoutChosen(step, step.side, dropped, object);
}

/**
 * An object at the step's target version without the fields that a rule may fill although the source lacks them. In these
 * fields, a converted fragment may have values that the converted whole object does not have.
 */
export function withoutFilled(step: ConversionStep, object: JsonObject): JsonObject {
  return withoutChosen(step, otherSide(step.side), filled, object);
}

/** The rule that claims a path, and the steps of the path below the one that the rule names. */
export interface ClaimingRule {
  readonly data: RuleData;
  readonly below: readonly AddressStep[];
}

/** The rule that writes the value at a path of the step's target version; undefined if no rule claims the path. */
export function writingRule(step: ConversionStep, path: SchemaPath): ClaimingRule | undefined {
  const data = step.lens;
  if (data === undefined) return undefined;
  const { rule, below } = locateRule(lensOf(data), otherSide(step.side), path.map(addressStep));
  return rule?.data === undefined ? undefined : { data: rule.data, below };
}

/** A step of a schema path as a step of an address: index 0 for all items, key `*` for all map values. */
function addressStep(step: SchemaPath[number]): AddressStep {
  if (step === eachItem) return { type: "index", index: 0 };
  return { type: "key", key: typeof step === "string" ? step : "*" };
}

/** True if the author declares fields of the step's source version as dropped. */
export function declaresDrops(step: ConversionStep): boolean {
  return passOf(step, step.side, dropped) !== undefined;
}

/** True if a rule of the step may fill a field that the source lacks. */
export function mayFillFields(step: ConversionStep): boolean {
  return passOf(step, otherSide(step.side), filled) !== undefined;
}

interface RuleChoice {
  readonly name: string;
  /** True if the rule's `value` is removed; if `value` is left out, true if some value of the rule may be removed. */
  readonly removes: (rule: ScopeRule, side: Side, value?: JsonValue) => boolean;
}

const dropped: RuleChoice = { name: "dropped", removes: isDropped };

/** Of a rule with inner rules, only a value that the rule's own `fill` writes is removed as a whole. */
const filled: RuleChoice = {
  name: "filled",
  removes: ({ data, action }, side, value) => {
    if (data === undefined) return false;
    if (action.type === "op") return someRule(data, fillsFragments);
    const fill = data.fill?.[side];
    const isAny = fill?.value === undefined || value === undefined;
    return fill !== undefined && (isAny || equal(fill.value, value));
  },
};

/** True if a test is true for a rule or for one of its inner rules. */
function someRule(data: RuleData, test: (rule: RuleData) => boolean): boolean {
  if (test(data)) return true;
  const inner: readonly RuleData[] = "rules" in data ? (data.rules ?? []) : [];
  return inner.some((rule) => someRule(rule, test));
}

function withoutChosen(
  step: ConversionStep,
  side: Side,
  choice: RuleChoice,
  object: JsonObject,
): JsonObject {
  const stripped = passOf(step, side, choice)?.(object) ?? object;
  return isObject(stripped) ? stripped : object;
}

function passOf(
  step: ConversionStep,
  side: Side,
  { name, removes }: RuleChoice,
): RemovalPass | undefined {
  const data = step.lens;
  if (data === undefined) return undefined;
  const known = passesOf(data);
  const key = `${name} ${side}`;
  if (!known.has(key)) {
    const pass = removalPass({
      lens: lensOf(data),
      side,
      removes: (rule, value) => removes(rule, side, value),
    });
    known.set(key, pass);
  }
  return known.get(key);
}
