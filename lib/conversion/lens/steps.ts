import { equal } from "../../json/equal.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type Many, noteUnread, type One, type Run, unreadable } from "./codec.ts";
import type { KeyPath } from "./path.ts";
import { otherSide, type Side } from "./placed.ts";
import { claimAbove, hasParent, isBlocked, valueAt } from "./places.ts";
import type { Scope } from "./scoped.ts";
import type { Outcome } from "./take.ts";
import { joined, pathOf, putBelow } from "./told.ts";
import { aside } from "./trial.ts";
import type { Wired, WiredMany, WiredOne } from "./wired.ts";

type StepFunction = (source: JsonObject, run: Run, outcome: Outcome) => void;

/** Where a rule's values stand in an outcome: its number, its first source and its first slot. */
interface Numbers {
  readonly rule: number;
  readonly source: number;
  readonly slot: number;
}

export function stepsOf(
  scope: Scope,
  side: Side,
  rules: readonly Wired[],
): readonly StepFunction[] {
  let [source, slot] = [0, 0];
  const steps: StepFunction[] = [];
  const claims = scope.rules.flatMap((rule) => rule[side]);
  for (const [index, rule] of rules.entries()) {
    const step = stepOf(rule, { rule: index, source, slot }, claims);
    if (step !== undefined) steps.push(step);
    source += scope.rules[index]?.[side].length ?? 0;
    slot += scope.rules[index]?.[otherSide(side)].length ?? 0;
  }
  return steps;
}

function stepOf(
  rule: Wired,
  numbers: Numbers,
  claims: readonly KeyPath[],
): StepFunction | undefined {
  if (rule.type === "one") return oneStep(rule, numbers);
  if (rule.type === "many") return manyStep(rule, numbers, claims);
  if (rule.type === "constant") return constantStep(rule, numbers);
  return rule.type === "leave" && rule.isKept ? keepStep(rule, numbers) : undefined;
}

function oneStep(rule: WiredOne, numbers: Numbers): StepFunction {
  const { source, slot } = numbers;
  return (object, run, outcome) => {
    const value = outcome.values[source];
    if (value === undefined) {
      outcome.slots[slot] = absentImage(object, rule, run);
      return;
    }
    const image = value === null ? null : (imageOf(value, rule, run) ?? rule.fill);
    outcome.slots[slot] = image;
    const isUnfilled = image === undefined && rule.filledBack !== undefined;
    outcome.moved[numbers.rule] =
      image !== undefined || (isUnfilled && rule.filledBack === "anywhere");
    if (isUnfilled) unfill(object, rule, numbers.rule, outcome, run);
  };
}

/** Notes that absence stands for a value: it comes back only where the parent that fills it does. */
function unfill(object: JsonObject, rule: WiredOne, index: number, outcome: Outcome, run: Run) {
  outcome.unfilled[index] = true;
  if (rule.filledBack === "anywhere" && !hasParent(object, rule.target)) run.residual = true;
}

/** What becomes of a source that is not there: nothing, or what fills its place. */
function absentImage(object: JsonObject, rule: WiredOne, run: Run): JsonValue | undefined {
  const { fill, filledBack, source } = rule;
  if (fill === undefined && filledBack === undefined) return undefined;
  const isParentThere = hasParent(object, source);
  if (filledBack === "anywhere" || (filledBack === "beside" && isParentThere)) run.residual = true;
  return isParentThere ? fill : undefined;
}

function imageOf(value: JsonValue, rule: WiredOne, run: Run): JsonValue | undefined {
  const told = run.unread.length;
  const image = rule.run(value, run);
  if (run.fault !== undefined || run.unread.length > told) {
    putBelow(pathOf(rule.source), told, run);
    if (run.fault !== undefined) return undefined;
  }
  if (image !== unreadable) {
    if (!rule.isExact && !comesBack(value, image, rule.inverse, run)) run.residual = true;
    return image;
  }
  run.residual = true;
  if (run.unread.length === told) noteUnread(pathOf(rule.source), run);
  if (fails(rule, run.unread[told] ?? pathOf(rule.source), run)) return undefined;
  const mayStay = rule.stays?.(value) === true && rule.inverse(value, aside(run)) === unreadable;
  return mayStay ? value : undefined;
}

