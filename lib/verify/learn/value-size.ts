import type { JsonValue } from "../../json/value.ts";

/** Scalars, lists and maps in a value. */
export function sizeOfValue(value: JsonValue): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOfValue(each), 1);
}
