import { equal } from "../../json/equal.ts";
import { known } from "../../json/invariant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import {
  type ConversionRun,
  type ConvertValue,
  type ConvertValues,
  noteRounded,
  noteUnparsable,
  type Unparsable,
  unparsable,
} from "../ops/codec.ts";
import { isPresent } from "../ops/item-test.ts";
import { hasNoted, joined, keyPathText, putBelow } from "../ops/noted-paths.ts";
import { trialRun } from "../ops/run-state.ts";
import { type ClaimNode, nodesOf } from "../place/claim-tree.ts";
import type { Absence } from "./absence.ts";
import type {
  DirectedJointRule,
  DirectedOneSidedRule,
  DirectedRule,
  DirectedValueRule,
  FitTest,
} from "./directed-rule.ts";
import type { ScopeState } from "./scope-state.ts";
import { claimAbove, isBlockedAt } from "./target-path.ts";

/** Applies one rule of a scope to a map. */
type RuleStep = (source: JsonObject, run: ConversionRun, state: ScopeState) => void;

/** Where a rule's values are in a state: its number, the nodes of its sources and its slots. */
interface StepIndexes {
  readonly rule: number;
  readonly sources: readonly number[];
  readonly slots: readonly number[];
}

/** The steps of rules. `tree` holds their claims, `claims` all paths that they claim on the source's side. */
export function stepsOf(
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
    return stepOf(rule, { rule: index, sources, slots }, claims) ?? [];
  });
}

/** True for a rule that fills something in, or is inexact, where all its sources are absent. */
export function handlesAbsence({ absence: { source, target } }: DirectedRule): boolean {
  return source?.filling !== undefined || target?.filling !== undefined;
}

function stepOf(
  rule: DirectedRule,
  numbers: StepIndexes,
  claims: readonly KeyPath[],
): RuleStep | undefined {
  if (rule.type === "value") return valueStep(rule, numbers);
  if (rule.type === "joint") return jointStep(rule, numbers, claims);
  return oneSidedStep(rule, numbers);
}

function valueStep(
  rule: DirectedValueRule,
  { rule: number, sources, slots }: StepIndexes,
): RuleStep {
  const source = known(sources[0], "a rule on one value has one source");
  const slot = known(slots[0], "a rule on one value has one target");
  const { absence, sharesHolder } = rule;
  return (object, run, state) => {
    const value = state.values[source];
    if (value === undefined) {
      noteAbsent(object, rule, run);
      return;
    }
    const isFilled = value !== null && isFilling(value, absence.source, rule.source, object, run);
    if (isFilled || (value !== null && absence.source?.isOmitted(value) === true)) {
      // The way back fills the value in again where its map is there, so nothing has to be preserved.
      if (!isFilled || !sharesHolder) run.isInexact = true;
      state.omitted = (state.omitted ?? new Set()).add(number);
      return;
    }
    const image = imageOf(value, rule, run);
    if (image === undefined) return;
    if (image !== null && absence.target !== undefined && leavesOut(image, absence.target, rule)) {
      run.isInexact = true;
      state.omitted = (state.omitted ?? new Set()).add(number);
    } else state.slots[slot] = image;
  };
}

/** Inexact where the way back would fill an absent value in. */
function noteAbsent(
  object: JsonObject,
  { absence, source, sharesHolder }: Pick<DirectedValueRule, "absence" | "source" | "sharesHolder">,
  run: ConversionRun,
): void {
  if (absence.source?.filling === undefined) return;
  if (!sharesHolder || isObject(holderOf(object, source))) run.isInexact = true;
}

/** The map around a place. */
function holderOf(object: JsonObject, path: KeyPath): JsonValue | undefined {
  return valueAt(object, path.slice(0, -1));
}

/** True for a value that says nothing where it is read. */
function omits(
  value: JsonValue,
  path: KeyPath,
  absence: Absence | undefined,
  object: JsonObject,
  run: ConversionRun,
): boolean {
  if (absence === undefined) return false;
  return absence.isOmitted(value) || isFilling(value, absence, path, object, run);
}

function isFilling(
  value: JsonValue,
  absence: Absence | undefined,
  path: KeyPath,
  object: JsonObject,
  run: ConversionRun,
): boolean {
  const filling = absence?.filling;
  if (filling === undefined || filling.convertsBack) return false;
  const filled = filling.value(holderOf(object, path), object, run);
  return filled !== undefined && equal(filled, value);
}

