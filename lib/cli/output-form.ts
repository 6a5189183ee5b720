import { type Invocation, UsageError } from "./command.ts";

/** The option of every verb that prints results in several forms. */
export const outputOption = { output: { type: "string", short: "o" } } as const;

/** The forms of most results. */
export const textOrJson = ["text", "json"] as const;

/** The forms of results that can be applied to a cluster. */
export const yamlOrJson = ["yaml", "json"] as const;

/** The form that `-o` names; undefined where it was not given. Throws {@link UsageError} for any other than these. */
export function outputForm<Form extends string>(
  options: Invocation["options"],
  forms: readonly Form[],
): Form | undefined {
  const given = options["output"];
  const form = forms.find((each) => each === given);
  if (given === undefined || form !== undefined) return form;
  throw new UsageError(`-o takes ${forms.join(" or ")}, not ${JSON.stringify(given)}`);
}
