/** The warning for a kind that is served although its lenses do not compile. */
export function undecidedWarning({
  kind,
  group,
}: {
  readonly kind: string;
  readonly group: string;
}): string {
  return fitted(`${kind}.${group}`, ": its conversion does not compile and may lose data");
}

/** States how many preserved values are held back. */
export function heldBackText(count: number): string {
  return `${count === 1 ? "1 preserved value is" : `${count} preserved values are`} held back`;
}

/** The longest warning that Kubernetes recommends for webhooks, in characters. */
const maxWarningLength = 120;

/** A warning; its subject is cut where the whole would be too long. */
export function fitted(subject: string, text: string): string {
  const space = Math.max(maxWarningLength - text.length, 20);
  return (subject.length > space ? `${subject.slice(0, space - 1)}…` : subject) + text;
}
