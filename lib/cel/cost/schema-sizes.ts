import { type DeclaredType, typeAt } from "../schema/declared-type.ts";
import type { PathSize } from "./call-nodes.ts";
import { pointInterval } from "./interval.ts";

/** Returns a function that gives the sizes at a path, from the limits in the schema; undefined if the path has no type. */
export function schemaSizes(declared: DeclaredType): PathSize {
  return (path) => {
    const found = typeAt(declared, path);
    return found === undefined
      ? undefined
      : { min: 0n, max: pointInterval(BigInt(Math.trunc(found.maxElements))).max };
  };
}
