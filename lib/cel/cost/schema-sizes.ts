import { type DeclaredType, typeAt } from "../schema/declared-type.ts";
import type { PathSize } from "./call-estimate.ts";
import { exactly } from "./interval.ts";

/** Sizes by the way from a variable, from the limits that a schema sets. */
export function schemaSizes(declared: DeclaredType): PathSize {
  return (path) => {
    const found = typeAt(declared, path);
    return found === undefined
      ? undefined
      : { min: 0n, max: exactly(BigInt(Math.trunc(found.maxElements))).max };
  };
}
