import { type Invocation, textOption, UsageError } from "../../command.ts";

/** The values of an option that may be repeated; empty if it is left out. */
export function textsOption(value: Invocation["options"][string]): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/**
 * The value of an option as a whole number of at most 10 digits; undefined if it is left out. Throws {@link UsageError} for any
 * other text and for a number below `least`.
 */
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
