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

/** Compiles one direction of a scope: from a value of the source to one of the target. */
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
  const newState = stateFactory(tree, slots.length);
  const claims = scope.rules.flatMap((rule) => rule[source]);
  const steps = stepsOf(rules, tree, claims);
  const fills = rules.flatMap((rule) => fillsOf(rule, targets));
  const isIdle = !rules.some(handlesAbsence);
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const state = newState();
    const isHit = readClaims(value, tree, state);
    if (!isHit && isIdle) return value;
    for (const step of steps) {
      step(value, run, state);
      if (run.fault !== undefined) return unreadable;
    }
    let image = isHit ? extractClaims(value, tree, state, run) : value;
    for (const { slot, path, inPlace } of slots) {
      const given = state.slots[slot];
      if (given === undefined || state.values[inPlace] !== undefined) continue;
      image = put(image, value, path, given, run);
    }
    for (const fill of fills) {
      if (!isFillable(image, fill)) continue;
      if (fill.isInexact) run.isInexact = true;
      image = withValue(image, value, fill.path, fill.value, run);
    }
    return image;
  };
}

/** A path that a rule writes, with the number of its value. */
interface Slot {
  readonly slot: number;
  readonly path: TargetPath;
  /** The node of the source's claims at the same path, whose value is replaced in place; else the root, which never has one. */
  readonly inPlace: number;
}

function slotsOf(targets: readonly KeyPath[], tree: ClaimNode): readonly Slot[] {
  const nodes = nodesOf(tree);
  return targets.map((path, slot) => ({
    slot,
    path: targetPath(path, targets),
    inPlace: nodes.find((node) => node.slot === slot)?.id ?? tree.id,
  }));
}

interface Fill {
  readonly path: TargetPath;
  readonly value: JsonValue;
  /** True where the other direction does not omit the value that is filled in. */
  readonly isInexact: boolean;
}

function fillsOf(rule: DirectedRule, targets: readonly KeyPath[]): readonly Fill[] {
  const [target, value] =
    rule.type === "fill"
      ? [rule.target, rule.value]
      : rule.type === "many"
        ? [rule.targets[0], rule.fill]
        : [];
  if (target === undefined || value === undefined) return [];
  return [{ path: targetPath(target, targets), value, isInexact: rule.type === "many" }];
}

/** A scope whose only rule reads the whole value, which may be a scalar. */
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

/** True where the path of a fill is absent and the map above it exists. */
function isFillable(image: JsonObject, { path }: Fill): boolean {
  let map: JsonValue | undefined = image;
  for (const key of path.parents) map = isObject(map) ? memberAt(map, key) : undefined;
  return isObject(map) && !Object.hasOwn(map, path.last);
}
