import type { BarStream } from "./terminal/progress-bar.ts";

/**
 * Where a run writes what is neither its result nor a warning or error: how far it is, which files it wrote, what to do
 * next.
 */
export interface ProgressOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** For a bar that is drawn again and again. */
  readonly bar: BarStream;
}

/** Progress beside results; nothing of it with `--quiet`. */
export function progressOutput(
  { out, error }: Pick<ProgressOutput, "out" | "error">,
  isQuiet = false,
): ProgressOutput {
  return isQuiet
    ? { out: () => undefined, error: () => undefined, bar: { write: () => undefined } }
    : { out, error, bar: process.stderr };
}
