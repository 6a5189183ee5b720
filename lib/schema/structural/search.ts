import type { Structural } from "./structural.ts";

/**
 * Returns a test whether `has` is true for a schema or one at any depth in it. Each schema is searched once. Walks over an
 * object use it to skip values that they don't affect.
 */
export function anySchema(
  has: (structural: Structural) => boolean,
): (structural: Structural) => boolean {
  const known = new WeakMap<Structural, boolean>();
  const search = (structural: Structural): boolean => {
    const before = known.get(structural);
    if (before !== undefined) return before;
    const found = has(structural) || childrenOf(structural).some(search);
    known.set(structural, found);
    return found;
  };
  return search;
}

function childrenOf(structural: Structural): readonly Structural[] {
  const { properties, items, additionalProperties } = structural;
  const children = [...(properties?.values() ?? [])];
  if (items !== undefined) children.push(items);
  if (typeof additionalProperties === "object") children.push(additionalProperties);
  return children;
}
