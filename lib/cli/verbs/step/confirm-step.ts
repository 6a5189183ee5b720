import type { ConfirmedStep } from "../../../evolve/carry-out/run-step.ts";
import { UsageError } from "../../command.ts";
import type { Prompt } from "../../terminal/prompt.ts";

/**
 * True if the user confirms a step. `isAsked` is false with `--yes`. On a terminal, a step that could make objects unreadable
 * (`isTyped`) must be confirmed by typing the definition's name, even with `--yes`. Throws {@link UsageError} if a question is
 * needed and there is no terminal.
 */
export async function confirmStep(
  { title, definition, isTyped }: ConfirmedStep,
  isAsked: boolean,
  prompt: Prompt | undefined,
): Promise<boolean> {
  if (prompt === undefined) {
    if (!isAsked) return true;
    throw new UsageError(
      "the step must be confirmed, and there is no terminal: confirm with --yes",
    );
  }
  if (isTyped) return (await prompt(`type ${definition} to ${title}: `)) === definition;
  return !isAsked || /^y(?:es)?$/i.test(await prompt(`${title}? [y/N] `));
}
