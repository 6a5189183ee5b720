/**
 * A value that the code around it guarantees. `invariant` is the statement that holds: "each node has a parent".
 * Error: throws where it does not hold, which is a bug and never a fault of the input.
 */
export function known<T>(value: T | undefined, invariant: string): T {
  if (value === undefined) throw new Error(`internal error: this does not hold: ${invariant}`);
  return value;
}
