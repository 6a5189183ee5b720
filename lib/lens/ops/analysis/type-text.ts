import { type SchemaNode, valueNode } from "../../language/schema-node.ts";

/** The type that a schema allows, for messages: `string`, `list of integer`, `map of string`, `object`, `anything`, `nothing`. */
export function typeText(node: SchemaNode): string {
  if (node === "free") return "anything";
  if (node === "none") return "nothing";
  if (node.x.intOrString) return "int-or-string";
  switch (node.type) {
    case "array":
      return node.items === undefined ? "list" : `list of ${typeText(node.items)}`;
    case "object": {
      const values = node.properties === undefined ? valueNode(node) : "none";
      return values === "none" ? "object" : `map of ${typeText(values)}`;
    }
    case "":
      return "anything";
    default:
      return node.type;
  }
}
