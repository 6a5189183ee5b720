/** Freezes a value and all in it, so that whoever writes to it throws. Keeps its own stack, as objects nest deep. */
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
