/** Every `op` anywhere in lenses: in rules, in rules within rules, in the cases of a variant, in the sources of first. */
export function opsIn(data: unknown): readonly string[] {
  if (typeof data !== "object" || data === null) return [];
  const own = "op" in data && typeof data.op === "string" ? [data.op] : [];
  return [...own, ...Object.values(data).flatMap(opsIn)];
}
