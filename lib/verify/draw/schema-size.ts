import { memoizedByObject } from "../../json/memoized-by-object.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/** The number of nodes in a schema, including its root. */
export const schemaSize: (schema: Structural) => number = memoizedByObject(
  ({ properties, items, additionalProperties }) => {
    let size = 1;
    for (const member of properties?.values() ?? []) size += schemaSize(member);
    if (items !== undefined) size += schemaSize(items);
    if (typeof additionalProperties === "object") size += schemaSize(additionalProperties);
    return size;
  },
);
