import type { Structural } from "../structural/structural.ts";
import type { Constraint } from "./constraint.ts";
import { constraintsOf } from "./constraints-of.ts";
import { eachItem, eachValue, type SchemaPath } from "./schema-path.ts";

/**
 * All constraints of a schema and its subschemas. Constraints within a junctor (`allOf`, `anyOf`, `oneOf`, `not`) are
 * left out: a value that violates them is refused by the junctor, which is listed itself.
 */
export function allConstraints(node: Structural, path: SchemaPath = []): readonly Constraint[] {
  const { properties = new Map<string, Structural>(), items, additionalProperties } = node;
  return [
    ...constraintsOf(node, path),
    ...[...properties].flatMap(([name, child]) => allConstraints(child, [...path, name])),
    ...(items === undefined ? [] : allConstraints(items, [...path, eachItem])),
    ...(typeof additionalProperties === "object"
      ? allConstraints(additionalProperties, [...path, eachValue])
      : []),
  ];
}
