import { isObject, type JsonObject } from "../json/value.ts";
import type { Step } from "../kind/kind-steps.ts";
import type { LensData, RuleData } from "../lens/language/rule.ts";
import { otherSide, type Side } from "../lens/language/side.ts";
import { authoringOf } from "../lens/ops/authoring-registry.ts";
import { fieldSteps } from "../lens/place/address.ts";
import { locate } from "../lens/place/locate.ts";
import { scopeLens } from "../lens/place/scope-lens.ts";
import type { ScopedLens, ScopeRule } from "../lens/place/scoped-lens.ts";
import { type DropPass, isDropped, passWithout } from "../lens/run/drops.ts";

const scoped = new WeakMap<LensData, ScopedLens>();
const passes = new WeakMap<LensData, Map<string, DropPass | undefined>>();

/** An object of the step's source without what the author declares as dropped. */
export function withoutDropped(step: Step, object: JsonObject): JsonObject {
  return strip(step, step.side, dropped, object);
}

/**
 * An object of the step's target without the fields that a rule may fill although the source lacks them: there a
 * converted fragment need not be a fragment of the converted object.
 */
export function withoutFilled(step: Step, object: JsonObject): JsonObject {
  return strip(step, otherSide(step.side), filled, object);
}

/** An object of the step's target without the fields for which the author accepts a narrowing. */
export function withoutNarrowed(step: Step, object: JsonObject): JsonObject {
  return strip(step, otherSide(step.side), narrowed, object);
}

/** True where a rule accepts a narrowing at a field of the step's target, in the server's notation: `spec.items[0].name`. */
export function isNarrowed(step: Step, field: string): boolean {
  const data = step.lens;
  const steps = fieldSteps(field);
  if (data === undefined || steps === undefined) return false;
  const { rule, below } = locate(lensOf(data), otherSide(step.side), steps);
  return below.length === 0 && rule !== undefined && narrowed.goes(rule);
}

/** True where the step's source has fields that the author declares as dropped. */
export function dropsAnything(step: Step): boolean {
  return passOf(step, step.side, dropped) !== undefined;
}

/** True where the step's target has fields as in {@link withoutFilled}. */
export function fillsAnything(step: Step): boolean {
  return passOf(step, otherSide(step.side), filled) !== undefined;
}

interface Choice {
  readonly name: string;
  readonly goes: (rule: ScopeRule) => boolean;
}

const dropped: Choice = { name: "dropped", goes: isDropped };
const filled: Choice = { name: "filled", goes: ({ data }) => data !== undefined && fills(data) };
const narrowed: Choice = {
  name: "narrowed",
  goes: ({ data }) => data !== undefined && some(data, (rule) => rule.narrow !== undefined),
};

/** The ops that docs/lenses.md calls not neutral to fragments, in a rule or in its inner lens. */
function fills(data: RuleData): boolean {
  return some(data, (rule) => {
    const { fillsFragments } = authoringOf(rule);
    return typeof fillsFragments === "boolean" ? fillsFragments : fillsFragments(rule);
  });
}

function some(data: RuleData, test: (rule: RuleData) => boolean): boolean {
  if (test(data)) return true;
  const inner: readonly RuleData[] = "rules" in data ? (data.rules ?? []) : [];
  return inner.some((rule) => some(rule, test));
}

function strip(step: Step, side: Side, choice: Choice, object: JsonObject): JsonObject {
  const stripped = passOf(step, side, choice)?.(object) ?? object;
  return isObject(stripped) ? stripped : object;
}

function passOf(step: Step, side: Side, { name, goes }: Choice): DropPass | undefined {
  const data = step.lens;
  if (data === undefined) return undefined;
  const known = passes.get(data) ?? new Map<string, DropPass | undefined>();
  passes.set(data, known);
  const key = `${name} ${side}`;
  if (!known.has(key)) known.set(key, passWithout({ lens: lensOf(data), side, removes: goes }));
  return known.get(key);
}

function lensOf(data: LensData): ScopedLens {
  const known = scoped.get(data) ?? scopeLens(data);
  scoped.set(data, known);
  return known;
}
