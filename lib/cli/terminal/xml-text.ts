import { printable } from "./printable.ts";

/** A text as the value of an XML attribute, with its quotes. */
export function xmlAttribute(text: string): string {
  return `"${xmlText(text).replaceAll("\n", "&#10;")}"`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A text as the content of an XML element. Control characters are escaped, so that it is always XML. */
export function xmlText(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
