import { CelList, CelMap, type CelValue, Opaque, Optional } from "./value.ts";

/** The number of code points of a string, which must be well-formed. */
export function codePointCount(text: string): number {
  let size = text.length;
  for (let index = text.length - 1; index >= 0; index--) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) size--;
  }
  return size;
}

/**
 * The size of a value, from which costs are computed; 1 for a value without a size.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/runtimecost.go actualSize.
 */
export function costSize(value: CelValue): number {
  if (typeof value === "string") return codePointCount(value);
  if (typeof value !== "object" || value === null) return 1;
  if (value instanceof CelList || value instanceof CelMap) return value.size();
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Opaque) return value.costSize();
  return value instanceof Optional && value.value !== undefined ? costSize(value.value) : 1;
}
