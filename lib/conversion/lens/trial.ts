import { Growth } from "../growth.ts";
import type { Run } from "./codec.ts";

/**
 * A run for trying something out: what it says does not count. The next trial of the same run takes its place. What
 * comes home is no longer than what went out, so that its growth has no bound.
 */
export function aside(run: Run): Run {
  run.trial ??= runFor(run, new Growth(Number.POSITIVE_INFINITY));
  const { trial } = run;
  trial.residual = false;
  trial.depth = run.depth;
  trial.fault = undefined;
  trial.unread.length = 0;
  return trial;
}

/** A run of its own for one object. */
export function runFor({ name, namespace }: Pick<Run, "name" | "namespace">, growth: Growth): Run {
  return {
    growth,
    name,
    namespace,
    residual: false,
    fault: undefined,
    unread: [],
    depth: 0,
    trial: undefined,
  };
}
