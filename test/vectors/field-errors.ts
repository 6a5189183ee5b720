import { isArray, isObject, type JsonValue, member } from "../../lib/json/value.ts";
import type { FieldError } from "../../lib/schema/field-error.ts";

/**
 * The difference between the errors got and wanted, as multisets of (type, field); undefined where there is none.
 * With DETAILS=1 in the environment the detail is part of the comparison.
 */
export function errorDifference(
  what: string,
  got: readonly FieldError[],
  want: JsonValue | undefined,
): string | undefined {
  const wanted = isArray(want) ? want : [];
  const missing = wanted.map(signature);
  const extra: string[] = [];
  for (const { type, field, detail } of got) {
    const index = missing.indexOf(signature({ type, field, detail }));
    if (index === -1) extra.push(signature({ type, field, detail }));
    else missing.splice(index, 1);
  }
  if (missing.length + extra.length === 0) return undefined;
  return `${what}: missing [${missing.join("; ")}], extra [${extra.join("; ")}]`;
}

function signature(error: JsonValue): string {
  if (!isObject(error)) return "no error";
  const detail = process.env["DETAILS"] === "1" ? ` (${String(member(error, "detail"))})` : "";
  return `${String(member(error, "type"))} ${String(member(error, "field"))}${detail}`;
}
