/** The most characters of a message that are shown. */
const maxMessage = 500;

/** A webhook's message on one line, cut after {@link maxMessage} characters. */
export function oneLine(message: string): string {
  return message.slice(0, maxMessage).replaceAll(/\s+/g, " ").trim();
}
