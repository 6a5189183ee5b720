import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { compilePattern } from "../../../lib/schema/pattern/pattern.ts";
import { re2 } from "../../../lib/schema/pattern/re2.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";
import { differenceOfErrors } from "../field-errors.ts";

/** Op `structural`: whether a schema is structural, and why not. */
export async function run(vector: JsonObject): Promise<string | undefined> {
  const expected = member(vector, "expect");
  if (!isObject(expected)) return "no expectation";
  const schema = member(vector, "schema") ?? null;
  const { errors, unsupported } = parseStructural(schema, {
    patternFault: (pattern) => compilePattern(pattern, re2).error,
  });
  const convertError = member(expected, "convertError");
  if (unsupported?.detail !== convertError) {
    return `unsupported: ${unsupported?.detail}, expected ${String(convertError)}`;
  }
  return differenceOfErrors(errors, member(expected, "errors"));
}
