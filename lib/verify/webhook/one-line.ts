/**
 * The most characters of a message that are shown. The number is a choice: enough for the reason; what a server adds after it,
 * such as a stack, is cut off.
 */
const maxMessage = 500;

/** A webhook's message on one line, cut after {@link maxMessage} characters. */
export function oneLine(message: string): string {
  return message.slice(0, maxMessage).replaceAll(/\s+/g, " ").trim();
}
