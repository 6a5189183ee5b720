import type { Structural } from "../../schema/structural/structural.ts";
import { escapeName } from "./escaping.ts";
import { withTypeAndObjectMeta } from "./resource-root.ts";

/** A schema from which the type of a value is made. */
export interface TypeSource {
  readonly structural: Structural;
  /** True for a resource, also for an embedded one. */
  readonly isRoot: boolean;
}

/** The source of a type that is made without the schemas around it. */
export function ownSource(structural: Structural): TypeSource {
  return { structural, isRoot: structural.x.embeddedResource };
}

/** True if a schema has a type in CEL. Lists and maps have one only if their items or values have one. */
export function hasType({ type, x, items, additionalProperties }: Structural): boolean {
  if (x.intOrString) return true;
  if (type === "array") return items !== undefined && hasType(items);
  if (type !== "object") return type !== "";
  return typeof additionalProperties !== "object" || hasType(additionalProperties);
}

/**
 * The source of the type that a property has as a field of the object around it. Undefined if the type of `around` has no such field.
 * It may differ from the property's own schema: see {@link withTypeAndObjectMeta}.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/cel_validation.go
 * propertyTypeInfoAccessor.
 */
export function fieldSource(around: TypeSource, name: string): TypeSource | undefined {
  const { structural, isRoot } = around;
  if (structural.x.intOrString || escapeName(name) === undefined) return undefined;
  const { type, properties, additionalProperties } = isRoot
    ? withTypeAndObjectMeta(structural)
    : structural;
  const isObject = type === "object" && typeof additionalProperties !== "object";
  return typedSource(isObject ? properties?.get(name) : undefined);
}

/**
 * The source of the type that items or values have in the type of the list or map around them; undefined if that is neither a
 * list nor a map. As on the server, it applies to the schemas in `items` and in `additionalProperties` of a list, and of a map.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/cel_validation.go
 * itemsTypeInfoAccessor, additionalItemsTypeInfoAccessor.
 */
export function elementSource({ structural }: TypeSource): TypeSource | undefined {
  const { type, x, items, additionalProperties } = structural;
  if (x.intOrString) return undefined;
  if (type === "array") return typedSource(items);
  const isMap = type === "object" && typeof additionalProperties === "object";
  return typedSource(isMap ? additionalProperties : undefined);
}

function typedSource(structural: Structural | undefined): TypeSource | undefined {
  return structural !== undefined && hasType(structural) ? ownSource(structural) : undefined;
}
