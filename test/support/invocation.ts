import type { Invocation } from "../../lib/cli/command.ts";
import { progressOutput } from "../../lib/cli/progress-output.ts";

/** The arguments of a run, with progress printed beside results, as it is without `--quiet`. */
export function invocationOf(
  run: Pick<Invocation, "words" | "options" | "out" | "error">,
): Invocation {
  return { ...run, progress: progressOutput(run) };
}
