import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { typeInvalid } from "../field-error/field-faults.ts";
import {
  always,
  anything,
  deferred,
  flag,
  float,
  ignoringUnknown,
  int64,
  listOf,
  mapOf,
  optional,
  record,
  text,
  type WireType,
} from "./wire-type.ts";

const schema = deferred({}, () => schemaType);
const schemas = listOf(schema);
const schemasByName = mapOf(schema);

/** `items`: a schema, or a list of schemas, which the server decodes and then refuses. Anything else is an empty list. */
const schemaOrList: WireType = ignoringUnknown({
  zero: [],
  pointer: true,
  read(value, path, result) {
    if (isObject(value)) return schema.read(value, path, result);
    return isArray(value) ? schemas.read(value, path, result) : [];
  },
});

/** `additionalProperties`: a schema, true or false. */
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

/** A dependency: a schema, or a list of names. Anything else is an empty list. */
const schemaOrNames: WireType = ignoringUnknown({
  zero: [],
  pointer: false,
  read(value, path, result) {
    if (isObject(value)) return schema.read(value, path, result);
    return isArray(value) ? listOf(text).read(value, path, result) : [];
  },
});

const rule = record({
  rule: always(text),
  message: text,
  messageExpression: text,
  reason: optional(text),
  fieldPath: text,
  optionalOldSelf: optional(flag),
});

/** Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/v1/types_jsonschema.go, marshal.go. */
const keywords = {
  id: text,
  $schema: text,
  $ref: optional(text),
  description: text,
  type: text,
  format: text,
  title: text,
  default: optional(anything),
  maximum: optional(float),
  exclusiveMaximum: flag,
  minimum: optional(float),
  exclusiveMinimum: flag,
  maxLength: optional(int64),
  minLength: optional(int64),
  pattern: text,
  maxItems: optional(int64),
  minItems: optional(int64),
  uniqueItems: flag,
  multipleOf: optional(float),
  enum: listOf(anything),
  maxProperties: optional(int64),
  minProperties: optional(int64),
  required: listOf(text),
  items: schemaOrList,
  allOf: schemas,
  oneOf: schemas,
  anyOf: schemas,
  not: optional(schema),
  properties: schemasByName,
  additionalProperties: schemaOrFlag,
  patternProperties: schemasByName,
  // The server refuses even an empty map, so it differs from an absent one.
  dependencies: optional(mapOf(schemaOrNames)),
  additionalItems: schemaOrFlag,
  definitions: schemasByName,
  externalDocs: optional(record({ description: text, url: text })),
  example: optional(anything),
  nullable: flag,
  "x-kubernetes-preserve-unknown-fields": optional(flag),
  "x-kubernetes-embedded-resource": flag,
  "x-kubernetes-int-or-string": flag,
  "x-kubernetes-list-map-keys": listOf(text),
  "x-kubernetes-list-type": optional(text),
  "x-kubernetes-map-type": optional(text),
  "x-kubernetes-validations": listOf(rule),
};

/** A nested schema. */
export const schemaType: WireType = record(keywords);

/**
 * The schema of a version. Retains empty lists and maps of keywords that the server refuses at the root of a schema with a
 * status subresource: it refuses empty ones too.
 */
export const rootSchemaType: WireType = record({
  ...keywords,
  enum: optional(keywords.enum),
  allOf: optional(keywords.allOf),
  oneOf: optional(keywords.oneOf),
  anyOf: optional(keywords.anyOf),
  patternProperties: optional(keywords.patternProperties),
  definitions: optional(keywords.definitions),
  "x-kubernetes-list-map-keys": optional(keywords["x-kubernetes-list-map-keys"]),
});
