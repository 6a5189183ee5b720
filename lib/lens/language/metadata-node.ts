import type { Structural } from "../../schema/structural/structural.ts";
import type { SchemaNode } from "./schema-node.ts";

const plain = { preserveUnknownFields: false, embeddedResource: false, intOrString: false };
/** The schema of any string. */
export const stringNode: Structural = { type: "string", nullable: false, x: plain };
const stringMap: Structural = {
  type: "object",
  nullable: false,
  additionalProperties: stringNode,
  x: plain,
};

/** The schema of the metadata that rules can read. */
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

/** A schema of whole objects with the metadata that rules can read added; "free" and "none" are returned unchanged. */
export function withMetadataNode(node: SchemaNode): SchemaNode {
  if (typeof node === "string") return node;
  return { ...node, properties: new Map([...(node.properties ?? []), ["metadata", metadataNode]]) };
}

/** The schema of an object that has only the metadata that rules can read. */
export const metadataHolder: Structural = {
  type: "object",
  nullable: false,
  x: plain,
  properties: new Map([["metadata", metadataNode]]),
};
