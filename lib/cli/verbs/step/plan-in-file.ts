import { readPlan } from "../../../evolve/plan/plan-file.ts";
import type { ExecutablePlan } from "../../../evolve/plan/version-plan.ts";
import { parse } from "../../../json/parse.ts";
import { UsageError } from "../../command.ts";

/** The plan in a file's text. Throws {@link UsageError} with the file, and the line or the member where it is wrong. */
export function planInFile(file: string, text: string): ExecutablePlan {
  const parsed = parse(text);
  if (!parsed.ok) {
    const line = text.slice(0, parsed.error.offset).split("\n").length;
    throw new UsageError(
      `${file}:${line}: not a plan, because it is not JSON: ${parsed.error.message}`,
    );
  }
  const plan = readPlan(parsed.value);
  if (plan.ok) return plan.value;
  throw new UsageError(`${file} is not a plan that customhouse plan -o wrote: ${plan.error}`);
}
