import { formatCheck } from "../../../schema/formats/formats.ts";
import { compilePattern } from "../../../schema/pattern/pattern.ts";
import { re2 } from "../../../schema/pattern/re2.ts";

/** True if a text matches a pattern, as the server matches it. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compilePattern(pattern, re2).test(text);
}

/** True if a text is of a format, or if the server ignores the format. */
export function isOfFormat(format: string, text: string): boolean {
  return formatCheck(format)?.(text) ?? true;
}
