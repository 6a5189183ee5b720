import { isNumber } from "../go/number.ts";
import { isArray, isObject, type JsonValue, member } from "../json/value.ts";

/**
 * True if no value has another JSON type than its schema declares. Integers and other numbers count as one type; null and absent
 * members of maps pass. The API server checks all of these later.
 */
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
