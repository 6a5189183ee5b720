import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";

/** The replacement for a value that may not be shown. */
export const maskText = "***";

/** True for a text, number or name that may be shown. */
export type MayShowToken = (token: JsonValue) => boolean;

/** True for a message that may be shown. */
export type MayShowMessage = (message: string) => boolean;

/** Calls `make` with `mayShow`, and returns its result (`masked`) and whether `make` asked for anything that may not be shown. */
export function withMasking<T>(
  mayShow: MayShowToken,
  make: (mayShow: MayShowToken) => T,
): { readonly masked: T; readonly isMasked: boolean } {
  let isMasked = false;
  const masked = make((token) => {
    const isShown = mayShow(token);
    isMasked ||= !isShown;
    return isShown;
  });
  return { masked, isMasked };
}

/** A value with the mask in place of each text, number and name that may not be shown. */
export function maskedValue(value: JsonValue, mayShow: MayShowToken): JsonValue {
  if (isArray(value)) return value.map((item) => maskedValue(item, mayShow));
  if (value === null || typeof value === "boolean") return value;
  if (isObject(value)) return maskedMap(value, mayShow);
  return mayShow(value) ? value : maskText;
}

/** As {@link maskedValue}, for a map. */
export function maskedMap(object: JsonObject, mayShow: MayShowToken): JsonObject {
  const map: MutableJsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    assign(map, mayShow(name) ? name : unusedName(map), maskedValue(value, mayShow));
  }
  return map;
}

/** The mask as a name that the map does not have yet: `***`, `***2`, `***3` … */
function unusedName(map: JsonObject): string {
  let name = maskText;
  for (let count = 2; Object.hasOwn(map, name); count++) name = `${maskText}${count}`;
  return name;
}
