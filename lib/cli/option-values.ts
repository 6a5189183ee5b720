import { type Invocation, textOption, UsageError } from "./command.ts";

/** The values of an option that may be repeated; empty if it is left out. */
export function textsOption({ options }: Invocation, name: string): readonly string[] {
  const values = options[name];
  return Array.isArray(values) ? values.map(String) : [];
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
  throw new UsageError(`--${name} takes a whole number from ${least} to 9999999999, not ${text}`);
}

/** The value of an option; undefined if it is left out. Throws {@link UsageError} if it is not one of `choices`. */
export function choiceOption<Choice extends string>(
  invocation: Invocation,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const given = textOption(invocation, name);
  return given === undefined ? undefined : choiceOf(`--${name}`, given, choices);
}

/** The choice that a text names. Throws {@link UsageError} if it names none: `OPTION takes a or b, not "c"`. */
export function choiceOf<Choice extends string>(
  option: string,
  given: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === given);
  if (choice !== undefined) return choice;
  throw new UsageError(`${option} takes ${choices.join(" or ")}, not ${JSON.stringify(given)}`);
}
