/** The two versions that a lens joins: `from` is the older version. */
export type Side = "from" | "to";

/** Both sides, the older version first. */
export const sides: readonly Side[] = ["from", "to"];

/** The opposite of a side. */
export function otherSide(side: Side): Side {
  return side === "from" ? "to" : "from";
}
