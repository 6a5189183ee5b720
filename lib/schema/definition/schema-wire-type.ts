import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { typeInvalid } from "../field-error/field-faults.ts";
import {
  anyJson,
  float,
  ignoringUnknown,
  int64,
  optional,
  recursiveType,
  type WireType,
  wireBoolean,
  wireList,
  wireMap,
  wireRecord,
  wireString,
  writtenIfAbsent,
} from "./wire-type.ts";

const schema = recursiveType({}, () => schemaType);
const schemas = wireList(schema);
const schemasByName = wireMap(schema);

/**
 * `items`: a schema, or a list of schemas, which the server decodes and then refuses. Any other value is decoded as an
 * empty list.
 */
const schemaOrList: WireType = ignoringUnknown({
  zero: [],
  pointer: true,
  read(value, path, result) {
    if (isObject(value)) return schema.read(value, path, result);
    return isArray(value) ? schemas.read(value, path, result) : [];
  },
});

/** `additionalProperties`: a schema, true or false. For any other value decoding fails. */
const schemaOrFlag: WireType = ignoringUnknown({
  zero: false,
  pointer: true,
  read(value, path, result): JsonValue {
    if (isObject(value)) return schema.read(value, path, result);
    if (typeof value === "boolean") return value;
    result.errors.push(typeInvalid(path, value, "boolean or JSON schema expected"));
    return false;
  },
});

/** One value in `dependencies`: a schema, or a list of names. Any other value is decoded as an empty list. */
const schemaOrNames: WireType = ignoringUnknown({
  zero: [],
  pointer: false,
  read(value, path, result) {
    if (isObject(value)) return schema.read(value, path, result);
    return isArray(value) ? wireList(wireString).read(value, path, result) : [];
  },
});

const rule = wireRecord({
  rule: writtenIfAbsent(wireString),
  message: wireString,
  messageExpression: wireString,
  reason: optional(wireString),
  fieldPath: wireString,
  optionalOldSelf: optional(wireBoolean),
});

/**
 * The wire type of each keyword.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types_jsonschema.go,
 * marshal.go.
 */
const keywords = {
  id: wireString,
  $schema: wireString,
  $ref: optional(wireString),
  description: wireString,
  type: wireString,
  format: wireString,
  title: wireString,
  default: optional(anyJson),
  maximum: optional(float),
  exclusiveMaximum: wireBoolean,
  minimum: optional(float),
  exclusiveMinimum: wireBoolean,
  maxLength: optional(int64),
  minLength: optional(int64),
  pattern: wireString,
  maxItems: optional(int64),
  minItems: optional(int64),
  uniqueItems: wireBoolean,
  multipleOf: optional(float),
  enum: wireList(anyJson),
  maxProperties: optional(int64),
  minProperties: optional(int64),
  required: wireList(wireString),
  items: schemaOrList,
  allOf: schemas,
  oneOf: schemas,
  anyOf: schemas,
  not: optional(schema),
  properties: schemasByName,
  additionalProperties: schemaOrFlag,
  patternProperties: schemasByName,
  // An empty map must be distinguished from an absent one: the server refuses even an empty map.
  dependencies: optional(wireMap(schemaOrNames)),
  additionalItems: schemaOrFlag,
  definitions: schemasByName,
  externalDocs: optional(wireRecord({ description: wireString, url: wireString })),
  example: optional(anyJson),
  nullable: wireBoolean,
  "x-kubernetes-preserve-unknown-fields": optional(wireBoolean),
  "x-kubernetes-embedded-resource": wireBoolean,
  "x-kubernetes-int-or-string": wireBoolean,
  "x-kubernetes-list-map-keys": wireList(wireString),
  "x-kubernetes-list-type": optional(wireString),
  "x-kubernetes-map-type": optional(wireString),
  "x-kubernetes-validations": wireList(rule),
};

/** The wire type of a schema within another schema. */
export const schemaType: WireType = wireRecord(keywords);

/** The keywords that the server refuses at the root of a schema with a status subresource, even if they are empty. */
const refusedIfEmpty = [
  "enum",
  "allOf",
  "oneOf",
  "anyOf",
  "patternProperties",
  "definitions",
  "x-kubernetes-list-map-keys",
] as const;

/** The wire type of a version's schema. It keeps empty lists and maps of the keywords in {@link refusedIfEmpty}. */
export const rootSchemaType: WireType = wireRecord({
  ...keywords,
  ...Object.fromEntries(refusedIfEmpty.map((keyword) => [keyword, optional(keywords[keyword])])),
});

/**
 * True if the schemas of two versions, decoded by {@link rootSchemaType}, are equal for the server: it does not distinguish
 * an empty list or map from an absent one.
 */
export function isSameSchema(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equal(withoutEmpty(a), withoutEmpty(b));
}

function withoutEmpty(schema: JsonObject): JsonObject {
  const isEmpty = (keyword: string): boolean => Object.keys(schema[keyword] ?? {}).length === 0;
  const dropped = new Set<string>(refusedIfEmpty.filter(isEmpty));
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)));
}
