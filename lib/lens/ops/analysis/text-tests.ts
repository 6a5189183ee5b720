import { formatCheck } from "../../../schema/formats/formats.ts";
import { compilePattern, Re2NotLoadedError } from "../../../schema/pattern/pattern.ts";

/** Whether a text matches a pattern; undefined where only RE2 could say and it is not loaded. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  try {
    return compilePattern(pattern).test(text);
  } catch (error) {
    if (error instanceof Re2NotLoadedError) return undefined;
    throw error;
  }
}

/** Whether a text is of a format; true for formats that the server ignores. */
export function isOfFormat(format: string, text: string): boolean {
  return formatCheck(format)?.(text) ?? true;
}
