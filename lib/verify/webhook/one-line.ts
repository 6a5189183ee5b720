/** Characters of a message that are shown. */
const maxMessage = 500;

/** A webhook's message on one line. */
export function oneLine(message: string): string {
  return message.slice(0, maxMessage).replaceAll(/\s+/g, " ").trim();
}
