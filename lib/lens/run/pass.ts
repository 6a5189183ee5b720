import { otherSide } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import { memberAt } from "../../json/map-key.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { type ConvertValue, unparsable } from "../ops/codec.ts";
import { type ClaimNode, claimTree, endsClaim } from "../place/claim-tree.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import type { CompiledFill } from "./absence.ts";
import type { ScopeDirection } from "./direct-rule.ts";
import type { DirectedRule, DirectedValueRule } from "./directed-rule.ts";
import { extractClaims, readClaims } from "./extraction.ts";
import { handlesAbsence, isAnyPresent, mustCheckExactness } from "./rule-step.ts";
import { isRestoredByInverse, ruleSteps } from "./rule-steps.ts";
import { stateFactory } from "./scope-state.ts";
import { type TargetPath, targetPath, withValue, writeAt } from "./target-path.ts";

/**
 * Compiles one direction of a scope: from a value of the source to one of the target. `isObject` is true for the scope of the
 * object itself.
 */
export function passOf(
  scope: RuleScope,
  direction: Omit<ScopeDirection, "compilation">,
  rules: readonly DirectedRule[],
): ConvertValue {
  const { source, schemas } = direction;
  const target = otherSide(source);
  const [only] = rules;
  if (only?.type === "value" && only.source.length === 0 && only.target.length === 0) {
    return wholePass(only);
  }
  const tree = claimTree(scope, source, schemas, direction.isObject);
  const targets = scope.rules.flatMap((rule) => rule[target]);
  const slots = slotsOf(targets, tree, schemas[source]);
  const newState = stateFactory(tree, slots.length);
  const claims = scope.rules.flatMap((rule) => rule[source]);
  const steps = ruleSteps(rules, tree, claims);
  const fills = rules.flatMap((rule) => fillsOf(rule, targets, schemas[source]));
  const ignoresAbsence = !rules.some(handlesAbsence);
  return (value, run) => {
    if (!isObject(value)) return unparsable;
    const state = newState();
    const hasClaimedValues = readClaims(value, tree, state);
    if (!hasClaimedValues && ignoresAbsence) return value;
    for (const { apply, sources, readsAbsence } of steps) {
      if (!readsAbsence && !isAnyPresent(sources, state)) continue;
      apply(value, run, state);
      if (run.fault !== undefined) return unparsable;
    }
    let image = hasClaimedValues ? extractClaims(value, tree, state, run) : value;
    for (const { slot, path, inPlace } of slots) {
      const given = state.slots[slot];
      if (given === undefined || state.values[inPlace] !== undefined) continue;
      image = writeAt(image, value, path, given, run);
    }
    for (const { path, filling, isInexact } of fills) {
      const holder = holderOf(image, path);
      const filled = isObject(holder) ? filling.value(holder, image, run) : undefined;
      if (run.fault !== undefined) return unparsable;
      if (!isObject(holder) || filled === undefined) continue;
      const own = member(holder, path.last);
      if (own !== undefined) {
        // The reverse conversion takes a value equal to the fill for absent, so this value would not come back.
        if (!filling.convertsBack && equal(own, filled)) run.isInexact = true;
        continue;
      }
      if (isInexact || filling.convertsBack) run.isInexact = true;
      image = withValue(image, value, path, filled, run);
    }
    return image;
  };
}

/** A target path, with the number of the value to write there. */
interface Slot {
  readonly slot: number;
  readonly path: TargetPath;
  /**
   * The id of the claim tree's node with the same path, whose value is replaced in place. If there is none, the id of the root,
   * whose value is never replaced.
   */
  readonly inPlace: number;
}

/** The target paths, outer ones first: written later, an outer value would replace what is below its path. */
function slotsOf(
  targets: readonly KeyPath[],
  tree: ClaimNode,
  source: SchemaNode,
): readonly Slot[] {
  const extracted = extractedNodes(tree);
  return targets
    .map((path, slot) => ({
      slot,
      path: targetPath(path, targets, source),
      inPlace: extracted.find((node) => node.slot === slot)?.id ?? tree.id,
    }))
    .toSorted((one, other) => one.path.parents.length - other.path.parents.length);
}

/** The nodes whose value is replaced or removed: those at the end of a claim, and the maps above them. */
function extractedNodes({ list }: ClaimNode): readonly ClaimNode[] {
  return list.flatMap((node) => (endsClaim(node) ? [node] : [node, ...extractedNodes(node)]));
}

interface FillStep {
  readonly path: TargetPath;
  readonly filling: CompiledFill;
  /** True if the rule reads several values: it is not known whether all of them are absent. */
  readonly isInexact: boolean;
}

function fillsOf(
  rule: DirectedRule,
  targets: readonly KeyPath[],
  source: SchemaNode,
): readonly FillStep[] {
  const filling = rule.absence.target?.filling;
  const target = rule.type === "value" ? rule.target : rule.targets[0];
  if (target === undefined || filling === undefined) return [];
  return [{ path: targetPath(target, targets, source), filling, isInexact: rule.type === "joint" }];
}

/** The pass of a scope whose only rule reads the whole value, which may be a scalar. */
function wholePass({ run: one, inverse, isExact }: DirectedValueRule): ConvertValue {
  return (value, run) => {
    const image = one(value, run);
    if (image === unparsable) run.isInexact = true;
    else if (
      !isExact &&
      mustCheckExactness(run) &&
      !isRestoredByInverse(value, image, inverse, run)
    ) {
      run.isInexact = true;
    }
    return image;
  };
}

/** The map that holds the path of a fill. */
function holderOf(image: JsonObject, { parents }: TargetPath): JsonValue | undefined {
  let map: JsonValue | undefined = image;
  for (const key of parents) map = isObject(map) ? memberAt(map, key) : undefined;
  return map;
}
