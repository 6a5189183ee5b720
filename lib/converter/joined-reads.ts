import type { Reads } from "./converter.ts";

/** The members that at least one of two conversions reads. */
export function joinedReads(one: Reads, other: Reads): Reads {
  const joined = new Map(one);
  for (const [key, reads] of other) {
    const known = joined.get(key);
    const isWhole = known === "whole" || reads === "whole";
    joined.set(key, known === undefined ? reads : isWhole ? "whole" : joinedReads(known, reads));
  }
  return joined;
}
