import type { BarStream } from "./terminal/progress-bar.ts";

/**
 * Output that is neither a result nor a warning or error: progress, the names of written files, next steps. `--quiet`
 * suppresses it.
 */
export interface ProgressOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** The stream on which a progress bar is drawn. */
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
