import type { Allowance } from "../../converter/allowance.ts";
import { Growth } from "../../converter/growth.ts";
import type { ConversionRun } from "./codec.ts";

/**
 * The state for a trial conversion, which reports nothing. The next trial of the same run reuses it. Growth has no limit: only
 * the real run counts it. `provesLaws` is false for an image that is converted back.
 */
export function trialRun(run: ConversionRun, provesLaws = true): ConversionRun {
  run.trial ??= newRun(run, run.allowance.apart(new Growth(Number.POSITIVE_INFINITY)));
  const { trial } = run;
  trial.checksExactness = false;
  trial.provesLaws = provesLaws;
  trial.isInexact = false;
  trial.depth = run.depth;
  trial.fault = undefined;
  trial.thrown = undefined;
  trial.unparsed.length = 0;
  trial.rounded.length = 0;
  return trial;
}

/**
 * The object's name and namespace, its labels and annotations (default: none), and whether rules may fail the conversion
 * (default: true).
 */
type RunStart = Pick<ConversionRun, "name" | "namespace"> &
  Partial<Pick<ConversionRun, "labels" | "annotations" | "mayFail">>;

/** The state for converting one object. */
export function newRun(start: RunStart, allowance: Allowance): ConversionRun {
  const { name, namespace, labels = {}, annotations = {}, mayFail = true } = start;
  return {
    allowance,
    growth: allowance.growth,
    name,
    namespace,
    labels,
    annotations,
    mayFail,
    ignoredFailure: false,
    isInexact: false,
    checksExactness: true,
    provesLaws: true,
    fault: undefined,
    thrown: undefined,
    unparsed: [],
    rounded: [],
    depth: 0,
    trial: undefined,
  };
}
