import { memberNode, type SchemaNode } from "../language/schema-node.ts";

/** For an op that does the same both ways. */
export function neverInverted(): boolean {
  return false;
}

/** For an op whose first side the schemas do not tell. */
export function invertedAsWritten({ inverted = false }: { readonly inverted?: boolean }): boolean {
  return inverted;
}

export function isOfType(node: SchemaNode, type: string): boolean {
  return typeof node !== "string" && node.type === type;
}

export function isNumeric(node: SchemaNode): boolean {
  return isOfType(node, "integer") || isOfType(node, "number");
}

export function declares(node: SchemaNode, key: string): boolean {
  const found = memberNode(node, key);
  return found !== "none" && found !== "free";
}
