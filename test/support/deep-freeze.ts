/** Freezes a value all the way down, so that a test fails where anything writes to it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key of Object.keys(value)) deepFreeze(value[key as keyof T]);
  }
  return value;
}
