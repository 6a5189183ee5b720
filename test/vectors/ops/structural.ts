import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { parseStructural } from "../../../lib/schema/parse-structural.ts";
import { differenceOfErrors } from "../field-errors.ts";

/** Op `structural`: whether a schema is structural, and why not. */
export function run(vector: JsonObject): string | undefined {
  const expected = member(vector, "expect");
  if (!isObject(expected)) return "no expectation";
  const { errors, unsupported } = parseStructural(member(vector, "schema") ?? null, {
    patternFault,
  });
  const convertError = member(expected, "convertError");
  if ((convertError === undefined) !== (unsupported === undefined)) {
    return `unsupported: ${unsupported?.detail}, expected ${String(convertError)}`;
  }
  if (process.env["DETAILS"] !== undefined && unsupported?.detail !== convertError) {
    return `unsupported: ${unsupported?.detail}, expected ${String(convertError)}`;
  }
  return differenceOfErrors(errors, member(expected, "errors"));
}

function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    return `error parsing regexp: ${String(error)}`;
  }
  return undefined;
}
