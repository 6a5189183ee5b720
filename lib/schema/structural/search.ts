import type { Structural } from "./structural.ts";

/**
 * Returns a test that is true if `has` is true for a schema or for a schema at any depth in it. The result is cached
 * for each schema. Functions that walk through an object use such tests to skip values that they would not change.
 */
export function anySchema(
  has: (structural: Structural) => boolean,
): (structural: Structural) => boolean {
  const known = new WeakMap<Structural, boolean>();
  const search = (structural: Structural): boolean => {
    const before = known.get(structural);
    if (before !== undefined) return before;
    const found = has(structural) || schemasBelow(structural).some(search);
    known.set(structural, found);
    return found;
  };
  return search;
}

function schemasBelow(structural: Structural): readonly Structural[] {
  const { properties, items, additionalProperties } = structural;
  const children = [...(properties?.values() ?? [])];
  if (items !== undefined) children.push(items);
  if (typeof additionalProperties === "object") children.push(additionalProperties);
  return children;
}
