/**
 * The `op` of every rule of a lens: also of rules inside rules, in cases of `variant` and in sources of `first`. With repeats,
 * and with the texts of other members named `op`, as an example may have.
 */
export function opNamesIn(data: unknown): readonly string[] {
  if (typeof data !== "object" || data === null) return [];
  const own = "op" in data && typeof data.op === "string" ? [data.op] : [];
  return [...own, ...Object.values(data).flatMap(opNamesIn)];
}
