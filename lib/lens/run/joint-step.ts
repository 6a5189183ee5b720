import { equal } from "../../json/equal.ts";
import { assertDefined } from "../../json/invariant.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import {
  type ConversionRun,
  type ConvertValues,
  noteRounded,
  noteUnparsable,
  unparsable,
} from "../ops/codec.ts";
import { isPresent } from "../ops/item-test.ts";
import { joinedPaths, keyPathText } from "../ops/noted-paths.ts";
import { trialRun } from "../ops/run-state.ts";
import { countsAsAbsent, isAbsentImage } from "./absent-values.ts";
import type { DirectedJointRule, FitTest } from "./directed-rule.ts";
import {
  type ApplyRule,
  fitsPlace,
  isAnyPresent,
  mustCheckExactness,
  reportsFailure,
  type StepIndexes,
} from "./rule-step.ts";
import { isBlockedAt, outermostClaimAbove } from "./target-path.ts";

/** The step of a rule that converts several values. `claims` are all paths that the scope's rules claim on the source's side. */
export function jointStep(
  rule: DirectedJointRule,
  { sources, slots: numbers }: StepIndexes,
  claims: readonly KeyPath[],
): ApplyRule {
  const { absence, reads, isPartial } = rule;
  const [path] = rule.sources;
  const writes = numbers.map((slot, at) => {
    const path = assertDefined(rule.targets[at], "each target has a slot");
    return { slot, parent: (outermostClaimAbove(path, claims) ?? path).slice(0, -1) };
  });
  return (object, run, state) => {
    const { values: all, slots } = state;
    if (!isAnyPresent(sources, state)) {
      run.isInexact = true;
      return;
    }
    const values = sources.map((source) => all[source]);
    const [only] = values;
    if (
      path !== undefined &&
      isPresent(only) &&
      countsAsAbsent(only, path, absence.source, object, run)
    ) {
      run.isInexact = true;
      return;
    }
    const given =
      reads.length === 0 ? values : [...values, ...reads.map((read) => read(object, run))];
    const images = imagesOf(values, given, rule, run);
    if (images === undefined) return;
    if (absence.source !== undefined && comesBackAbsent(images, rule, object, run)) {
      run.isInexact = true;
      return;
    }
    let at = 0;
    for (const { slot, parent } of writes) {
      const image = isLeftOut(images[at], at, rule) ? undefined : images[at];
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

/**
 * True if the images of the rule's only value come back as a value that `fill` or `omit` counts as absent: without preserved
 * values, they would be gone after a round trip. False for a rule that reads more than it claims, since that is not tried.
 */
function comesBackAbsent(
  images: SlotValues,
  { sources: [path], absence, assumesInexact, inverse }: DirectedJointRule,
  object: JsonObject,
  run: ConversionRun,
): boolean {
  if (path === undefined || assumesInexact || !run.provesLaws) return false;
  const again = inverse(images, trialRun(run, false));
  const only = again === unparsable ? undefined : again[0];
  return isPresent(only) && countsAsAbsent(only, path, absence.source, object, run);
}

function firstSource({ sources }: DirectedJointRule): KeyPath {
  return assertDefined(sources[0], "a rule that reads values has a source path");
}

type SlotValues = readonly (JsonValue | undefined)[];

/**
 * The images of a joint rule's values; undefined if they can't be parsed. `given` has the values of the rule's sources, then
 * those that the rule only reads.
 */
function imagesOf(
  values: SlotValues,
  given: SlotValues,
  rule: DirectedJointRule,
  run: ConversionRun,
): SlotValues | undefined {
  const unparsed = run.unparsed.length;
  const rounded = run.rounded.length;
  const illTyped = firstIllTyped(values, rule.areTyped);
  const computed = rule.run(given, run);
  const isRounded = run.rounded.length > rounded;
  // Sources that the rule tried and skipped are not reported, only the rule's final result.
  if (run.unparsed.length > unparsed) run.unparsed.length = unparsed;
  if (isRounded) run.rounded.length = rounded;
  if (run.fault !== undefined) {
    const path = joinedPaths(keyPathText(firstSource(rule)), run.fault.path);
    run.fault = { ...run.fault, path };
    return undefined;
  }
  const isWhole = computed !== unparsable && illTyped < 0 && areFitting(computed, rule.fitsTargets);
  const images = isWhole ? computed : unparsable;
  if (images === unparsable) {
    run.isInexact = true;
    const path = keyPathText(rule.sources[illTyped] ?? firstSource(rule));
    // If the op parsed the values and only a declared type is wrong, `fail` does not apply, as for a rule with one path.
    const isParsedIllTyped = illTyped >= 0 && computed !== unparsable;
    if (isParsedIllTyped || !reportsFailure(rule, path, run)) noteUnparsable(path, run);
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

// The next two functions are loops, because they run for every object: a closure for each object would cost more than the tests.

/** The index of the first value of another type than declared; -1 if there is none. */
function firstIllTyped(values: SlotValues, areTyped: readonly FitTest[]): number {
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (isPresent(value) && areTyped[at]?.(value) === false) return at;
  }
  return -1;
}

function areFitting(images: SlotValues, fitsTargets: readonly FitTest[]): boolean {
  for (let at = 0; at < images.length; at++) {
    if (!fitsPlace(images[at], fitsTargets[at])) return false;
  }
  return true;
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

/** True for an image that counts as absent in the target version, and for null if null is left out at the target. */
function isLeftOut(
  image: JsonValue | undefined,
  at: number,
  { absence: { target }, leaveOutNull }: DirectedJointRule,
): boolean {
  if (image === null) return leaveOutNull[at] === true;
  return (
    target !== undefined && image !== undefined && isAbsentImage(image, target, inDifferentMaps)
  );
}

const inDifferentMaps = { sharesHolder: false };
