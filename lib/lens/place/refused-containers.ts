import { declaresValue, type SchemaNode } from "../language/schema-node.ts";
import { isOfType } from "../ops/orientation.ts";

/** A type of container in JSON. */
export type ContainerType = "map" | "list";

/** The schemas of a value in the version that is being checked (`own`), and where it is written in the other. */
export interface OwnPair {
  readonly own: SchemaNode;
  readonly other: SchemaNode;
}

/** A container, with the schemas of both versions and whether they require it. */
export interface MappedContainer extends OwnPair {
  /** True if its own version requires it. */
  readonly isRequiredByOwn: boolean;
  /** True if the other version requires it where it is written. */
  readonly isRequiredByOther: boolean;
  /** True if a rule claims the container itself. */
  readonly isClaimed: boolean;
}

/**
 * The type of container that is left out if it is empty; undefined if none is. A container that its own version requires stays,
 * except for a map that the other version leaves out and that can't be created again.
 */
export function leftOutType(container: MappedContainer): ContainerType | undefined {
  const { own, other, isClaimed, isRequiredByOwn, isRequiredByOther } = container;
  const refused = refusedEmptyType(container);
  const stays = refused !== "map" || isRequiredByOther || takesEmptyMap(own);
  if (isRequiredByOwn && stays) return undefined;
  const isUnknownToOther = other === "none" && !isClaimed;
  return refused ?? (isUnknownToOther && typeOf(own) === "map" ? "map" : undefined);
}

/** The type of container that one of the versions refuses if it is empty; undefined if both allow it. */
export function refusedEmptyType({ own, other }: OwnPair): ContainerType | undefined {
  return refusesEmpty(own) || refusesEmpty(other) ? (typeOf(own) ?? typeOf(other)) : undefined;
}

/** True if the other version allows null, and this version's schema does not. */
export function refusesNull({ own, other }: OwnPair): boolean {
  return (
    typeof own !== "string" &&
    typeof other !== "string" &&
    other.nullable &&
    !declaresValue(own, null)
  );
}

function typeOf(node: SchemaNode): ContainerType | undefined {
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
 * True for a required map that is created as `{}` if its parent exists: the other version doesn't declare it or may leave it out,
 * and the schema allows `{}`.
 */
export function isCreated({ own, other }: OwnPair, isRequiredByOther: boolean): boolean {
  return takesEmptyMap(own) && (other === "none" || (refusesEmpty(other) && !isRequiredByOther));
}

function takesEmptyMap(node: SchemaNode): boolean {
  if (typeof node === "string" || node.type !== "object") return false;
  const { required = [], minProperties = 0 } = node.validation ?? {};
  return required.length === 0 && minProperties === 0;
}
