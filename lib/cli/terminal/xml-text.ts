import { printable } from "./printable.ts";

/** A text as the value of an XML attribute, in double quotes. */
export function xmlAttribute(text: string): string {
  return `"${xmlText(text).replaceAll("\n", "&#10;")}"`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A text as the content of an XML element. Control characters are escaped, because XML does not allow them. */
export function xmlText(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
