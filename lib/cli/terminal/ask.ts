import { createInterface } from "node:readline/promises";

/** Asks the user a question and returns the answer, without spaces around it. */
export type Ask = (question: string) => Promise<string>;

/** Runs with questions where both streams are a terminal, else without. */
export async function withQuestions<T>(run: (ask: Ask | undefined) => Promise<T>): Promise<T> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return run(undefined);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await run(async (question) => (await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
