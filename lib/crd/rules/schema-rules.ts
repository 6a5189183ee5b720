import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import {
  additionalSchema,
  isNonEmptyMap,
  itemSchema,
  itemSchemas,
  rulesOf,
} from "../../schema/definition/schema-walk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { forbidden, invalid, notSupported } from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import { listTypeErrors, mapKeyErrors } from "./list-type-rules.ts";
import { validationRuleErrors } from "./validation-rule-rules.ts";

/**
 * Which rules apply to the schemas of a definition. An update may continue to violate rules that the stored definition
 * already violates.
 */
export interface SchemaRuleOptions {
  readonly requireValidPropertyType: boolean;
  readonly requireAtomicSetType: boolean;
  readonly requireMapListKeysMapSetValidation: boolean;
}

/** Where a schema is in the root schema. */
interface SchemaContext {
  readonly path: FieldPath;
  /** Why a default is not allowed at this position; undefined if it is allowed. */
  readonly defaultsForbidden?: string;
  readonly insideMetadata: boolean;
  readonly isRoot: boolean;
}

const schemaTypes = ["array", "boolean", "integer", "number", "object", "string"];

/** The errors of a schema and of all schemas within it. */
interface SchemaFindings {
  readonly errors: readonly FieldError[];
  /**
   * The paths of the schemas that have an error. The error's own path may be deeper: an error of a map list may be at a
   * property of its items.
   */
  readonly faultyPaths: readonly FieldPath[];
}

/**
 * Checks a schema and all schemas within it: unsupported keywords, list and map types, positions of defaults. The rules
 * for structural schemas are checked elsewhere. Does not recurse. The errors have no particular order.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema.
 */
export function schemaFindings(
  root: JsonSchemaProps,
  path: FieldPath,
  options: SchemaRuleOptions,
): SchemaFindings {
  const errors: FieldError[] = [];
  const faultyPaths: FieldPath[] = [];
  const rest: (readonly [JsonSchemaProps, SchemaContext])[] = [
    [root, { path, insideMetadata: false, isRoot: true }],
  ];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [schema, context] = next;
    const found = nodeErrors(schema, context, options);
    errors.push(...found);
    if (found.length > 0) faultyPaths.push(context.path);
    for (const child of children(schema, context)) rest.push(child);
  }
  return { errors, faultyPaths };
}

function nodeErrors(
  schema: JsonSchemaProps,
  context: SchemaContext,
  options: SchemaRuleOptions,
): readonly FieldError[] {
  const { path } = context;
  return [
    ...typeErrors(schema, path, options),
    ...contextErrors(schema, context),
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

function contextErrors(schema: JsonSchemaProps, context: SchemaContext): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (schema.default !== undefined && context.defaultsForbidden !== undefined) {
    const detail = `must not be set ${context.defaultsForbidden}`;
    errors.push(forbidden(childPath(context.path, "default"), detail));
  }
  if (context.insideMetadata && schema["x-kubernetes-embedded-resource"] === true) {
    const at = childPath(context.path, "x-kubernetes-embedded-resource");
    errors.push(forbidden(at, "must not be used inside of resource meta"));
  }
  return errors;
}

function unsupportedErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const present = {
    id: schema.id !== undefined,
    additionalItems: schema.additionalItems !== undefined,
    patternProperties: isNonEmptyMap(schema.patternProperties),
    definitions: isNonEmptyMap(schema.definitions),
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
  return excludes && isNonEmptyMap(schema.properties)
    ? [
        forbidden(
          childPath(path, "additionalProperties"),
          "additionalProperties and properties are mutual exclusive",
        ),
      ]
    : [];
}

function ruleErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const at = childPath(path, "x-kubernetes-validations");
  return rulesOf(schema).flatMap((rule, index) =>
    validationRuleErrors(rule, schema, elementPath(at, index)),
  );
}

const metadataFields: ReadonlySet<string> = new Set(["metadata", "kind", "apiVersion"]);

function* children(
  schema: JsonSchemaProps,
  context: SchemaContext,
): Generator<readonly [JsonSchemaProps, SchemaContext]> {
  const { path } = context;
  const at = (below: FieldPath): SchemaContext => ({ ...context, path: below, isRoot: false });
  yield* propertyContexts(schema, context);
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    const inside = at(childPath(path, "additionalProperties"));
    const reason = "inside additionalProperties applying to object metadata";
    yield [additional, context.insideMetadata ? { ...inside, defaultsForbidden: reason } : inside];
  }
  const item = itemSchema(schema);
  if (item !== undefined) yield [item, at(childPath(path, "items"))];
  else yield* indexedSchemas(itemSchemas(schema), at(childPath(path, "items")));
  if (schema.not !== undefined) yield [schema.not, at(childPath(path, "not"))];
  yield* indexedSchemas(schema.allOf ?? [], at(childPath(path, "allOf")));
  yield* indexedSchemas(schema.oneOf ?? [], at(childPath(path, "oneOf")));
  yield* indexedSchemas(schema.anyOf ?? [], at(childPath(path, "anyOf")));
  yield* namedSchemas(schema.definitions ?? {}, at(childPath(path, "definitions")));
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (!isNames(dependency)) {
      yield [dependency, at(elementPath(childPath(path, "dependencies"), name))];
    }
  }
}

function isNames(dependency: JsonSchemaProps | readonly string[]): dependency is readonly string[] {
  return Array.isArray(dependency);
}

function* propertyContexts(
  schema: JsonSchemaProps,
  context: SchemaContext,
): Generator<readonly [JsonSchemaProps, SchemaContext]> {
  const isResource = context.isRoot || schema["x-kubernetes-embedded-resource"] === true;
  const path = childPath(context.path, "properties");
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const below: SchemaContext = { ...context, path: elementPath(path, name), isRoot: false };
    if (!isResource || !metadataFields.has(name)) yield [property, below];
    else {
      const inside: SchemaContext = { ...below, insideMetadata: true };
      yield [
        property,
        context.isRoot ? { ...inside, defaultsForbidden: `in top-level ${name}` } : inside,
      ];
    }
  }
}

function* indexedSchemas(
  schemas: readonly JsonSchemaProps[],
  context: SchemaContext,
): Generator<readonly [JsonSchemaProps, SchemaContext]> {
  for (const [index, schema] of schemas.entries()) {
    yield [schema, { ...context, path: elementPath(context.path, index) }];
  }
}

function* namedSchemas(
  schemas: { readonly [name: string]: JsonSchemaProps },
  context: SchemaContext,
): Generator<readonly [JsonSchemaProps, SchemaContext]> {
  for (const [name, schema] of Object.entries(schemas)) {
    yield [schema, { ...context, path: elementPath(context.path, name) }];
  }
}
