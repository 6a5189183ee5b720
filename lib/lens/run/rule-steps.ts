import { equal } from "../../json/equal.ts";
import { known } from "../../json/invariant.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import {
  type Many,
  noteRounded,
  noteUnread,
  type One,
  type Run,
  unreadable,
} from "../ops/codec.ts";
import { isThere } from "../ops/item-test.ts";
import { hasNoted, joined, pathOf, putBelow } from "../ops/noted-paths.ts";
import { trialRun } from "../ops/run-state.ts";
import { type ClaimNode, nodesOf } from "../place/claim-tree.ts";
import type { DirectedMany, DirectedOne, DirectedRule } from "./directed-rule.ts";
import type { ScopeState } from "./scope-state.ts";
import { claimAbove, isBlockedAt } from "./target-path.ts";

/** Applies one rule of a scope to a map. */
type RuleStep = (source: JsonObject, run: Run, state: ScopeState) => void;

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
export function handlesAbsence(rule: DirectedRule): boolean {
  if (rule.type !== "one" && rule.type !== "many") return rule.type !== "leave";
  return rule.fill !== undefined || rule.filledBack !== undefined;
}

function stepOf(
  rule: DirectedRule,
  numbers: StepIndexes,
  claims: readonly KeyPath[],
): RuleStep | undefined {
  if (rule.type === "one") return oneStep(rule, numbers);
  if (rule.type === "many") return manyStep(rule, numbers, claims);
  if (rule.type === "constant") return constantStep(rule, numbers);
  return rule.type === "leave" && rule.isKept ? keepStep(numbers) : undefined;
}

function oneStep(rule: DirectedOne, { rule: number, sources, slots }: StepIndexes): RuleStep {
  const source = known(sources[0], "a rule on one value has one source");
  const slot = known(slots[0], "a rule on one value has one target");
  const { fill, filledBack } = rule;
  const isAbsenceHeeded = handlesAbsence(rule);
  return (object, run, state) => {
    const value = state.values[source];
    if (value === undefined) {
      if (isAbsenceHeeded) state.slots[slot] = absentImage(object, rule, run);
      return;
    }
    const image = value === null ? null : (imageOf(value, rule, run) ?? fill);
    if (image !== undefined) state.slots[slot] = image;
    else if (filledBack !== undefined) {
      state.omitted = (state.omitted ?? new Map()).set(number, filledBack);
      // The other direction fills the omitted value in only where its parent exists.
      if (filledBack === "anywhere" && !hasParent(object, rule.target)) run.isInexact = true;
    }
  };
}

function hasParent(object: JsonObject, path: KeyPath): boolean {
  return isObject(valueAt(object, path.slice(0, -1)));
}

/** The image of an absent source: nothing, or what is filled in. */
function absentImage(object: JsonObject, rule: DirectedOne, run: Run): JsonValue | undefined {
  const { fill, filledBack, source } = rule;
  const isParentThere = hasParent(object, source);
  if (filledBack === "anywhere" || (filledBack === "same parent" && isParentThere))
    run.isInexact = true;
  return isParentThere ? fill : undefined;
}

function imageOf(value: JsonValue, rule: DirectedOne, run: Run): JsonValue | undefined {
  const unread = run.unread.length;
  const rounded = run.rounded.length;
  const image = rule.run(value, run);
  if (hasNoted(run, unread, rounded)) {
    putBelow(pathOf(rule.source), { unread, rounded }, run);
    if (run.fault !== undefined) return undefined;
  }
  if (image === unreadable) {
    run.rounded.length = rounded;
    return unreadImage(value, rule, unread, run);
  }
  if (!rule.isExact && mustCheckExactness(run) && !roundTrips(value, image, rule.inverse, run)) {
    run.isInexact = true;
  }
  return image;
}

/** The image of a value that cannot be parsed: the value itself where it may stay. */
function unreadImage(
  value: JsonValue,
  rule: DirectedOne,
  before: number,
  run: Run,
): JsonValue | undefined {
  run.isInexact = true;
  if (run.unread.length === before) noteUnread(pathOf(rule.source), run);
  if (fails(rule, run.unread[before] ?? pathOf(rule.source), run)) return undefined;
  const mayStay = rule.stays?.(value) === true && rule.inverse(value, trialRun(run)) === unreadable;
  return mayStay ? value : undefined;
}

