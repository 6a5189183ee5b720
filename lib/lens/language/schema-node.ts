import { isNumber } from "../../go/number.ts";
import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { keepsNull } from "../../schema/pruning/nulls.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { eachItem, eachValue, type KeyPath, type Path } from "./path.ts";

/** The schema at a path: a schema, `free` if any JSON is allowed, or `none` if the schema has no such path. */
export type SchemaNode = Structural | "free" | "none";

/** The schemas at one path in both versions. */
export interface SchemaPair {
  readonly from: SchemaNode;
  readonly to: SchemaNode;
}

/** The schema of a map's member: that of the property, else that of the map's values. */
export function memberNode(node: SchemaNode, key: string): SchemaNode {
  if (node === "free" || node === "none") return node;
  return node.properties?.get(key) ?? valueNode(node);
}

/**
 * The schema of a map's members that `properties` does not list: that of `additionalProperties`; `free` if the map preserves
 * unknown fields or is an embedded resource, else `none`.
 */
export function valueNode(node: SchemaNode): SchemaNode {
  if (node === "free" || node === "none") return node;
  if (typeof node.additionalProperties === "object") return node.additionalProperties;
  return node.additionalProperties === true || isOpen(node) ? "free" : "none";
}

/** The schema of a list's items; `free` if there is none and unknown fields are preserved, else `none`. */
export function itemNode(node: SchemaNode): SchemaNode {
  if (node === "free" || node === "none") return node;
  return node.items ?? (isOpen(node) ? "free" : "none");
}

function isOpen({ x }: Structural): boolean {
  return x.preserveUnknownFields || x.embeddedResource;
}

/** The schema at a path, which may have `[*]` and `{}` steps. */
export function nodeAt(node: SchemaNode, path: Path): SchemaNode {
  return path.reduce<SchemaNode>((at, step) => {
    if (step === eachItem) return itemNode(at);
    return step === eachValue ? valueNode(at) : memberNode(at, step);
  }, node);
}

/** The schemas at a rule's first path in each version; `none` if the rule has no path in that version. */
export function schemasAt(
  { from, to }: Readonly<Record<keyof SchemaPair, readonly KeyPath[]>>,
  schemas: SchemaPair,
): SchemaPair {
  const [[first], [second]] = [from, to];
  return {
    from: first === undefined ? "none" : nodeAt(schemas.from, first),
    to: second === undefined ? "none" : nodeAt(schemas.to, second),
  };
}

/**
 * True for a schema that preserves unknown fields and declares nothing below: it allows any JSON, or any map if its type is
 * `object`.
 */
export function isFree(node: SchemaNode): boolean {
  if (typeof node === "string") return node === "free";
  const { properties, items, additionalProperties, x } = node;
  const isBare = properties === undefined && items === undefined;
  return isBare && typeof additionalProperties !== "object" && isOpen(node) && !x.embeddedResource;
}

/**
 * True for a value whose own type is the one that the schema declares. Members and items are not checked. Null always passes, and
 * any number passes for `integer`.
 */
export function isOfDeclaredType(node: SchemaNode, value: JsonValue): boolean {
  if (typeof node === "string" || value === null) return true;
  if (isArray(value)) return mayBeOfType(node, "array");
  if (isObject(value)) return mayBeOfType(node, "object");
  const { type, x } = node;
  if (isNumber(value))
    return x.intOrString || type === "integer" || type === "number" || isAnything(node);
  return isScalarOf(node, value);
}

/** True if the last key of a path is required by the map that holds it. */
export function isRequired(node: SchemaNode, path: KeyPath): boolean {
  const parent = nodeAt(node, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent === "string" || key === undefined) return false;
  return parent.validation?.required?.includes(key) === true;
}

/** True if the last key of a path is required by the map that holds it, and its value can be a map. */
export function isRequiredMap(node: SchemaNode, path: KeyPath): boolean {
  const member = nodeAt(node, path);
  return isRequired(node, path) && (typeof member === "string" || mayBeOfType(member, "object"));
}

/**
 * True if the schema declares everything in a value, with the right types and enum values. Bounds, patterns and CEL rules are not
 * checked.
 */
export function declaresValue(node: SchemaNode, value: JsonValue): boolean {
  if (typeof node === "string") return node === "free";
  if (value === null) return node.nullable || (node.type === "" && !node.x.intOrString);
  const words = node.validation?.enum;
  if (words !== undefined && !words.some((word) => equal(word, value))) return false;
  if (isArray(value)) {
    return mayBeOfType(node, "array") && value.every((item) => declaresValue(itemNode(node), item));
  }
  if (!isObject(value)) return isScalarOf(node, value);
  return (
    mayBeOfType(node, "object") &&
    Object.entries(value).every(([key, member]) => declaresMember(memberNode(node, key), member))
  );
}

function declaresMember(node: SchemaNode, value: JsonValue): boolean {
  return value === null && typeof node !== "string" ? keepsNull(node) : declaresValue(node, value);
}

function mayBeOfType({ type, x }: Structural, wanted: Structural["type"]): boolean {
  return type === wanted || (type === "" && x.preserveUnknownFields);
}

/** True for a schema that declares no type and preserves unknown fields. */
function isAnything({ type, x }: Structural): boolean {
  return type === "" && x.preserveUnknownFields;
}

function isScalarOf({ type, x }: Structural, value: JsonValue): boolean {
  if (x.intOrString) return typeof value === "string" || isInteger(value);
  switch (type) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return isInteger(value);
    case "number":
      return typeof value !== "string" && typeof value !== "boolean";
    case "":
      return x.preserveUnknownFields;
    default:
      return false;
  }
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
}

/** True if the API server drops null where `node` is the schema, but keeps it where `other`, of the other version, is. */
export function losesNull(node: SchemaNode, other: SchemaNode): boolean {
  return (
    typeof node !== "string" && typeof other !== "string" && keepsNull(other) && !keepsNull(node)
  );
}
