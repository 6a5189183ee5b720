/** True if two parts of a schema are equal: maps in any order, lists in order. Keys in `without` are ignored at every level. */
export function isEqualSchema(
  one: unknown,
  other: unknown,
  without: readonly string[] = [],
): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqualSchema(item, other[index], without))
    );
  }
  const [members, others] = [membersOf(one, without), membersOf(other, without)];
  if (members === undefined || others === undefined || members.size !== others.size) return false;
  return [...members].every(
    ([key, value]) => others.has(key) && isEqualSchema(value, others.get(key), without),
  );
}

function membersOf(
  value: unknown,
  without: readonly string[],
): ReadonlyMap<unknown, unknown> | undefined {
  if (value instanceof Map) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(
    Object.entries(value).filter(([key, each]) => each !== undefined && !without.includes(key)),
  );
}
