import type { JsonValue } from "../../json/value.ts";

/** The number of scalars, lists and maps in a value, itself included. */
export function sizeOfValue(value: JsonValue): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOfValue(each), 1);
}
