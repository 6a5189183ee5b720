import type { Structural } from "./structural.ts";

/**
 * Makes a test whether a schema, or one below it, has a property. Each schema is searched once: walks use it to pass by the
 * parts of an object that they have nothing to do in.
 */
export function anywhere(
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
