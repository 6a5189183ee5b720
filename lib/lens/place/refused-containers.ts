import { admits, type SchemaNode } from "../language/schema-node.ts";
import { isOfType } from "../ops/orientation.ts";

/** A container that JSON has. */
export type ContainerType = "map" | "list";

/** The schemas of a place on the side that is looked at, and where the value goes on the other. */
export interface OwnPair {
  readonly own: SchemaNode;
  readonly other: SchemaNode;
}

/** A container with where it goes on the other side. */
export interface MappedContainer extends OwnPair {
  /** Whether its own side's schema requires it. */
  readonly isRequiredByOwn: boolean;
  /** Whether the other side's schema requires it at its place. */
  readonly isRequiredByOther: boolean;
  /** Whether a rule claims the container itself. */
  readonly isClaimed: boolean;
}

/**
 * The type of container that is left out at a place if it is empty. A required one stays, but a map that neither stays in the
 * other version nor is created again.
 */
export function leftOutType(container: MappedContainer): ContainerType | undefined {
  const { own, other, isClaimed, isRequiredByOwn, isRequiredByOther } = container;
  const refused = refusedEmptyType(container);
  const stays = refused !== "map" || isRequiredByOther || takesEmptyMap(own);
  if (isRequiredByOwn && stays) return undefined;
  const isUnknownToOther = other === "none" && !isClaimed;
  return refused ?? (isUnknownToOther && typeOf(own) === "map" ? "map" : undefined);
}

/** The type of container that either version refuses if it is empty; undefined where both take it. */
export function refusedEmptyType({ own, other }: OwnPair): ContainerType | undefined {
  return refusesEmpty(own) || refusesEmpty(other) ? (typeOf(own) ?? typeOf(other)) : undefined;
}

/** True where null means something in the other version, and this one's schema does not allow it. */
export function refusesNull({ own, other }: OwnPair): boolean {
  return (
    typeof own !== "string" && typeof other !== "string" && other.nullable && !admits(own, null)
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
 * True for a required map that is created as `{}` where its parent is: the other version does not declare it, or may leave
 * it out, and the schema takes `{}`.
 */
export function isCreated({ own, other }: OwnPair, isRequiredByOther: boolean): boolean {
  return takesEmptyMap(own) && (other === "none" || (refusesEmpty(other) && !isRequiredByOther));
}

function takesEmptyMap(node: SchemaNode): boolean {
  if (typeof node === "string" || node.type !== "object") return false;
  const { required = [], minProperties = 0 } = node.validation ?? {};
  return required.length === 0 && minProperties === 0;
}
