import { UsageError } from "../../command.ts";

/**
 * The default of `--quiet-days`: a client that has not written at a version for so many days counts as no longer using it. The
 * number is a choice: it includes clients that run once a week.
 */
export const defaultQuietDays = 7;

/** Parses the value of `--quiet-days`. Throws {@link UsageError} for a text that is not a whole number from 0 to 9999. */
export function parseQuietDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new UsageError(
    `--quiet-days takes a whole number of days from 0 to 9999, not ${JSON.stringify(text)}`,
  );
}

/** The time `days` days before now, in RFC 3339. */
export function quietSinceOf(days: number = defaultQuietDays): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
