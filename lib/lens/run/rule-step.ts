import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type ConversionRun, type Unparsable, unparsable } from "../ops/codec.ts";
import type { DirectedRule, DirectedValueRule, FitTest } from "./directed-rule.ts";
import type { ScopeState } from "./scope-state.ts";

/** Applies one rule of a scope to a map. */
export type RuleStep = (source: JsonObject, run: ConversionRun, state: ScopeState) => void;

/** Where a rule's values are in a state: its number, the nodes of its sources and its slots. */
export interface StepIndexes {
  readonly rule: number;
  readonly sources: readonly number[];
  readonly slots: readonly number[];
}

/** True for a rule that fills something in, or is inexact, where all its sources are absent. */
export function handlesAbsence({ absence: { source, target } }: DirectedRule): boolean {
  return source?.filling !== undefined || target?.filling !== undefined;
}

/** True for an absent image, and for one that its place can hold. */
export function fitsPlace(
  image: JsonValue | undefined | Unparsable,
  fitsTarget: FitTest | undefined,
): boolean {
  return (
    image === undefined || image === unparsable || fitsTarget === undefined || fitsTarget(image)
  );
}

/** Fails the run for a value that cannot be parsed, where the rule has `fail` and the run does not ignore it. */
export function fails(
  { fail }: Pick<DirectedValueRule, "fail">,
  path: string,
  run: ConversionRun,
): boolean {
  if (fail === undefined) return false;
  if (run.mayFail) run.fault = { path, message: fail };
  else run.ignoredFailure = true;
  return run.mayFail;
}

/** True if the run wants to know whether it is exact, and nothing inexact was found yet. */
export function mustCheckExactness({ checksExactness, isInexact }: ConversionRun): boolean {
  return checksExactness && !isInexact;
}
