/** A side of a lens, that is, one of its two versions. `from` is the older version. */
export type Side = "from" | "to";

/** Both sides, the older version first. */
export const sides: readonly Side[] = ["from", "to"];

/** The opposite of a side. */
export function otherSide(side: Side): Side {
  return side === "from" ? "to" : "from";
}
