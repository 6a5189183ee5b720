import { isArray, isObject, type JsonValue } from "../../lib/json/value.ts";

/**
 * One text for all JSON values that the API server can't distinguish: keys in order, integers of 64 bits digit by digit,
 * every other number as the float64 that the server holds. 9007199254740993 and 9007199254740992 differ: two sides that
 * were both decoded as float64 would agree on the damaged one.
 */
export function exactText(value: JsonValue): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (isArray(value)) return `[${value.map(exactText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${exactText(item)}`);
  return `{${members.join(",")}}`;
}
