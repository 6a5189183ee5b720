import { escapeName } from "../../../lib/cel/schema/escaping.ts";
import {
  assign,
  isArray,
  type JsonObject,
  type MutableJsonObject,
  member,
} from "../../../lib/json/value.ts";
import { differenceOfValues, expectedOf } from "../values.ts";

/** Op `celescape`: property names as expressions spell them; null for names that can't be escaped. */
export function run(vector: JsonObject): string | undefined {
  const names = member(vector, "names");
  const escaped: MutableJsonObject = {};
  for (const name of isArray(names) ? names : []) {
    assign(escaped, String(name), escapeName(String(name)) ?? null);
  }
  return differenceOfValues("escaped", escaped, member(expectedOf(vector), "escaped"));
}
