import type { Invocation } from "./command.ts";
import { choiceOf } from "./option-values.ts";

/** The option `-o`, `--output`: the form of the results for most verbs, a file for `plan`. */
export const outputOption = { output: { type: "string", short: "o" } } as const;

/** The forms of the results of most verbs. */
export const textOrJson = ["text", "json"] as const;

/** The forms of results that are Kubernetes objects. */
export const yamlOrJson = ["yaml", "json"] as const;

/** The value of `-o`; undefined if it was not given. Throws {@link UsageError} if it is not one of `forms`. */
export function outputForm<Form extends string>(
  { options }: Pick<Invocation, "options">,
  forms: readonly Form[],
): Form | undefined {
  const given = options["output"];
  return given === undefined ? undefined : choiceOf("-o", String(given), forms);
}
