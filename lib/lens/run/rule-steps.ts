import { equal } from "../../json/equal.ts";
import { assertDefined } from "../../json/invariant.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import { type ConversionRun, type ConvertValue, noteUnparsable, unparsable } from "../ops/codec.ts";
import { isPresent } from "../ops/item-test.ts";
import { hasNewNotes, keyPathText, prefixNotedPaths } from "../ops/noted-paths.ts";
import { trialRun } from "../ops/run-state.ts";
import { type ClaimNode, nodesOf } from "../place/claim-tree.ts";
import { countsAsAbsent, equalsFill, isAbsentImage, noteAbsent } from "./absent-values.ts";
import type { DirectedOneSidedRule, DirectedRule, DirectedValueRule } from "./directed-rule.ts";
import { jointStep } from "./joint-step.ts";
import {
  type ApplyRule,
  fitsPlace,
  mustCheckExactness,
  type RuleStep,
  reportsFailure,
  type StepIndexes,
} from "./rule-step.ts";

/** Returns the steps of a scope's rules. `tree` has their claims, `claims` all paths that they claim on the source's side. */
export function ruleSteps(
  rules: readonly DirectedRule[],
  tree: ClaimNode,
  claims: readonly KeyPath[],
): readonly RuleStep[] {
  const nodes = nodesOf(tree)
    .flatMap((node) => (node.source === undefined ? [] : [{ node, source: node.source }]))
    .sort((one, other) => one.source - other.source);
  return rules.flatMap((rule, index) => {
    const own = nodes.flatMap(({ node }) => (node.rule === index ? [node] : []));
    const [sources, slots] = [own.map(({ id }) => id), own[0]?.slots ?? []];
    const apply = ruleApplier(rule, { sources, slots }, claims);
    const readsAbsence = rule.absence.source?.filling !== undefined;
    return apply === undefined ? [] : [{ apply, sources, readsAbsence }];
  });
}

function ruleApplier(
  rule: DirectedRule,
  numbers: StepIndexes,
  claims: readonly KeyPath[],
): ApplyRule | undefined {
  if (rule.type === "value") return valueStep(rule, numbers);
  if (rule.type === "joint") return jointStep(rule, numbers, claims);
  return oneSidedStep(rule, numbers);
}

function valueStep(rule: DirectedValueRule, { sources, slots }: StepIndexes): ApplyRule {
  const source = assertDefined(sources[0], "a rule with one value has one source");
  const slot = assertDefined(slots[0], "a rule with one value has one target");
  const { absence, sharesHolder } = rule;
  return (object, run, state) => {
    const value = state.values[source];
    if (value === undefined) {
      noteAbsent(object, rule, run);
      return;
    }
    const isFilled = value !== null && equalsFill(value, absence.source, rule.source, object, run);
    if (isFilled || (value !== null && absence.source?.isOmitted(value) === true)) {
      // On the way back the value is filled in again if its map exists, so nothing has to be preserved.
      if (!isFilled || !sharesHolder) run.isInexact = true;
      return;
    }
    const image =
      absence.source === undefined
        ? imageOf(value, rule, run)
        : returningImage(value, rule, object, run);
    if (image === undefined) return;
    const isLeftOut =
      image === null
        ? rule.leavesOutNull
        : absence.target !== undefined && isAbsentImage(image, absence.target, rule);
    if (isLeftOut) run.isInexact = true;
    else state.slots[slot] = image;
  };
}

/**
 * The image of a value in a rule with `fill` or `omit` for the source version; undefined also if it would come back as a value
 * that counts as absent there: without preserved values, such an image would be gone after a round trip.
 */
function returningImage(
  value: JsonValue,
  rule: DirectedValueRule,
  object: JsonObject,
  run: ConversionRun,
): JsonValue | undefined {
  const wasInexact = run.isInexact;
  run.isInexact = false;
  const image = imageOf(value, rule, run);
  // The run stays exact if `drop` removes something from a map or a list.
  const isChangedContainer = typeof value === "object" && image !== value;
  const mayDiffer = run.isInexact || !run.checksExactness || isChangedContainer;
  run.isInexact ||= wasInexact;
  if (image === undefined || image === null || !mayDiffer || !run.provesLaws) return image;
  const again = rule.inverse(image, trialRun(run, false));
  if (again === unparsable || !isPresent(again)) return image;
  if (!countsAsAbsent(again, rule.source, rule.absence.source, object, run)) return image;
  run.isInexact = true;
  return undefined;
}

function imageOf(
  value: JsonValue,
  rule: DirectedValueRule,
  run: ConversionRun,
): JsonValue | undefined {
  const unparsed = run.unparsed.length;
  const rounded = run.rounded.length;
  // Ops are not applied to null.
  const given = value === null ? null : rule.isTyped(value) ? rule.run(value, run) : unparsable;
  if (hasNewNotes(run, unparsed, rounded)) {
    prefixNotedPaths(keyPathText(rule.source), { unparsed, rounded }, run);
    if (run.fault !== undefined) return undefined;
  }
  const image = fitsPlace(given, rule.fitsTarget) ? given : unparsable;
  if (image === unparsable) {
    run.rounded.length = rounded;
    return imageOfUnparsable(value, rule, unparsed, run);
  }
  if (value === null) return image;
  if (
    !rule.isExact &&
    mustCheckExactness(run) &&
    !isRestoredByInverse(value, image, rule.inverse, run)
  ) {
    run.isInexact = true;
  }
  return image;
}

/** The image of a value that cannot be parsed: the value itself if it may stay, else undefined. */
function imageOfUnparsable(
  value: JsonValue,
  rule: DirectedValueRule,
  before: number,
  run: ConversionRun,
): JsonValue | undefined {
  run.isInexact = true;
  if (run.unparsed.length === before) noteUnparsable(keyPathText(rule.source), run);
  const path = run.unparsed[before] ?? keyPathText(rule.source);
  if (!isParsedByOp(value, rule, run) && reportsFailure(rule, path, run)) return undefined;
  const mayStay =
    rule.mayStay?.(value) === true && rule.inverse(value, trialRun(run)) === unparsable;
  return mayStay ? value : undefined;
}

/** True for a value that the op can parse: then a schema refuses the value or its image, and `fail` does not apply. */
function isParsedByOp(value: JsonValue, rule: DirectedValueRule, run: ConversionRun): boolean {
  if (rule.fail === undefined || rule.isInMetadata) return false;
  return rule.run(value, trialRun(run)) !== unparsable;
}

/** True if the image converts back to the same value; false if the image is absent or null. */
export function isRestoredByInverse(
  value: JsonValue,
  image: JsonValue | undefined,
  inverse: ConvertValue,
  run: ConversionRun,
): boolean {
  if (image === undefined || image === null) return false;
  const again = inverse(image, trialRun(run, false));
  return again !== unparsable && equal(again, value);
}

/**
 * The step of a rule with paths on one side. It writes nothing to the target. A value that the reverse conversion would fill in
 * again needs no preserving.
 */
function oneSidedStep(
  { sources: [path], absence, isPreserved }: DirectedOneSidedRule,
  { sources }: StepIndexes,
): ApplyRule | undefined {
  const sourceAbsence = absence.source;
  if (path === undefined || (!isPreserved && sourceAbsence === undefined)) return undefined;
  const inSameMap = { absence, source: path, sharesHolder: true };
  return (object, run, state) => {
    for (const source of sources) {
      const value = state.values[source];
      if (value === undefined) noteAbsent(object, inSameMap, run);
      else if (value === null || !equalsFill(value, sourceAbsence, path, object, run))
        run.isInexact = true;
    }
  };
}
