import type { Side } from "../../converter/side.ts";
import { losesNull, nodeAt, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";
import type { PathsBySide } from "../ops/op.ts";
import { isOfType } from "../ops/orientation.ts";

/** A type of container in JSON. */
export type ContainerType = "map" | "list";

/** The schemas of a value in the version that is being checked, and at the path in the other version that it is converted to. */
export interface SchemasOfVersions {
  readonly thisSchema: SchemaNode;
  readonly otherSchema: SchemaNode;
}

/** A container, with the schemas of both versions and whether they require it. */
export interface MappedContainer extends SchemasOfVersions {
  /** True if the version that is being checked requires it. */
  readonly isRequiredByThis: boolean;
  /** True if the other version requires it at the path that it is converted to. */
  readonly isRequiredByOther: boolean;
  /** True if a rule claims the container itself. */
  readonly isClaimed: boolean;
}

/**
 * The type of the container if a conversion from or to this version leaves it out when it is empty, else undefined. If this
 * version requires it, it is left out only if it is a map, this version's schema refuses `{}`, and the other doesn't require it.
 */
export function omittedContainerType(container: MappedContainer): ContainerType | undefined {
  const { thisSchema, otherSchema, isClaimed, isRequiredByThis, isRequiredByOther } = container;
  const isUnknownToOther = otherSchema === "none" && !isClaimed;
  const isUnknownMap = isUnknownToOther && containerType(thisSchema) === "map";
  const type = refusedEmptyType(container) ?? (isUnknownMap ? "map" : undefined);
  const stays = type !== "map" || isRequiredByOther || takesEmptyMap(thisSchema);
  return isRequiredByThis && stays ? undefined : type;
}

/** The type of container that one of the versions refuses if it is empty; undefined if both allow it. */
export function refusedEmptyType({
  thisSchema,
  otherSchema,
}: SchemasOfVersions): ContainerType | undefined {
  return refusesEmpty(thisSchema) || refusesEmpty(otherSchema)
    ? (containerType(thisSchema) ?? containerType(otherSchema))
    : undefined;
}

/**
 * True if the API server drops null at a rule's path in this version, but keeps it at one of the rule's paths in the version
 * `other`. `thisSchema` is the schema at the path in this version, and `schemas` are those of the rule's scope.
 */
export function refusesNullAt(
  thisSchema: SchemaNode,
  rule: PathsBySide,
  other: Side,
  schemas: SchemaPair,
): boolean {
  return rule[other].some((path) => losesNull(thisSchema, nodeAt(schemas[other], path)));
}

function containerType(node: SchemaNode): ContainerType | undefined {
  if (isOfType(node, "object")) return "map";
  return isOfType(node, "array") ? "list" : undefined;
}

/** True for a schema that refuses an empty container. */
function refusesEmpty(node: SchemaNode): boolean {
  if (typeof node === "string") return false;
  const { minItems = 0, minProperties = 0 } = node.validation ?? {};
  return (node.type === "array" ? minItems : minProperties) > 0;
}

/**
 * True if the conversion to this version creates a required map as `{}` when the map's parent exists: the other version doesn't
 * declare the map or may leave it out, and this version's schema allows `{}`.
 */
export function isCreatedAsEmptyMap(
  { thisSchema, otherSchema }: SchemasOfVersions,
  isRequiredByOther: boolean,
): boolean {
  return (
    takesEmptyMap(thisSchema) &&
    (otherSchema === "none" || (refusesEmpty(otherSchema) && !isRequiredByOther))
  );
}

function takesEmptyMap(node: SchemaNode): boolean {
  if (typeof node === "string" || node.type !== "object") return false;
  const { required = [], minProperties = 0 } = node.validation ?? {};
  return required.length === 0 && minProperties === 0;
}
