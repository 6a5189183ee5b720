import { itemNode, memberNode, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";

/** For an op whose first side is always the older version. */
export function neverInverted(): boolean {
  return false;
}

/** True if the rule says that the first side is the newer version. For an op whose sides can't be told apart by the schemas. */
export function invertedAsWritten({ inverted = false }: { readonly inverted?: boolean }): boolean {
  return inverted;
}

/** True if the first side is the newer version: as the rule says, else if only the older version has a number. */
export function invertedByNumber(
  { inverted }: { readonly inverted?: boolean },
  { from, to }: SchemaPair,
): boolean {
  return inverted ?? (isNumeric(from) && !isNumeric(to));
}

/** True if the first side is the newer version: as the rule says, else if the older version has a list of maps. */
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
export function declaresMember(node: SchemaNode, key: string): boolean {
  const found = memberNode(node, key);
  return found !== "none" && found !== "free";
}
