import { otherSide, type Side } from "../converter/side.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import type { ConversionStep } from "../kind/kind-steps.ts";
import type { LensData, RuleData } from "../lens/language/rule.ts";
import { fillsFragments } from "../lens/ops/authoring-registry.ts";
import type { AddressStep } from "../lens/place/address.ts";
import { locate } from "../lens/place/locate.ts";
import { scopeLens } from "../lens/place/scope-lens.ts";
import type { ScopedLens, ScopeRule } from "../lens/place/scoped-lens.ts";
import { type DropPass, isDropped, passWithout } from "../lens/run/drops.ts";
import { eachItem, type SchemaPath } from "../schema/constraint/schema-path.ts";

const scopedLenses = new WeakMap<LensData, ScopedLens>();
const passes = new WeakMap<LensData, Map<string, DropPass | undefined>>();

/** An object of the step's source without what the author declares as dropped. */
export function withoutDropped(step: ConversionStep, object: JsonObject): JsonObject {
  return stripDropped(step, step.side, dropped, object);
}

/**
 * An object of the step's target without the fields that a rule may fill although the source lacks them: there a
 * converted fragment need not be a fragment of the converted object.
 */
export function withoutFilled(step: ConversionStep, object: JsonObject): JsonObject {
  return stripDropped(step, otherSide(step.side), filled, object);
}

/** A rule, and the steps below the path that it claims. */
export interface ClaimingRule {
  readonly data: RuleData;
  readonly below: readonly AddressStep[];
}

/** The rule that gives what stands at a place of the step's target; undefined where none claims it. */
export function ruleGiving(step: ConversionStep, path: SchemaPath): ClaimingRule | undefined {
  const data = step.lens;
  if (data === undefined) return undefined;
  const { rule, below } = locate(lensOf(data), otherSide(step.side), path.map(addressStep));
  return rule?.data === undefined ? undefined : { data: rule.data, below };
}

/** The step to any item or value. */
function addressStep(step: SchemaPath[number]): AddressStep {
  if (step === eachItem) return { type: "index", index: 0 };
  return { type: "key", key: typeof step === "string" ? step : "*" };
}

/** True where the step's source has fields that the author declares as dropped. */
export function dropsAnything(step: ConversionStep): boolean {
  return passOf(step, step.side, dropped) !== undefined;
}

/** True where the step's target has fields as in {@link withoutFilled}. */
export function fillsAnything(step: ConversionStep): boolean {
  return passOf(step, otherSide(step.side), filled) !== undefined;
}

interface RuleChoice {
  readonly name: string;
  readonly goes: (rule: ScopeRule) => boolean;
}

const dropped: RuleChoice = { name: "dropped", goes: isDropped };
const filled: RuleChoice = {
  name: "filled",
  goes: ({ data }) => data !== undefined && mayFillFragment(data),
};
/** True for a rule that may fill a field which a fragment lacks, by its own op or one of its inner rules. */
function mayFillFragment(data: RuleData): boolean {
  return someRule(data, fillsFragments);
}

function someRule(data: RuleData, test: (rule: RuleData) => boolean): boolean {
  if (test(data)) return true;
  const inner: readonly RuleData[] = "rules" in data ? (data.rules ?? []) : [];
  return inner.some((rule) => someRule(rule, test));
}

function stripDropped(
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
  { name, goes }: RuleChoice,
): DropPass | undefined {
  const data = step.lens;
  if (data === undefined) return undefined;
  const known = passes.get(data) ?? new Map<string, DropPass | undefined>();
  passes.set(data, known);
  const key = `${name} ${side}`;
  if (!known.has(key)) known.set(key, passWithout({ lens: lensOf(data), side, removes: goes }));
  return known.get(key);
}

function lensOf(data: LensData): ScopedLens {
  const known = scopedLenses.get(data) ?? scopeLens(data);
  scopedLenses.set(data, known);
  return known;
}
