import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type ConversionRun, type Unparsable, unparsable } from "../ops/codec.ts";
import type { DirectedRule, DirectedValueRule, FitTest } from "./directed-rule.ts";
import type { ScopeState } from "./scope-state.ts";

/** One rule of a scope, ready to be applied to a map. */
export interface RuleStep {
  readonly apply: ApplyRule;
  /** The ids of its sources in the claim tree. */
  readonly sources: readonly number[];
  /** True if there is something to do even if all sources are absent: the reverse conversion would fill in a value. */
  readonly readsAbsence: boolean;
}

/** Applies a rule to a map: reads the values of its sources from the state, and writes its images there. */
export type ApplyRule = (source: JsonObject, run: ConversionRun, state: ScopeState) => void;

/** Where a rule's values are in the state: the node ids of its sources, and the numbers of its targets. */
export interface StepIndexes {
  readonly sources: readonly number[];
  readonly slots: readonly number[];
}

/** True for a rule that fills in a value, or makes the run inexact, if all its sources are absent. */
export function handlesAbsence({ absence: { source, target } }: DirectedRule): boolean {
  return source?.filling !== undefined || target?.filling !== undefined;
}

/** True if one of these nodes of the claim tree has a value. */
export function isAnyPresent(sources: readonly number[], { values }: ScopeState): boolean {
  for (const source of sources) if (values[source] !== undefined) return true;
  return false;
}

/** True for an image that its target path can hold, and for one that is absent or `unparsable`. */
export function fitsPlace(
  image: JsonValue | undefined | Unparsable,
  fitsTarget: FitTest | undefined,
): boolean {
  return (
    image === undefined || image === unparsable || fitsTarget === undefined || fitsTarget(image)
  );
}

/** Sets a fault for a value that cannot be parsed, if the rule has `fail` and the run does not ignore it. True if it did. */
export function reportsFailure(
  { fail }: Pick<DirectedValueRule, "fail">,
  path: string,
  run: ConversionRun,
): boolean {
  if (fail === undefined) return false;
  if (run.mayFail) run.fault = { code: "ValueRefused", path, message: fail };
  else run.ignoredFailure = true;
  return run.mayFail;
}

/** True if the run has to find out whether it is exact, and nothing inexact was found yet. */
export function mustCheckExactness({ checksExactness, isInexact }: ConversionRun): boolean {
  return checksExactness && !isInexact;
}
