import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { rewriteList, rewriteMap } from "../rewrite.ts";

/** Values with every lone surrogate turned into U+FFFD, as the server reads it. What holds none is shared with the input. */
export function wellFormed(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (isArray(value)) return rewriteList(value, wellFormed);
  return isObject(value) ? rewriteMap(value, wellFormed) : value;
}
