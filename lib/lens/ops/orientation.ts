import type { RuleData } from "../language/rule.ts";
import { itemNode, memberNode, type SchemaNode, type SchemaPair } from "../language/schema-node.ts";

/** True where an op's first side is the newer version's: as the rule says, else as the two schemas tell. */
export function isInverted(data: RuleData, { from, to }: SchemaPair): boolean {
  switch (data.op) {
    case "first":
      return !Array.isArray(data.from);
    case "entry":
      return typeof data.from === "string";
    case "split":
    case "partition":
      return typeof data.from !== "string";
    case "keyed":
      return data.inverted ?? (typeOf(from) === "array" && typeOf(to) !== "array");
    case "count":
    case "wrap":
      return data.inverted ?? typeOf(itemNode(from)) === "object";
    case "duration":
    case "quantity":
      return data.inverted ?? (isNumeric(from) && !isNumeric(to));
    case "single":
      return data.inverted ?? (typeOf(to) === "array" && typeOf(from) !== "array");
    case "text":
      return data.inverted ?? (typeOf(to) === "string" && typeOf(from) !== "string");
    case "reference":
      return data.inverted ?? (!has(from, "apiVersion") && has(to, "apiVersion"));
    case "default":
    case "map":
    case "variant":
      return data.inverted ?? false;
    default:
      return false;
  }
}

function typeOf(node: SchemaNode): string {
  return typeof node === "string" ? "" : node.type;
}

function isNumeric(node: SchemaNode): boolean {
  return typeOf(node) === "integer" || typeOf(node) === "number";
}

function has(node: SchemaNode, key: string): boolean {
  const found = memberNode(node, key);
  return found !== "none" && found !== "free";
}
