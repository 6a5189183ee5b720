import type { JsonValue } from "../../../json/value.ts";
import { type ManyCodec, unreadable } from "../codec.ts";
import type { SplitRule } from "../rule.ts";
import { isThere } from "./item-test.ts";
import { parseTemplate, printParts, splitParts } from "./template.ts";

/**
 * A text as its parts by a template (`{host}:{port}`), in the order of the template's names; the last separator splits.
 * Back, the parts are printed where all are there and their text would be read as just these; else there is no text.
 * Null is null in every part.
 *
 * Lossy: parts while one is missing, holds a separator or is no string.
 * Errors: throws a RangeError for a malformed template.
 */
export function splitCodec({ template: text }: Pick<SplitRule, "template">): ManyCodec {
  const template = parseTemplate(text);
  if (template === undefined) throw new RangeError(`${text} is no template`);
  const absent: readonly undefined[] = [undefined];
  return {
    forward: ([value]) => {
      if (!isThere(value)) return template.names.map(() => value);
      return (typeof value === "string" ? splitParts(template, value) : undefined) ?? unreadable;
    },
    backward: (values) => {
      const parts = template.names.map((_, index) => values[index]);
      if (parts.every((part) => part === null)) return [null];
      if (!parts.every(isThere)) return absent;
      if (!parts.every(isString)) return absent;
      const printed = printParts(template, parts);
      const read = splitParts(template, printed);
      return parts.every((part, index) => part === read?.[index]) ? [printed] : absent;
    },
    exactForward: true,
    exactBackward: false,
  };
}

function isString(value: JsonValue): value is string {
  return typeof value === "string";
}
