import type { Structural } from "../../schema/structural/structural.ts";

const sizes = new WeakMap<Structural, number>();

/** The number of nodes in a schema, including its root. */
export function schemaSize(schema: Structural): number {
  const known = sizes.get(schema);
  if (known !== undefined) return known;
  const { properties, items, additionalProperties } = schema;
  let size = 1;
  for (const member of properties?.values() ?? []) size += schemaSize(member);
  if (items !== undefined) size += schemaSize(items);
  if (typeof additionalProperties === "object") size += schemaSize(additionalProperties);
  sizes.set(schema, size);
  return size;
}
