/** Freezes a value and everything in it, so that a write to it throws. Does not recurse: objects may nest deeply. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at !== "object" || at === null || Object.isFrozen(at)) continue;
    Object.freeze(at);
    for (const inner of Object.values(at)) open.push(inner);
  }
  return value;
}
