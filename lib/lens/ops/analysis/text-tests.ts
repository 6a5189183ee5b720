import { formatCheck } from "../../../schema/formats/formats.ts";
import { compilePattern } from "../../../schema/pattern/pattern.ts";
import { re2 } from "../../../schema/pattern/re2.ts";

/** Whether a text matches a pattern. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compilePattern(pattern, re2).test(text);
}

/** Whether a text is of a format; true for formats that the server ignores. */
export function isOfFormat(format: string, text: string): boolean {
  return formatCheck(format)?.(text) ?? true;
}
