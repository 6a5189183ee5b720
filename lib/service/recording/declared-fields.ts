import { isNumber } from "../../go/number.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { isMetaField } from "../../schema/pruning/prune.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/** Members that are never recorded, at any path: a CRD may declare even a field that holds the template of a Secret. */
export const neverRecordedMembers: ReadonlySet<string> = new Set([
  "data",
  "stringData",
  "binaryData",
  "annotations",
  "managedFields",
]);

/**
 * The members of a custom resource that may be recorded: a value is included only if the schema declares its path and
 * its type. Left out are apiVersion, kind and metadata; values for which the schema allows anything
 * (x-kubernetes-preserve-unknown-fields, an embedded resource, `additionalProperties: true`); values of a type other than declared;
 * strings of `format: password`; and members named data, stringData, binaryData, annotations or managedFields.
 */
export function declaredFields(object: JsonObject, schema: Structural): JsonObject {
  return declaredMembers(object, schema, (key) => !isMetaField(key));
}

function declaredMembers(
  map: JsonObject,
  { properties, additionalProperties }: Structural,
  isWanted: (key: string) => boolean,
): JsonObject {
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const declaredMap: MutableJsonObject = {};
  for (const [key, value] of Object.entries(map)) {
    const schema = properties?.get(key) ?? others;
    if (schema === undefined || neverRecordedMembers.has(key) || !isWanted(key)) continue;
    const declared = declaredValue(value, schema);
    if (declared !== undefined) assign(declaredMap, key, declared);
  }
  return declaredMap;
}

/**
 * The part of a value that may be recorded; undefined for a value that is left out. The recursion is at most as deep as the schema.
 */
function declaredValue(value: JsonValue, schema: Structural): JsonValue | undefined {
  if (value === null) return null;
  if (isArray(value)) return schema.type === "array" ? declaredItems(value, schema) : undefined;
  if (!isObject(value)) return isDeclaredScalar(value, schema) ? value : undefined;
  if (schema.type !== "object") return undefined;
  return schema.x.embeddedResource ? {} : declaredMembers(value, schema, () => true);
}

function declaredItems(
  list: readonly JsonValue[],
  { items }: Structural,
): readonly JsonValue[] | undefined {
  if (items === undefined) return undefined;
  return list.flatMap((item) => {
    const declared = declaredValue(item, items);
    return declared === undefined ? [] : [declared];
  });
}

function isDeclaredScalar(value: JsonValue, { type, x, validation }: Structural): boolean {
  const isText = typeof value === "string";
  if (x.intOrString) return isText || isNumber(value);
  if (type === "string") return isText && validation?.format !== "password";
  if (type === "boolean") return typeof value === "boolean";
  return (type === "integer" || type === "number") && isNumber(value);
}
