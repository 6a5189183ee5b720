import { GrowingList } from "../value/list.ts";
import { ValueMap } from "../value/map.ts";
import { goTypeName } from "../value/type-name.ts";
import { CelError, CelList, CelMap, type CelValue } from "../value/value.ts";
import type { EvaluationFrame, PlanStep } from "./frame.ts";

/** The parts of a comprehension. Variables are given as slots in the frame. */
interface LoopPlan {
  readonly range: PlanStep;
  readonly init: PlanStep;
  readonly condition: PlanStep;
  readonly next: PlanStep;
  readonly result: PlanStep;
  readonly variable: number;
  /** The slot of the second variable, in macros that have two. */
  readonly variable2: number | undefined;
  readonly accumulator: number;
}

/** Creates the step for a loop over a list or a map. */
export function loop(plan: LoopPlan): PlanStep {
  return (frame) => {
    const range = plan.range(frame);
    if (range instanceof CelError) return range;
    frame.slots[plan.accumulator] = collectorOf(plan.init(frame));
    const fault =
      plan.variable2 === undefined
        ? overItems(frame, plan, range)
        : overEntries(frame, plan, range, plan.variable2);
    if (fault !== undefined) return fault;
    const result = plan.result(frame);
    return result instanceof GrowingList ? result.finished() : result;
  };
}

/**
 * The initial value of the accumulator. An empty list or map becomes one that is changed in place, so that items are
 * not copied in each iteration; any other value stays.
 */
function collectorOf(value: CelValue): CelValue {
  if (value instanceof CelList && value.size() === 0) return new GrowingList();
  return value instanceof CelMap && value.size() === 0 ? new ValueMap([]) : value;
}

/**
 * Runs one iteration. Returns false if the condition is false, which ends the loop; an error in the condition does not
 * end it.
 */
function iterate(frame: EvaluationFrame, { condition, next, accumulator }: LoopPlan): boolean {
  if (condition(frame) === false) return false;
  frame.slots[accumulator] = next(frame);
  return true;
}

function overItems(frame: EvaluationFrame, plan: LoopPlan, range: CelValue): CelError | undefined {
  if (!(range instanceof CelList) && !(range instanceof CelMap)) {
    return new CelError(`got '${goTypeName(range)}', expected iterable type`);
  }
  if (range instanceof CelList) {
    const size = range.size();
    for (let index = 0; index < size; index++) {
      frame.slots[plan.variable] = range.get(index);
      if (!iterate(frame, plan)) return undefined;
    }
    return undefined;
  }
  for (const key of range.keys()) {
    frame.slots[plan.variable] = key;
    if (!iterate(frame, plan)) return undefined;
  }
  return undefined;
}

function overEntries(
  frame: EvaluationFrame,
  plan: LoopPlan,
  range: CelValue,
  variable2: number,
): CelError | undefined {
  for (const [key, value] of entriesOf(range) ?? []) {
    frame.slots[plan.variable] = key;
    frame.slots[variable2] = value;
    if (!iterate(frame, plan)) return undefined;
  }
  return range instanceof CelList || range instanceof CelMap
    ? undefined
    : new CelError(`unsupported comprehension range type: ${goTypeName(range)}`);
}

function* entriesOf(range: CelValue): Iterable<readonly [CelValue, CelValue]> {
  if (range instanceof CelMap) {
    for (const key of range.keys()) yield [key, range.find(key) ?? null];
  } else if (range instanceof CelList) {
    for (let index = 0; index < range.size(); index++) yield [index, range.get(index)];
  }
}

/**
 * The step for `result`, which uses a named value. The value is evaluated when it is first used: see {@link
 * boundValue}.
 */
export function bindingStep(result: PlanStep, slot: number): PlanStep {
  return (frame) => {
    frame.slots[slot] = undefined;
    return result(frame);
  };
}

/**
 * The step for the named value of {@link bindingStep}: evaluates the value at the first use and reads it from its slot
 * after that.
 */
export function boundValue(value: PlanStep, slot: number): PlanStep {
  return (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) return known;
    const fresh = value(frame);
    frame.slots[slot] = fresh;
    return fresh;
  };
}
