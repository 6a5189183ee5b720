import { memberAt } from "../../json/map-key.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import { type One, unreadable } from "../ops/codec.ts";
import { type ClaimNode, claimTree, nodesOf } from "../place/claim-tree.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import type { DirectedOne, DirectedRule } from "./directed-rule.ts";
import { extractClaims, readClaims } from "./extraction.ts";
import { handlesAbsence, mustCheckExactness, roundTrips, stepsOf } from "./rule-steps.ts";
import { stateFactory } from "./scope-state.ts";
import { put, type TargetPath, targetPath, withValue } from "./target-path.ts";

/** Makes ready one direction of a scope: from a value of the source's to one of the target's. */
export function passOf(
  scope: RuleScope,
  source: Side,
  schemas: SchemaPair,
  rules: readonly DirectedRule[],
): One {
  const target = otherSide(source);
  const [only] = rules;
  if (only?.type === "one" && only.source.length === 0 && only.target.length === 0) {
    return wholePass(only);
  }
  const tree = claimTree(scope, source, schemas);
  const targets = scope.rules.flatMap((rule) => rule[target]);
  const slots = slotsOf(targets, tree);
  const newOutcome = stateFactory(tree, slots.length);
  const claims = scope.rules.flatMap((rule) => rule[source]);
  const steps = stepsOf(rules, tree, claims);
  const fills = rules.flatMap((rule) => fillsOf(rule, targets));
  const isIdle = !rules.some(handlesAbsence);
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const outcome = newOutcome();
    const isHit = readClaims(value, tree, outcome);
    if (!isHit && isIdle) return value;
    for (const step of steps) {
      step(value, run, outcome);
      if (run.fault !== undefined) return unreadable;
    }
    let image = isHit ? extractClaims(value, tree, outcome, run) : value;
    for (const { slot, place, inPlace } of slots) {
      const given = outcome.slots[slot];
      if (given === undefined || outcome.values[inPlace] !== undefined) continue;
      image = put(image, value, place, given, run);
    }
    for (const fill of fills) {
      if (!isFillable(image, fill)) continue;
      if (fill.isResidual) run.isInexact = true;
      image = withValue(image, value, fill.place, fill.value, run);
    }
    return image;
  };
}

/** A target's path, where values go. */
interface Slot {
  readonly slot: number;
  readonly place: TargetPath;
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
    place: targetPath(path, targets),
    inPlace: nodes.find((node) => node.slot === slot)?.id ?? tree.id,
  }));
}

interface Fill {
  readonly place: TargetPath;
  readonly value: JsonValue;
  /** True where what is filled in does not go away by itself on the way back. */
  readonly isResidual: boolean;
}

function fillsOf(rule: DirectedRule, targets: readonly KeyPath[]): readonly Fill[] {
  const [target, value] =
    rule.type === "fill"
      ? [rule.target, rule.value]
      : rule.type === "many"
        ? [rule.targets[0], rule.fill]
        : [];
  if (target === undefined || value === undefined) return [];
  return [{ place: targetPath(target, targets), value, isResidual: rule.type === "many" }];
}

/** A scope whose one rule reads the whole value, scalar or not. */
function wholePass({ run: one, inverse, isExact }: DirectedOne): One {
  return (value, run) => {
    const image = one(value, run);
    if (image === unreadable) run.isInexact = true;
    else if (!isExact && mustCheckExactness(run) && !roundTrips(value, image, inverse, run)) {
      run.isInexact = true;
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