/** Fails the run for a value that cannot be parsed, where the rule has `fail` and the run does not ignore it. */
function fails({ fail }: Pick<DirectedOne, "fail">, path: string, run: Run): boolean {
  if (fail === undefined) return false;
  if (run.mayFail) run.fault = { path, message: fail };
  else run.ignoredFailure = true;
  return run.mayFail;
}

/** True while no inexact value was found and the run wants to know of one. */
export function mustCheckExactness({ checksExactness, isInexact }: Run): boolean {
  return checksExactness && !isInexact;
}

export function roundTrips(
  value: JsonValue,
  image: JsonValue | undefined,
  inverse: One,
  run: Run,
): boolean {
  if (image === undefined || image === null) return false;
  const again = inverse(image, trialRun(run, false));
  return again !== unreadable && equal(again, value);
}

function manyStep(
  rule: DirectedMany,
  { sources, slots: numbers }: StepIndexes,
  claims: readonly KeyPath[],
): RuleStep {
  const { filledBack, reads, isPartial } = rule;
  const writes = numbers.map((slot, at) => {
    const path = known(rule.targets[at], "each target has a slot");
    return { slot, parent: (claimAbove(path, claims) ?? path).slice(0, -1) };
  });
  return (object, run, { values: all, slots }) => {
    if (!isAnyPresent(sources, all)) {
      if (filledBack !== undefined) run.isInexact = true;
      return;
    }
    const values = sources.map((source) => all[source]);
    const given =
      reads.length === 0 ? values : [...values, ...reads.map((path) => valueAt(object, path))];
    const images = imagesOf(values, given, rule, run);
    if (images === undefined) return;
    let at = 0;
    for (const { slot, parent } of writes) {
      const image = images[at];
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

function firstSource({ sources }: DirectedMany): KeyPath {
  return known(sources[0], "a rule without sources reads nothing");
}

type Values = readonly (JsonValue | undefined)[];

function isAnyPresent(sources: readonly number[], values: Values): boolean {
  for (const source of sources) if (values[source] !== undefined) return true;
  return false;
}

/** The images of a joint rule's values; `given` has its reads too. Undefined where the values cannot be parsed. */
function imagesOf(values: Values, given: Values, rule: DirectedMany, run: Run): Values | undefined {
  const unread = run.unread.length;
  const rounded = run.rounded.length;
  const images = rule.run(given, run);
  const isRounded = run.rounded.length > rounded;
  // Sources that the rule tried and skipped are not reported, only the rule's final result.
  if (run.unread.length > unread) run.unread.length = unread;
  if (isRounded) run.rounded.length = rounded;
  if (run.fault !== undefined) {
    const path = joined(pathOf(firstSource(rule)), run.fault.path);
    run.fault = { ...run.fault, path };
    return undefined;
  }
  if (images === unreadable) {
    run.isInexact = true;
    const path = pathOf(firstSource(rule));
    if (!fails(rule, path, run)) noteUnread(path, run);
    return undefined;
  }
  if (isRounded) {
    const source = rule.sources[values.findIndex(isThere)] ?? firstSource(rule);
    noteRounded(run, pathOf(source));
  }
  if (rule.isExact || !mustCheckExactness(run)) return images;
  if (rule.assumesInexact || !allRoundTrip(values, images, rule.inverse, run)) run.isInexact = true;
  return images;
}

function allRoundTrip(
  values: readonly (JsonValue | undefined)[],
  images: readonly (JsonValue | undefined)[],
  inverse: Many,
  run: Run,
): boolean {
  if (images.every((image) => image === undefined)) return false;
  const again = inverse(images, trialRun(run, false));
  return again !== unreadable && values.every((value, index) => equal(value, again[index]));
}

function keepStep({ sources }: StepIndexes): RuleStep {
  return (_, run, { values: all }) => {
    for (const source of sources) if (all[source] !== undefined) run.isInexact = true;
  };
}

/** The reverse of a fill: the constant is omitted. Another value, or none where one would be filled in, is inexact. */
function constantStep(
  { source, value: constant }: { source: KeyPath; value: JsonValue },
  { sources }: StepIndexes,
): RuleStep {
  const node = known(sources[0], "a constant has one path");
  return (object, run, { values: all }) => {
    const value = all[node];
    if (value === undefined ? hasParent(object, source) : !equal(value, constant)) {
      run.isInexact = true;
    }
  };
}
