import {
  assign,
  Float,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../../json/value.ts";

/** A list or map whose items or members are still to be copied. */
type CopiedContainer =
  | { readonly list: readonly unknown[]; readonly copy: JsonValue[] }
  | { readonly map: object; readonly copy: MutableJsonObject };

/**
 * A copy of a JSON value that shares no list and no map with the original. Undefined members and items are left out. Doesn't
 * recurse, since values may nest deeply. It doesn't check the value: {@link hookResultFault} does. Throws a TypeError for functions
 * and symbols.
 */
export function valueCopy(value: unknown): JsonValue {
  const open: CopiedContainer[] = [];
  const copyOfPart = (part: unknown): JsonValue => {
    if (Array.isArray(part)) {
      const copy: JsonValue[] = [];
      open.push({ list: part, copy });
      return copy;
    }
    if (isScalar(part)) return part;
    if (!isObject(part)) throw new TypeError(`a ${typeof part} is not JSON`);
    const copy: MutableJsonObject = {};
    open.push({ map: part, copy });
    return copy;
  };
  const root = copyOfPart(value);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if ("list" in at) {
      for (const item of at.list) if (item !== undefined) at.copy.push(copyOfPart(item));
    } else {
      const members: readonly (readonly [string, unknown])[] = Object.entries(at.map);
      for (const [key, member] of members) {
        if (member !== undefined) assign(at.copy, key, copyOfPart(member));
      }
    }
  }
  return root;
}

function isScalar(value: unknown): value is null | boolean | number | bigint | string | Float {
  return (
    value === null ||
    value instanceof Float ||
    ["string", "number", "boolean", "bigint"].includes(typeof value)
  );
}
