/** What is said of a kind that is served though its lenses do not compile. */
export function undecidedWarning({
  kind,
  group,
}: {
  readonly kind: string;
  readonly group: string;
}): string {
  return fitted(`${kind}.${group}`, ": its conversion does not compile and may lose data");
}

/** How many preserved values are held back. */
export function heldBackText(count: number): string {
  return `${count === 1 ? "1 preserved value is" : `${count} preserved values are`} held back`;
}

/** Characters that a warning should have at most, as Kubernetes advises webhooks. */
const maxWarningLength = 120;

/** A warning whose subject is cut where it would be too long. */
export function fitted(subject: string, text: string): string {
  const room = Math.max(maxWarningLength - text.length, 20);
  return (subject.length > room ? `${subject.slice(0, room - 1)}…` : subject) + text;
}
