import { itemNode, memberNode, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";

/** The orientation of an op that does the same in both directions. */
export function neverInverted(): boolean {
  return false;
}

/**
 * The orientation of an op whose first side can't be found from the schemas: as the rule says, else the older version is first.
 */
export function invertedAsWritten({ inverted = false }: { readonly inverted?: boolean }): boolean {
  return inverted;
}

/** The orientation of an op between text and an integer: the first side is the one that is not a number. */
export function invertedByNumber(
  { inverted }: { readonly inverted?: boolean },
  { from, to }: SchemaPair,
): boolean {
  return inverted ?? (isNumeric(from) && !isNumeric(to));
}

/** The orientation of an op between a list of scalars and a list of maps: the first side is the one with scalars. */
export function invertedByItems(
  { inverted }: { readonly inverted?: boolean },
  { from }: SchemaPair,
): boolean {
  return inverted ?? isOfType(itemNode(from), "object");
}

/** True if the schema declares exactly this type. */
export function isOfType(node: SchemaNode, type: string): boolean {
  return typeof node !== "string" && node.type === type;
}

function isNumeric(node: SchemaNode): boolean {
  return isOfType(node, "integer") || isOfType(node, "number");
}

/** True if the schema declares a member of this name. False if it only allows any member. */
export function declares(node: SchemaNode, key: string): boolean {
  const found = memberNode(node, key);
  return found !== "none" && found !== "free";
}
