import { isNumber } from "../go/number.ts";
import { isArray, isObject, type JsonValue, member } from "../json/value.ts";

/** True if all values have the types that a schema declares. Null and missing members pass: the API server checks those. */
export function hasDeclaredTypes(value: JsonValue, schema: JsonValue | undefined): boolean {
  if (!isObject(schema)) return true;
  const types = String(
    member(schema, "x-kubernetes-int-or-string") === true
      ? "integer string"
      : (member(schema, "type") ?? anyType),
  );
  if (value === null) return types === anyType || member(schema, "nullable") === true;
  if (isNumber(value)) return /integer|number/.test(types);
  if (!types.includes(isArray(value) ? "array" : typeof value)) return false;
  if (isArray(value)) return value.every((item) => hasDeclaredTypes(item, member(schema, "items")));
  if (!isObject(value)) return true;
  const declared = member(schema, "properties");
  return Object.entries(value).every(([key, each]) => {
    const own = isObject(declared) ? member(declared, key) : undefined;
    return each === null || hasDeclaredTypes(each, own ?? member(schema, "additionalProperties"));
  });
}

const anyType = "object array string number boolean";
