/** The warning for a kind that is served although its lenses do not compile (`--allow-undecided`). */
export function undecidedWarning({
  kind,
  group,
}: {
  readonly kind: string;
  readonly group: string;
}): string {
  return shortenedWarning(
    `${kind}.${group}`,
    ": its conversion does not compile and may lose data",
  );
}

/** States how many preserved values are held back. */
export function heldBackText(count: number): string {
  return `${count === 1 ? "1 preserved value is" : `${count} preserved values are`} held back`;
}

/** The longest warning that Kubernetes recommends for webhooks, in characters. */
const recommendedWarningLength = 120;

/**
 * Joins the subject and the text of a warning. Cuts a long subject, to 20 characters at the least, so that the warning has
 * at most {@link recommendedWarningLength} characters.
 */
export function shortenedWarning(subject: string, text: string): string {
  const space = Math.max(recommendedWarningLength - text.length, 20);
  return (subject.length > space ? `${subject.slice(0, space - 1)}…` : subject) + text;
}
