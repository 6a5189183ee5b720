import { type Invocation, textOption, UsageError } from "../../command.ts";

/** The texts of an option that may be given again; none where it is left out. */
export function textsOption(value: Invocation["options"][string]): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The whole number of an option. Throws {@link UsageError} for another text and a number below the least. */
export function numberOption(
  invocation: Invocation,
  name: string,
  least: number,
): number | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new UsageError(`--${name} takes a whole number of at least ${least}, not ${text}`);
}
