import type { BarStream } from "./terminal/progress-bar.ts";

/**
 * Where a run writes what is neither its result nor a warning or error: how far it is, which files it wrote, what to do
 * next.
 */
export interface ProgressOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** Where a progress bar is drawn, again and again on one line. */
  readonly bar: BarStream;
}

/** The output for progress; nothing is written with `--quiet`. */
export function progressOutput(
  { out, error }: Pick<ProgressOutput, "out" | "error">,
  isQuiet = false,
): ProgressOutput {
  return isQuiet
    ? { out: () => undefined, error: () => undefined, bar: { write: () => undefined } }
    : { out, error, bar: process.stderr };
}
