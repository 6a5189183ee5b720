import type { JsonValue } from "../json/value.ts";

/** Freezes a value and all in it: what is remembered is given to many. Keeps its own stack, as objects nest deep. */
export function deepFreeze<T extends JsonValue>(value: T): T {
  const open: JsonValue[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at !== "object" || at === null || Object.isFrozen(at)) continue;
    Object.freeze(at);
    for (const inner of Object.values(at)) open.push(inner);
  }
  return value;
}
