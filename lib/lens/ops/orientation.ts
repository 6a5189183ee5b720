import { itemNode, memberNode, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";

/** For an op that does the same both ways. */
export function neverInverted(): boolean {
  return false;
}

/** For an op whose first side the schemas do not tell. */
export function invertedAsWritten({ inverted = false }: { readonly inverted?: boolean }): boolean {
  return inverted;
}

/** For an op from a text to an integer. */
export function invertedByNumber(
  { inverted }: { readonly inverted?: boolean },
  { from, to }: SchemaPair,
): boolean {
  return inverted ?? (isNumeric(from) && !isNumeric(to));
}

/** For an op from a list of scalars to a list of maps. */
export function invertedByItems(
  { inverted }: { readonly inverted?: boolean },
  { from }: SchemaPair,
): boolean {
  return inverted ?? isOfType(itemNode(from), "object");
}

/** True where the schema declares just this type. */
export function isOfType(node: SchemaNode, type: string): boolean {
  return typeof node !== "string" && node.type === type;
}

function isNumeric(node: SchemaNode): boolean {
  return isOfType(node, "integer") || isOfType(node, "number");
}

/** True where the schema names the member, rather than allowing any. */
export function declares(node: SchemaNode, key: string): boolean {
  const found = memberNode(node, key);
  return found !== "none" && found !== "free";
}
