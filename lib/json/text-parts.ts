import { assertDefined } from "./invariant.ts";

/** A list with at least one item. */
export type NonEmpty<T> = readonly [T, ...T[]];

/**
 * Splits a text at a separator; a text without the separator is the only part. The separator must not match an empty
 * text.
 */
export function splitText(text: string, separator: string | RegExp): NonEmpty<string> {
  const [first, ...rest] = text.split(separator);
  return [assertDefined(first, "a split text has a first part"), ...rest];
}

/** The text that a group of a regular expression matched. Only for a group that takes part in every match. */
export function groupText(match: RegExpExecArray, group: number): string {
  return assertDefined(match[group], "the group takes part in every match");
}