/** Fails the run where a rule that cannot read its values says so, and the run lets it. */
function fails({ fail }: Pick<WiredOne, "fail">, path: string, run: Run): boolean {
  if (fail === undefined) return false;
  if (run.mayFail) run.fault = { path, message: fail };
  else run.spared = true;
  return run.mayFail;
}

export function comesBack(
  value: JsonValue,
  image: JsonValue | undefined,
  inverse: One,
  run: Run,
): boolean {
  if (image === undefined || image === null) return false;
  const home = inverse(image, aside(run));
  return home !== unreadable && equal(home, value);
}

function manyStep(rule: WiredMany, numbers: Numbers, claims: readonly KeyPath[]): StepFunction {
  const { sources, targets, reads } = rule;
  const untaken = targets.map((path) => claimAbove(path, claims) ?? path);
  return (object, run, outcome) => {
    if (!isAnyThere(outcome, numbers.source, sources.length)) {
      if (rule.filledBack !== undefined) run.residual = true;
      return;
    }
    const values = sources.map((_, index) => outcome.values[numbers.source + index]);
    const beside = reads.map((path) => valueAt(object, path));
    const images = imagesOf(values, beside, rule, run);
    if (images === undefined) return;
    const blocked = untaken.map((path, at) => images[at] !== undefined && isBlocked(object, path));
    if (blocked.includes(true)) {
      run.residual = true;
      if (!rule.isPartial) return;
    }
    for (let at = 0; at < targets.length; at++) {
      if (images[at] === undefined || blocked[at] === true) continue;
      outcome.moved[numbers.rule] = true;
      outcome.slots[numbers.slot + at] = images[at];
    }
  };
}

function isAnyThere({ values }: Outcome, first: number, count: number): boolean {
  for (let index = first; index < first + count; index++) {
    if (values[index] !== undefined) return true;
  }
  return false;
}

function imagesOf(
  values: readonly (JsonValue | undefined)[],
  reads: readonly (JsonValue | undefined)[],
  rule: WiredMany,
  run: Run,
): readonly (JsonValue | undefined)[] | undefined {
  const images = rule.run(reads.length === 0 ? values : [...values, ...reads], run);
  if (run.fault !== undefined) {
    run.fault = { ...run.fault, path: joined(pathOf(rule.sources[0] ?? []), run.fault.path) };
    return undefined;
  }
  if (images === unreadable) {
    run.residual = true;
    const path = pathOf(rule.sources[0] ?? []);
    if (!fails(rule, path, run)) noteUnread(path, run);
    return undefined;
  }
  if (rule.isExact) return images;
  if (rule.isUnsure || !allComeBack(values, images, rule.inverse, run)) run.residual = true;
  return images;
}

function allComeBack(
  values: readonly (JsonValue | undefined)[],
  images: readonly (JsonValue | undefined)[],
  inverse: Many,
  run: Run,
): boolean {
  if (images.every((image) => image === undefined)) return false;
  const homes = inverse(images, aside(run));
  return homes !== unreadable && values.every((value, index) => equal(value, homes[index]));
}

function keepStep({ sources }: { sources: readonly KeyPath[] }, numbers: Numbers): StepFunction {
  return (_, run, { values }) => {
    for (let index = 0; index < sources.length; index++) {
      if (values[numbers.source + index] !== undefined) run.residual = true;
    }
  };
}

/** The way back of a fill: the very value goes, any other, or none where one would be filled in, is kept. */
function constantStep(
  { source, value: constant }: { source: KeyPath; value: JsonValue },
  numbers: Numbers,
): StepFunction {
  return (object, run, { values }) => {
    const value = values[numbers.source];
    if (value === undefined ? hasParent(object, source) : !equal(value, constant)) {
      run.residual = true;
    }
  };
}