/**
 * True for an image that says nothing where it is written. One that is filled in there anyway may stay, unless it would
 * bring its map along.
 */
function leavesOut(
  image: JsonValue,
  { isOmitted, filling }: Absence,
  { sharesHolder }: Pick<DirectedValueRule, "sharesHolder">,
): boolean {
  if (isOmitted(image)) return true;
  return !sharesHolder && filling?.constant !== undefined && equal(filling.constant, image);
}

function imageOf(
  value: JsonValue,
  rule: DirectedValueRule,
  run: ConversionRun,
): JsonValue | undefined {
  const unread = run.unread.length;
  const rounded = run.rounded.length;
  // Null passes by every op.
  const given = value === null ? null : rule.isTyped(value) ? rule.run(value, run) : unparsable;
  if (hasNoted(run, unread, rounded)) {
    putBelow(keyPathText(rule.source), { unread, rounded }, run);
    if (run.fault !== undefined) return undefined;
  }
  const image = fitsPlace(given, rule.fitsTarget) ? given : unparsable;
  if (image === unparsable) {
    run.rounded.length = rounded;
    return imageOfUnparsable(value, rule, unread, run);
  }
  if (value === null) return image;
  if (!rule.isExact && mustCheckExactness(run) && !roundTrips(value, image, rule.inverse, run)) {
    run.isInexact = true;
  }
  return image;
}

/** True for nothing, and for an image that its place can hold. */
function fitsPlace(
  image: JsonValue | undefined | Unparsable,
  fitsTarget: FitTest | undefined,
): boolean {
  return (
    image === undefined || image === unparsable || fitsTarget === undefined || fitsTarget(image)
  );
}

/** The image of a value that cannot be parsed: the value itself where it may stay. */
function imageOfUnparsable(
  value: JsonValue,
  rule: DirectedValueRule,
  before: number,
  run: ConversionRun,
): JsonValue | undefined {
  run.isInexact = true;
  if (run.unread.length === before) noteUnparsable(keyPathText(rule.source), run);
  const path = run.unread[before] ?? keyPathText(rule.source);
  if (!isParsedByOp(value, rule, run) && fails(rule, path, run)) return undefined;
  const mayStay =
    rule.mayStay?.(value) === true && rule.inverse(value, trialRun(run)) === unparsable;
  return mayStay ? value : undefined;
}

/** True for a value that the op parses, where a schema refuses the value or its image: that does not fail the review. */
function isParsedByOp(value: JsonValue, rule: DirectedValueRule, run: ConversionRun): boolean {
  if (rule.fail === undefined || rule.isInMetadata) return false;
  return rule.run(value, trialRun(run)) !== unparsable;
}

/** Fails the run for a value that cannot be parsed, where the rule has `fail` and the run does not ignore it. */
function fails(
  { fail }: Pick<DirectedValueRule, "fail">,
  path: string,
  run: ConversionRun,
): boolean {
  if (fail === undefined) return false;
  if (run.mayFail) run.fault = { path, message: fail };
  else run.ignoredFailure = true;
  return run.mayFail;
}

/** True while no inexact value was found and the run wants to know of one. */
export function mustCheckExactness({ checksExactness, isInexact }: ConversionRun): boolean {
  return checksExactness && !isInexact;
}

/** True where the image converts back to the same value; false where it is absent or null. */
export function roundTrips(
  value: JsonValue,
  image: JsonValue | undefined,
  inverse: ConvertValue,
  run: ConversionRun,
): boolean {
  if (image === undefined || image === null) return false;
  const again = inverse(image, trialRun(run, false));
  return again !== unparsable && equal(again, value);
}

function jointStep(
  rule: DirectedJointRule,
  { sources, slots: numbers }: StepIndexes,
  claims: readonly KeyPath[],
): RuleStep {
  const { absence, reads, isPartial } = rule;
  const [path] = rule.sources;
  const writes = numbers.map((slot, at) => {
    const path = known(rule.targets[at], "each target has a slot");
    return { slot, parent: (claimAbove(path, claims) ?? path).slice(0, -1) };
  });
  return (object, run, { values: all, slots }) => {
    if (!isAnyPresent(sources, all)) {
      if (absence.source?.filling !== undefined) run.isInexact = true;
      return;
    }
    const values = sources.map((source) => all[source]);
    const [only] = values;
    if (path !== undefined && isPresent(only) && omits(only, path, absence.source, object, run)) {
      run.isInexact = true;
      return;
    }
    const given =
      reads.length === 0 ? values : [...values, ...reads.map((read) => read(object, run))];
    const images = imagesOf(values, given, rule, run);
    if (images === undefined) return;
    let at = 0;
    for (const { slot, parent } of writes) {
      const image = isOmittedImage(images[at], rule) ? undefined : images[at];
      if (image !== images[at]) run.isInexact = true;
      if (image === undefined || !isBlockedAt(object, parent)) slots[slot] = image;
      else {
        run.isInexact = true;
        if (!isPartial) {
          for (const write of writes.slice(0, at)) slots[write.slot] = undefined;
          return;
        }
      }
      at += 1;
    }
  };
}

