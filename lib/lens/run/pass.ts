import { memberAt } from "../../json/map-key.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import { type One, unreadable } from "../ops/codec.ts";
import { type ClaimNode, claimTree, nodesOf } from "../place/claims.ts";
import type { Scope } from "../place/scoped.ts";
import { outcomes } from "./outcome.ts";
import { type Place, placeAt, put, withValue } from "./places.ts";
import { comesBack, heedsAbsence, isAsked, stepsOf } from "./steps.ts";
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
  const targets = scope.rules.flatMap((rule) => rule[target]);
  const slots = slotsOf(targets, tree);
  const newOutcome = outcomes(tree, slots.length);
  const claims = scope.rules.flatMap((rule) => rule[source]);
  const steps = stepsOf(rules, tree, claims);
  const fills = rules.flatMap((rule) => fillsOf(rule, targets));
  const isIdle = !rules.some(heedsAbsence);
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const outcome = newOutcome();
    const isHit = readClaims(value, tree, outcome);
    if (!isHit && isIdle) return value;
    for (const step of steps) {
      step(value, run, outcome);
      if (run.fault !== undefined) return unreadable;
    }
    let image = isHit ? takeClaims(value, tree, outcome, run) : value;
    for (const { slot, place, inPlace } of slots) {
      const given = outcome.slots[slot];
      if (given === undefined || outcome.places[inPlace] !== undefined) continue;
      image = put(image, value, place, given, run);
    }
    for (const fill of fills) {
      if (!isFillable(image, fill)) continue;
      if (fill.isResidual) run.residual = true;
      image = withValue(image, value, fill.place, fill.value, run);
    }
    return image;
  };
}

/** A target's path, where values go. */
interface Slot {
  readonly slot: number;
  readonly place: Place;
  /**
   * The node of the source's claims at the very same path, whose value was replaced where it stood; else the root, where
   * nothing is ever noted.
   */
  readonly inPlace: number;
}

function slotsOf(targets: readonly KeyPath[], tree: ClaimNode): readonly Slot[] {
  const nodes = nodesOf(tree);
  return targets.map((path, slot) => ({
    slot,
    place: placeAt(path, targets),
    inPlace: nodes.find((node) => node.slot === slot)?.id ?? tree.id,
  }));
}

interface Fill {
  readonly place: Place;
  readonly value: JsonValue;
  /** True where what is filled in does not go away by itself on the way back. */
  readonly isResidual: boolean;
}

function fillsOf(rule: Wired, targets: readonly KeyPath[]): readonly Fill[] {
  const [target, value] =
    rule.type === "fill"
      ? [rule.target, rule.value]
      : rule.type === "many"
        ? [rule.targets[0], rule.fill]
        : [];
  if (target === undefined || value === undefined) return [];
  return [{ place: placeAt(target, targets), value, isResidual: rule.type === "many" }];
}

/** A scope whose one rule reads the whole value, scalar or not. */
function wholePass({ run: one, inverse, isExact }: WiredOne): One {
  return (value, run) => {
    const image = one(value, run);
    if (image === unreadable) run.residual = true;
    else if (!isExact && isAsked(run) && !comesBack(value, image, inverse, run)) {
      run.residual = true;
    }
    return image;
  };
}

/** True where the place of a fill is free, and the map above it there. */
function isFillable(image: JsonObject, { place }: Fill): boolean {
  let map: JsonValue | undefined = image;
  for (const key of place.parents) map = isObject(map) ? memberAt(map, key) : undefined;
  return isObject(map) && !Object.hasOwn(map, place.last);
}
