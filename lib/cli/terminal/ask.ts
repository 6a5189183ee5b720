import { createInterface } from "node:readline";
import { UsageError } from "../command.ts";

/** Asks the user a question and returns the answer, without spaces around it. */
export type Ask = (question: string) => Promise<string>;

/** Runs with questions where both streams are a terminal, else without. */
export async function withQuestions<T>(run: (ask: Ask | undefined) => Promise<T>): Promise<T> {
  const { stdin, stdout } = process;
  if (stdin.isTTY !== true || stdout.isTTY !== true) return run(undefined);
  return withAnswersFrom(stdin, stdout, run);
}

/**
 * As {@link withQuestions}, for any streams. Lines that come before their question are kept for it. Where the input ends, by
 * Ctrl-C or Ctrl-D, a question throws {@link UsageError}.
 */
export async function withAnswersFrom<T>(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  run: (ask: Ask) => Promise<T>,
): Promise<T> {
  const lines = createInterface({ input, output });
  const answers = lines[Symbol.asyncIterator]();
  try {
    return await run(async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const answer = await answers.next();
      if (answer.done === true) throw new UsageError("no answer: nothing was written");
      return answer.value.trim();
    });
  } finally {
    lines.close();
  }
}
