import type { Structural } from "../../schema/structural/structural.ts";
import type { SchemaNode } from "./schema-node.ts";

const plain = { preserveUnknownFields: false, embeddedResource: false, intOrString: false };
/** The schema of any text. */
export const stringNode: Structural = { type: "string", nullable: false, x: plain };
const stringMap: Structural = {
  type: "object",
  nullable: false,
  additionalProperties: stringNode,
  x: plain,
};

/** What rules may name of an object's metadata. */
const metadataNode: Structural = {
  type: "object",
  nullable: false,
  x: plain,
  properties: new Map([
    ["name", stringNode],
    ["namespace", stringNode],
    ["labels", stringMap],
    ["annotations", stringMap],
  ]),
};

/** A schema of whole objects, with the metadata that rules may name; a schema that is not known stays so. */
export function withMetadataNode(node: SchemaNode): SchemaNode {
  if (typeof node === "string") return node;
  return { ...node, properties: new Map([...(node.properties ?? []), ["metadata", metadataNode]]) };
}

/** The schema of a map that holds nothing but the metadata that rules may name. */
export const metadataHolder: Structural = {
  type: "object",
  nullable: false,
  x: plain,
  properties: new Map([["metadata", metadataNode]]),
};
