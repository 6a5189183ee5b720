/** The two sides of a lens: `from` is the older version's. */
export type Side = "from" | "to";

export const sides: readonly Side[] = ["from", "to"];

export function otherSide(side: Side): Side {
  return side === "from" ? "to" : "from";
}
