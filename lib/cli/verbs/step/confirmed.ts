import type { ConfirmedStep } from "../../../evolve/carry-out/run-step.ts";
import { UsageError } from "../../command.ts";
import type { Ask } from "../../terminal/ask.ts";

/**
 * Whether the user wants a step. `isAsked` is false with `--yes`, which is not enough on a terminal for a step whose mistake makes
 * objects unreadable: there the definition's name is typed. Throws {@link UsageError} where nobody can be asked.
 */
export async function confirmed(
  { title, definition, isTyped }: ConfirmedStep,
  isAsked: boolean,
  ask: Ask | undefined,
): Promise<boolean> {
  if (ask === undefined) {
    if (!isAsked) return true;
    throw new UsageError("there is no terminal to ask on: give --yes");
  }
  if (isTyped) return (await ask(`type ${definition} to ${title}: `)) === definition;
  return !isAsked || /^y(?:es)?$/i.test(await ask(`${title}? [y/N] `));
}
