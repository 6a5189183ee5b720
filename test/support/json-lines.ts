import { readFileSync } from "node:fs";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../lib/json/value.ts";

/** The objects of a file of JSON lines, with exact numbers. Throws if a line is not an object. */
export function jsonLines(file: URL): readonly JsonObject[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map(objectIn);
}

/** The object that a text holds. */
export function objectIn(text: string): JsonObject {
  const parsed = parse(text);
  if (!parsed.ok || !isObject(parsed.value)) throw new Error(`no object in ${text.slice(0, 80)}`);
  return parsed.value;
}
