import { parse } from "../../json/parse.ts";
import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/**
 * The JSON values of a text that has maps and lists one after another, as `kubectl` and `jq` write them. Undefined if the text
 * does not begin with a map or list, or is not JSON.
 */
export function parseManifestJson(text: string): readonly JsonValue[] | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const values: JsonValue[] = [];
  for (const part of documentTexts(text)) {
    const parsed = parse(part);
    if (!parsed.ok) return undefined;
    values.push(parsed.value);
  }
  return values;
}

/** Splits a text after each outermost map or list. */
function documentTexts(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (mark === "{" || mark === "[") depth += 1;
    else if (mark === "}" || mark === "]") depth -= 1;
    else continue;
    if (depth > 0) continue;
    parts.push(text.slice(start, index + 1));
    start = index + 1;
  }
  const rest = text.slice(start);
  return rest.trim() === "" ? parts : [...parts, rest];
}

/** A value as JSON over several lines, indented by two spaces a level, with exact numbers. */
export function manifestJson(value: JsonValue, indent = ""): string {
  const inner = `${indent}  `;
  if (isArray(value) && value.length > 0) {
    const items = value.map((item) => inner + manifestJson(item, inner));
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(
      ([key, member]) => `${inner}${JSON.stringify(key)}: ${manifestJson(member, inner)}`,
    );
    return `{\n${members.join(",\n")}\n${indent}}`;
  }
  return stringify(value);
}