function firstSource({ sources }: DirectedJointRule): KeyPath {
  return known(sources[0], "a rule without sources reads nothing");
}

type SlotValues = readonly (JsonValue | undefined)[];

function isAnyPresent(sources: readonly number[], values: SlotValues): boolean {
  for (const source of sources) if (values[source] !== undefined) return true;
  return false;
}

/** The images of a joint rule's values; `given` has its reads too. Undefined where the values cannot be parsed. */
function imagesOf(
  values: SlotValues,
  given: SlotValues,
  rule: DirectedJointRule,
  run: ConversionRun,
): SlotValues | undefined {
  const unread = run.unread.length;
  const rounded = run.rounded.length;
  const illTyped = values.findIndex((value, at) => isIllTyped(value, rule.areTyped[at]));
  const answer = rule.run(given, run);
  const isRounded = run.rounded.length > rounded;
  // Sources that the rule tried and skipped are not reported, only the rule's final result.
  if (run.unread.length > unread) run.unread.length = unread;
  if (isRounded) run.rounded.length = rounded;
  if (run.fault !== undefined) {
    const path = joined(keyPathText(firstSource(rule)), run.fault.path);
    run.fault = { ...run.fault, path };
    return undefined;
  }
  const isWhole =
    answer !== unparsable &&
    illTyped < 0 &&
    answer.every((image, at) => fitsPlace(image, rule.fitsTargets[at]));
  const images = isWhole ? answer : unparsable;
  if (images === unparsable) {
    run.isInexact = true;
    const path = keyPathText(rule.sources[illTyped] ?? firstSource(rule));
    // As for one value.
    const isParsedIllTyped = illTyped >= 0 && answer !== unparsable;
    if (isParsedIllTyped || !fails(rule, path, run)) noteUnparsable(path, run);
    return undefined;
  }
  if (isRounded) {
    const source = rule.sources[values.findIndex(isPresent)] ?? firstSource(rule);
    noteRounded(run, keyPathText(source));
  }
  if (rule.isExact || !mustCheckExactness(run)) return images;
  if (rule.assumesInexact || !allRoundTrip(values, images, rule.inverse, run)) run.isInexact = true;
  return images;
}

function isIllTyped(value: JsonValue | undefined, isTyped: FitTest | undefined): boolean {
  return isPresent(value) && isTyped?.(value) === false;
}

function allRoundTrip(
  values: readonly (JsonValue | undefined)[],
  images: readonly (JsonValue | undefined)[],
  inverse: ConvertValues,
  run: ConversionRun,
): boolean {
  if (images.every((image) => image === undefined)) return false;
  const again = inverse(images, trialRun(run, false));
  return again !== unparsable && values.every((value, index) => equal(value, again[index]));
}

/** True for the image of several values that says nothing where it is written. */
function isOmittedImage(
  image: JsonValue | undefined,
  { absence: { target } }: DirectedJointRule,
): boolean {
  return target !== undefined && isPresent(image) && leavesOut(image, target, inDifferentMaps);
}

const inDifferentMaps = { sharesHolder: false };

/** Nothing is made of the value of one side. What would be filled in again on the way back is not preserved. */
function oneSidedStep(
  { sources: [path], absence, isKept }: DirectedOneSidedRule,
  { sources, rule: number }: StepIndexes,
): RuleStep | undefined {
  const sourceAbsence = absence.source;
  if (path === undefined || (!isKept && sourceAbsence === undefined)) return undefined;
  const inSameMap = { absence, source: path, sharesHolder: true };
  return (object, run, state) => {
    for (const source of sources) {
      const value = state.values[source];
      if (value === undefined) noteAbsent(object, inSameMap, run);
      else if (value === null || !isFilling(value, sourceAbsence, path, object, run))
        run.isInexact = true;
      else state.omitted = (state.omitted ?? new Set()).add(number);
    }
  };
}
