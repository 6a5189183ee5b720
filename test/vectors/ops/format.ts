import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { formatCheck, isSupportedFormat } from "../../../lib/schema/formats/formats.ts";

/** Op `format`: whether the format is known and the value valid; every value is valid for an unknown format. */
export function run(vector: JsonObject): string | undefined {
  const format = String(member(vector, "format"));
  const value = String(member(vector, "value"));
  const expect = member(vector, "expect");
  if (!isObject(expect)) return "no expectation";
  const check = formatCheck(format);
  const got = {
    known: isSupportedFormat(format, "string"),
    registered: check !== undefined,
    valid: check === undefined || check(value),
  };
  const same = Object.entries(got).every(([key, answer]) => member(expect, key) === answer);
  return same ? undefined : `got ${JSON.stringify(got)}, want ${JSON.stringify(expect)}`;
}
