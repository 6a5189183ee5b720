import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { typeInvalid } from "../field-error/field-faults.ts";
import {
  always,
  anything,
  booleanType,
  deferred,
  float,
  ignoringUnknown,
  int64,
  listType,
  mapType,
  optional,
  recordType,
  stringType,
  type WireType,
} from "./wire-type.ts";

const schema = deferred({}, () => schemaType);
const schemas = listType(schema);
const schemasByName = mapType(schema);

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
    return isArray(value) ? listType(stringType).read(value, path, result) : [];
  },
});

const rule = recordType({
  rule: always(stringType),
  message: stringType,
  messageExpression: stringType,
  reason: optional(stringType),
  fieldPath: stringType,
  optionalOldSelf: optional(booleanType),
});

/** Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/v1/types_jsonschema.go, marshal.go. */
const keywords = {
  id: stringType,
  $schema: stringType,
  $ref: optional(stringType),
  description: stringType,
  type: stringType,
  format: stringType,
  title: stringType,
  default: optional(anything),
  maximum: optional(float),
  exclusiveMaximum: booleanType,
  minimum: optional(float),
  exclusiveMinimum: booleanType,
  maxLength: optional(int64),
  minLength: optional(int64),
  pattern: stringType,
  maxItems: optional(int64),
  minItems: optional(int64),
  uniqueItems: booleanType,
  multipleOf: optional(float),
  enum: listType(anything),
  maxProperties: optional(int64),
  minProperties: optional(int64),
  required: listType(stringType),
  items: schemaOrList,
  allOf: schemas,
  oneOf: schemas,
  anyOf: schemas,
  not: optional(schema),
  properties: schemasByName,
  additionalProperties: schemaOrFlag,
  patternProperties: schemasByName,
  // The server refuses even an empty map, so it differs from an absent one.
  dependencies: optional(mapType(schemaOrNames)),
  additionalItems: schemaOrFlag,
  definitions: schemasByName,
  externalDocs: optional(recordType({ description: stringType, url: stringType })),
  example: optional(anything),
  nullable: booleanType,
  "x-kubernetes-preserve-unknown-fields": optional(booleanType),
  "x-kubernetes-embedded-resource": booleanType,
  "x-kubernetes-int-or-string": booleanType,
  "x-kubernetes-list-map-keys": listType(stringType),
  "x-kubernetes-list-type": optional(stringType),
  "x-kubernetes-map-type": optional(stringType),
  "x-kubernetes-validations": listType(rule),
};

/** A nested schema. */
export const schemaType: WireType = recordType(keywords);

/**
 * The schema of a version. Retains empty lists and maps of keywords that the server refuses at the root of a schema with a
 * status subresource: it refuses empty ones too.
 */
export const rootSchemaType: WireType = recordType({
  ...keywords,
  enum: optional(keywords.enum),
  allOf: optional(keywords.allOf),
  oneOf: optional(keywords.oneOf),
  anyOf: optional(keywords.anyOf),
  patternProperties: optional(keywords.patternProperties),
  definitions: optional(keywords.definitions),
  "x-kubernetes-list-map-keys": optional(keywords["x-kubernetes-list-map-keys"]),
});
