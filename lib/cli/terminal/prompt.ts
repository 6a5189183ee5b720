import { createInterface } from "node:readline";
import { UsageError } from "../command.ts";

/** Asks the user a question and returns the reply, without spaces around it. */
export type Prompt = (question: string) => Promise<string>;

/** Calls `run` with a function that asks the user, or with undefined if stdin or stdout is not a terminal. */
export async function withPrompt<T>(run: (prompt: Prompt | undefined) => Promise<T>): Promise<T> {
  const { stdin, stdout } = process;
  if (stdin.isTTY !== true || stdout.isTTY !== true) return run(undefined);
  return withPromptOn(stdin, stdout, run);
}

/**
 * As {@link withPrompt}, for any streams. Each question reads the next line, also one that arrived before the question. If
 * the input has ended, such as by Ctrl-C or Ctrl-D, a question throws {@link UsageError}.
 */
export async function withPromptOn<T>(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  run: (prompt: Prompt) => Promise<T>,
): Promise<T> {
  const lines = createInterface({ input, output });
  const answers = lines[Symbol.asyncIterator]();
  try {
    return await run(async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const answer = await answers.next();
      if (answer.done === true) throw new UsageError("no reply: nothing was changed");
      return answer.value.trim();
    });
  } finally {
    lines.close();
  }
}
