import type { Allowance } from "../../converter/allowance.ts";
import { Growth } from "../../converter/growth.ts";
import type { Run } from "../ops/codec.ts";

/**
 * A run for trying something out: what it says does not count. The next trial of the same run takes its place. What
 * comes home is no longer than what went out, so that its growth has no bound. `provesLaws` is false for an image that is
 * sent back where it came from.
 */
export function trialRun(run: Run, provesLaws = true): Run {
  run.trial ??= newRun(run, run.allowance.apart(new Growth(Number.POSITIVE_INFINITY)));
  const { trial } = run;
  trial.checksExactness = false;
  trial.provesLaws = provesLaws;
  trial.isInexact = false;
  trial.depth = run.depth;
  trial.fault = undefined;
  trial.unread.length = 0;
  trial.rounded.length = 0;
  return trial;
}

/** What a run takes over: whose object it is, and whether rules may fail, which they may where nothing is said. */
type RunStart = Pick<Run, "name" | "namespace"> & Partial<Pick<Run, "mayFail">>;

/** A run of its own for one object. */
export function newRun({ name, namespace, mayFail = true }: RunStart, allowance: Allowance): Run {
  return {
    allowance,
    growth: allowance.growth,
    name,
    namespace,
    mayFail,
    ignoredFailure: false,
    isInexact: false,
    checksExactness: true,
    provesLaws: true,
    fault: undefined,
    unread: [],
    rounded: [],
    depth: 0,
    trial: undefined,
  };
}
