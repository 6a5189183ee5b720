import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { type ClaimNode, claimTree, nodesOf } from "./claims.ts";
import { type One, type Run, unreadable } from "./codec.ts";
import { memberAt } from "./map-key.ts";
import { type Outcome, outcomes } from "./outcome.ts";
import { otherSide, type Side } from "./placed.ts";
import { type Place, placeAt, put, withValue } from "./places.ts";
import type { SchemaPair } from "./schema-node.ts";
import type { Scope } from "./scoped.ts";
import { comesBack, runSteps, stepsOf } from "./steps.ts";
import { readClaims, takeClaims } from "./take.ts";
import type { Wired, WiredOne } from "./wired.ts";

/** Makes ready one direction of a scope: from a value of the source's to one of the target's. */
export function passOf(
  scope: Scope,
  source: Side,
  schemas: SchemaPair,
  rules: readonly Wired[],
): One {
  const target = otherSide(source);
  const [only] = rules;
  if (only?.type === "one" && only.source.length === 0 && only.target.length === 0) {
    return wholePass(only);
  }
  const tree = claimTree(scope, source, schemas);
  const slots = slotsOf(scope, target, tree);
  const newOutcome = outcomes(tree, slots.length);
  const claims = scope.rules.flatMap((rule) => rule[source]);
  const steps = stepsOf(rules, tree, claims);
  const fills = rules.flatMap(fillsOf);
  const isIdle = fills.length === 0 && !steps.some(({ heedsAbsence }) => heedsAbsence);
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const outcome = newOutcome();
    const isHit = readClaims(value, tree, outcome);
    if (!isHit && isIdle) return value;
    runSteps(steps, value, outcome, run);
    if (run.fault !== undefined) return unreadable;
    const rest = isHit ? takeClaims(value, tree, outcome, run) : value;
    const image = withSlots(rest, value, slots, outcome, run);
    return fills.length === 0 ? image : filledIn(image, value, fills, run);
  };
}

/** A target's path, where values go. */
interface Slot {
  readonly place: Place;
  /** The node of the source's claims at the very same path: what goes in place of what it took is there already. */
  readonly inPlace: number | undefined;
}

function slotsOf({ rules }: Scope, target: Side, tree: ClaimNode): readonly Slot[] {
  const nodes = nodesOf(tree);
  return rules
    .flatMap((rule) => rule[target])
    .map((path, slot) => ({
      place: placeAt(path),
      inPlace: nodes.find((node) => node.slot === slot)?.id,
    }));
}

function withSlots(
  rest: JsonObject,
  source: JsonObject,
  slots: readonly Slot[],
  outcome: Outcome,
  run: Run,
): JsonObject {
  let image = rest;
  for (let index = 0; index < slots.length; index++) {
    const given = outcome.slots[index];
    const slot = slots[index];
    if (given === undefined || slot === undefined || isInPlace(slot, outcome)) continue;
    image = put(image, source, slot.place, given, run);
  }
  return image;
}

function isInPlace({ inPlace }: Slot, { places }: Outcome): boolean {
  return inPlace !== undefined && places[inPlace] !== undefined;
}

function filledIn(
  given: JsonObject,
  source: JsonObject,
  fills: readonly Fill[],
  run: Run,
): JsonObject {
  let image = given;
  for (const fill of fills) {
    if (!isFillable(image, fill)) continue;
    if (fill.isResidual) run.residual = true;
    image = withValue(image, source, fill.place, fill.value) ?? image;
  }
  return image;
}

interface Fill {
  readonly place: Place;
  readonly value: JsonValue;
  /** True where what is filled in does not go away by itself on the way back. */
  readonly isResidual: boolean;
}

function fillsOf(rule: Wired): readonly Fill[] {
  if (rule.type === "fill") {
    return [{ place: placeAt(rule.target), value: rule.value, isResidual: false }];
  }
  if (rule.type !== "many" || rule.fill === undefined) return [];
  const value = rule.fill;
  return rule.targets
    .slice(0, 1)
    .map((target) => ({ place: placeAt(target), value, isResidual: true }));
}

/** A scope whose one rule reads the whole value, scalar or not. */
function wholePass({ run: one, inverse, isExact }: WiredOne): One {
  return (value, run) => {
    const image = one(value, run);
    if (image === unreadable) run.residual = true;
    else if (!isExact && !comesBack(value, image, inverse, run)) run.residual = true;
    return image;
  };
}

/** True where the place of a fill is free, and the map above it there. */
function isFillable(image: JsonObject, { place }: Fill): boolean {
  let map: JsonValue | undefined = image;
  for (const key of place.parents) map = isObject(map) ? memberAt(map, key) : undefined;
  return isObject(map) && !Object.hasOwn(map, place.last);
}
