import { isNumber } from "../../go/number.ts";
import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { eachItem, eachValue, type KeyPath, type Path } from "./path.ts";

/** What a schema says of a place: a schema, anything (`free`), or that nothing may stand there (`none`). */
export type SchemaNode = Structural | "free" | "none";

/** The schemas of one place on both sides. */
export interface SchemaPair {
  readonly from: SchemaNode;
  readonly to: SchemaNode;
}

/** What stands under a key. */
export function memberNode(node: SchemaNode, key: string): SchemaNode {
  if (node === "free" || node === "none") return node;
  return node.properties?.get(key) ?? valueNode(node);
}

/** What the members stand for that no name is given for. */
export function valueNode(node: SchemaNode): SchemaNode {
  if (node === "free" || node === "none") return node;
  if (typeof node.additionalProperties === "object") return node.additionalProperties;
  return node.additionalProperties === true || isOpen(node) ? "free" : "none";
}

/** What the items of a list are. */
export function itemNode(node: SchemaNode): SchemaNode {
  if (node === "free" || node === "none") return node;
  return node.items ?? (isOpen(node) ? "free" : "none");
}

function isOpen({ x }: Structural): boolean {
  return x.preserveUnknownFields || x.embeddedResource;
}

/** What stands where a path leads, also through the items of lists and the values of maps. */
export function nodeAt(node: SchemaNode, path: Path): SchemaNode {
  return path.reduce<SchemaNode>((at, step) => {
    if (step === eachItem) return itemNode(at);
    return step === eachValue ? valueNode(at) : memberNode(at, step);
  }, node);
}

/** The schemas where a rule's first path on either side leads. */
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

/** True for a place that may hold any JSON, or any map. */
export function isFree(node: SchemaNode): boolean {
  if (typeof node === "string") return node === "free";
  const { properties, items, additionalProperties, x } = node;
  const isBare = properties === undefined && items === undefined;
  return isBare && typeof additionalProperties !== "object" && isOpen(node) && !x.embeddedResource;
}

/**
 * True for a value that is, as a whole, of the type that a place declares: what is in it is not looked at, and every number
 * is of a numeric type.
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

/** True where a map requires its member. */
export function isRequired(node: SchemaNode, path: KeyPath): boolean {
  const parent = nodeAt(node, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent === "string" || key === undefined) return false;
  return parent.validation?.required?.includes(key) === true;
}

/** True where a map requires its member to be a map. */
export function isRequiredMap(node: SchemaNode, path: KeyPath): boolean {
  const member = nodeAt(node, path);
  return isRequired(node, path) && (typeof member === "string" || mayBeOfType(member, "object"));
}

/**
 * True where the server would keep a value: nothing in it that the schema does not declare, the types are right, and
 * words are among those listed. Bounds, patterns and rules are not asked.
 */
export function admits(node: SchemaNode, value: JsonValue): boolean {
  if (typeof node === "string") return node === "free";
  if (value === null) return node.nullable || (node.type === "" && !node.x.intOrString);
  const words = node.validation?.enum;
  if (words !== undefined && !words.some((word) => equal(word, value))) return false;
  if (isArray(value)) {
    return mayBeOfType(node, "array") && value.every((item) => admits(itemNode(node), item));
  }
  if (!isObject(value)) return isScalarOf(node, value);
  return (
    mayBeOfType(node, "object") &&
    Object.entries(value).every(([key, item]) => admits(memberNode(node, key), item))
  );
}

function mayBeOfType({ type, x }: Structural, wanted: Structural["type"]): boolean {
  return type === wanted || (type === "" && x.preserveUnknownFields);
}

/** True for a place without a type. */
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
