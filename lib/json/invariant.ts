/**
 * Returns a value that the surrounding code guarantees to be defined. `invariant` says why, such as "each node has a
 * parent". Throws if the value is undefined, which is a bug and never a fault of the input.
 */
export function assertDefined<T>(value: T | undefined, invariant: string): T {
  if (value === undefined)
    throw new Error(`internal error, please report it: it should be true that ${invariant}`);
  return value;
}
