import type { JsonSchemaProps, SchemaRule } from "../../schema/definition/crd.ts";
import {
  additionalSchema,
  isFilled,
  itemSchema,
  itemSchemas,
} from "../../schema/definition/schema-walk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { forbidden, invalid, notSupported } from "../../schema/field-error/field-faults.ts";
import { childPath, type FieldPath, keyPath } from "../../schema/field-error/path.ts";
import { listTypeErrors, mapKeyErrors } from "./list-type-rules.ts";
import { validationRuleErrors } from "./validation-rule-rules.ts";

/** Which rules a CustomResourceDefinition must keep: an update may keep breaking what the stored one breaks. */
export interface SchemaRuleOptions {
  readonly requireValidPropertyType: boolean;
  readonly requireAtomicSetType: boolean;
  readonly requireMapListKeysMapSetValidation: boolean;
}

/** Where in a schema a walk stands. */
interface Place {
  readonly path: FieldPath;
  /** Why a default may not stand here; undefined where it may. */
  readonly defaultsForbidden?: string;
  readonly insideMetadata: boolean;
  readonly isRoot: boolean;
}

const schemaTypes = ["array", "boolean", "integer", "number", "object", "string"];

/**
 * The rules for a schema beyond being structural: unsupported keywords, list and map types, where defaults may stand.
 * Keeps its own stack; errors come in no particular order.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema.
 */
export function schemaErrors(
  root: JsonSchemaProps,
  path: FieldPath,
  options: SchemaRuleOptions,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const rest: (readonly [JsonSchemaProps, Place])[] = [
    [root, { path, insideMetadata: false, isRoot: true }],
  ];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [schema, place] = next;
    errors.push(...nodeErrors(schema, place, options));
    for (const child of children(schema, place)) rest.push(child);
  }
  return errors;
}

function nodeErrors(
  schema: JsonSchemaProps,
  place: Place,
  options: SchemaRuleOptions,
): readonly FieldError[] {
  const { path } = place;
  return [
    ...typeErrors(schema, path, options),
    ...placeErrors(schema, place),
    ...unsupportedErrors(schema, path),
    ...additionalErrors(schema, path),
    ...(schema["x-kubernetes-preserve-unknown-fields"] === false
      ? [
          invalid(
            childPath(path, "x-kubernetes-preserve-unknown-fields"),
            false,
            "must be true or undefined",
          ),
        ]
      : []),
    ...listTypeErrors(schema, path, options),
    ...(options.requireMapListKeysMapSetValidation ? mapKeyErrors(schema, path) : []),
    ...ruleErrors(schema, path),
  ];
}

function typeErrors(
  schema: JsonSchemaProps,
  path: FieldPath,
  options: SchemaRuleOptions,
): readonly FieldError[] {
  const { type } = schema;
  if (type === undefined || schemaTypes.includes(type)) return [];
  const at = childPath(path, "type");
  return [
    ...(options.requireValidPropertyType ? [notSupported(at, type, schemaTypes)] : []),
    ...(type === "null"
      ? [forbidden(at, "type cannot be set to null, use nullable as an alternative")]
      : []),
  ];
}

function placeErrors(schema: JsonSchemaProps, place: Place): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (schema.default !== undefined && place.defaultsForbidden !== undefined) {
    const detail = `must not be set ${place.defaultsForbidden}`;
    errors.push(forbidden(childPath(place.path, "default"), detail));
  }
  if (place.insideMetadata && schema["x-kubernetes-embedded-resource"] === true) {
    const at = childPath(place.path, "x-kubernetes-embedded-resource");
    errors.push(forbidden(at, "must not be used inside of resource meta"));
  }
  return errors;
}

function unsupportedErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const present = {
    id: schema.id !== undefined,
    additionalItems: schema.additionalItems !== undefined,
    patternProperties: isFilled(schema.patternProperties),
    definitions: isFilled(schema.definitions),
    dependencies: schema.dependencies !== undefined,
    $ref: schema.$ref !== undefined,
  };
  const errors = Object.entries(present).flatMap(([keyword, isPresent]) =>
    isPresent ? [forbidden(childPath(path, keyword), `${keyword} is not supported`)] : [],
  );
  if (itemSchema(schema) === undefined && itemSchemas(schema).length > 0) {
    const detail = "items must be a schema object and not an array";
    errors.push(forbidden(childPath(path, "items"), detail));
  }
  if (schema.uniqueItems === true) {
    const detail =
      "uniqueItems cannot be set to true since the runtime complexity becomes quadratic";
    errors.push(forbidden(childPath(path, "uniqueItems"), detail));
  }
  return errors;
}

function additionalErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const { additionalProperties } = schema;
  const excludes = additionalProperties !== undefined && additionalProperties !== true;
  return excludes && isFilled(schema.properties)
    ? [
        forbidden(
          childPath(path, "additionalProperties"),
          "additionalProperties and properties are mutual exclusive",
        ),
      ]
    : [];
}

function ruleErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const rules: readonly SchemaRule[] = schema["x-kubernetes-validations"] ?? [];
  const at = childPath(path, "x-kubernetes-validations");
  return rules.flatMap((rule, index) => validationRuleErrors(rule, schema, keyPath(at, index)));
}

const metadataFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function* children(
  schema: JsonSchemaProps,
  place: Place,
): Generator<readonly [JsonSchemaProps, Place]> {
  const { path } = place;
  const at = (below: FieldPath): Place => ({ ...place, path: below, isRoot: false });
  yield* propertyPlaces(schema, place);
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    const inside = at(childPath(path, "additionalProperties"));
    const reason = "inside additionalProperties applying to object metadata";
    yield [additional, place.insideMetadata ? { ...inside, defaultsForbidden: reason } : inside];
  }
  const item = itemSchema(schema);
  if (item !== undefined) yield [item, at(childPath(path, "items"))];
  else yield* indexed(itemSchemas(schema), at(childPath(path, "items")));
  if (schema.not !== undefined) yield [schema.not, at(childPath(path, "not"))];
  yield* indexed(schema.allOf ?? [], at(childPath(path, "allOf")));
  yield* indexed(schema.oneOf ?? [], at(childPath(path, "oneOf")));
  yield* indexed(schema.anyOf ?? [], at(childPath(path, "anyOf")));
  yield* named(schema.definitions ?? {}, at(childPath(path, "definitions")));
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (!isNames(dependency)) {
      yield [dependency, at(keyPath(childPath(path, "dependencies"), name))];
    }
  }
}

function isNames(dependency: JsonSchemaProps | readonly string[]): dependency is readonly string[] {
  return Array.isArray(dependency);
}

function* propertyPlaces(
  schema: JsonSchemaProps,
  place: Place,
): Generator<readonly [JsonSchemaProps, Place]> {
  const isResource = place.isRoot || schema["x-kubernetes-embedded-resource"] === true;
  const path = childPath(place.path, "properties");
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const below: Place = { ...place, path: keyPath(path, name), isRoot: false };
    if (!isResource || !metadataFields.has(name)) yield [property, below];
    else {
      const inside: Place = { ...below, insideMetadata: true };
      yield [
        property,
        place.isRoot ? { ...inside, defaultsForbidden: `in top-level ${name}` } : inside,
      ];
    }
  }
}

function* indexed(
  schemas: readonly JsonSchemaProps[],
  place: Place,
): Generator<readonly [JsonSchemaProps, Place]> {
  for (const [index, schema] of schemas.entries()) {
    yield [schema, { ...place, path: keyPath(place.path, index) }];
  }
}

function* named(
  schemas: { readonly [name: string]: JsonSchemaProps },
  place: Place,
): Generator<readonly [JsonSchemaProps, Place]> {
  for (const [name, schema] of Object.entries(schemas)) {
    yield [schema, { ...place, path: keyPath(place.path, name) }];
  }
}
