import type { MembersRead } from "./converter.ts";

/** The members that at least one of two conversions reads. */
export function joinedReads(one: MembersRead, other: MembersRead): MembersRead {
  const joined = new Map(one);
  for (const [key, reads] of other) {
    const known = joined.get(key);
    const isWhole = known === "whole" || reads === "whole";
    joined.set(key, known === undefined ? reads : isWhole ? "whole" : joinedReads(known, reads));
  }
  return joined;
}
