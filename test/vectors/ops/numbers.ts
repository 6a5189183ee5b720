import { isInt64, isNumber } from "../../../lib/go/number.ts";
import { marshal } from "../../../lib/go/print.ts";
import { equal } from "../../../lib/json/equal.ts";
import { parse } from "../../../lib/json/parse.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../../lib/json/value.ts";

/** Op `numbers`: the document decoded and encoded again, and the server's type of each number. */
export function run(vector: JsonObject): string | undefined {
  const parsed = parse(String(member(vector, "raw")), { tokens: true });
  const expect = member(vector, "expect");
  if (!isObject(expect)) return "no expectation";
  const refused = !parsed.ok || !isObject(parsed.value);
  if (Object.hasOwn(expect, "decodeError")) return refused ? undefined : "decoded";
  if (!parsed.ok) return parsed.error.message;
  const kinds: MutableJsonObject = {};
  collectKinds(parsed.value, "", kinds);
  const got = { encoded: marshal(parsed.value), kinds };
  return equal(got, expect)
    ? undefined
    : `got ${JSON.stringify(got)}, want ${JSON.stringify(expect)}`;
}

function collectKinds(value: JsonValue, path: string, kinds: MutableJsonObject): void {
  if (isNumber(value)) assign(kinds, path, isInt64(value) ? "int64" : "float64");
  else if (isArray(value)) {
    for (const [index, item] of value.entries()) collectKinds(item, `${path}[${index}]`, kinds);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) collectKinds(item, `${path}.${key}`, kinds);
  }
}
