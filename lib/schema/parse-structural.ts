import { isDeeperThan } from "../json/parse.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { schemaShape } from "./crd/schema-shape.ts";
import type { FieldError } from "./field-error.ts";
import { fieldOf, type Path, rootPath } from "./path.ts";
import {
  boundOf,
  flagOf,
  keywordOf,
  listOf,
  propertiesOf,
  schemaOf,
  schemasOf,
  textOf,
  textsOf,
} from "./schema-keywords.ts";
import { unsupportedKeyword } from "./schema-unsupported.ts";
import type {
  NestedValueValidation,
  Structural,
  StructuralExtensions,
  ValidationRule,
  ValueValidation,
} from "./structural.ts";
import { type PatternFault, structuralErrors } from "./structural-errors.ts";

/** What a schema is parsed into. */
export interface ParsedStructural {
  /** The structural form, as good as the schema allows. */
  readonly structural: Structural;
  /** Why the schema is not structural, in the server's words, ordered by field and detail. */
  readonly errors: readonly FieldError[];
  /** The first keyword that a structural form cannot hold (`$ref`, `id`, `definitions`…); `errors` is then empty. */
  readonly unsupported?: FieldError;
}

export interface ParseStructuralOptions {
  /** Where the schema stands, put before the fields of errors. */
  readonly path?: Path;
  /** Says what is wrong with a pattern, in RE2's words; without it patterns are not looked at. */
  readonly patternFault?: PatternFault;
}

/**
 * Levels of JSON that a schema may nest. The server has no limit of its own below the 10,000 of its decoder; this is what
 * recursive walks along a schema carry on Node's default stack.
 */
export const maxSchemaDepth = 1000;

/**
 * Parses a schema (JSONSchemaProps of apiextensions.k8s.io/v1 as JSON) into its structural form and lists every
 * violation of the rules for structural schemas.
 *
 * Errors: never thrown; what is no schema at all gives an error and a form that keeps everything.
 *
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/convert.go NewStructural.
 */
export function parseStructural(
  schema: JsonValue,
  options: ParseStructuralOptions = {},
): ParsedStructural {
  const path = options.path ?? rootPath;
  const fault = schemaFault(schema, path);
  if (fault !== undefined || !isObject(schema)) {
    return { structural: keepsEverything, errors: fault === undefined ? [] : [fault] };
  }
  const structural = structuralOf(schema);
  const malformed: FieldError[] = [];
  schemaShape.read(schema, path, { errors: malformed, unknown: undefined });
  const unsupported = unsupportedKeyword(schema, path);
  if (malformed.length > 0) return { structural, errors: malformed };
  if (unsupported !== undefined) return { structural, errors: [], unsupported };
  return { structural, errors: structuralErrors(schema, path, options.patternFault) };
}

const keepsEverything: Structural = {
  type: "",
  nullable: false,
  x: { preserveUnknownFields: true, embeddedResource: false, intOrString: false },
};

/** What keeps a value from being read as a schema at all. */
function schemaFault(schema: JsonValue, path: Path): FieldError | undefined {
  if (!isObject(schema)) {
    return { type: "FieldValueTypeInvalid", field: fieldOf(path), detail: "must be an object" };
  }
  if (isDeeperThan(schema, maxSchemaDepth)) {
    const detail = `must not be nested deeper than ${maxSchemaDepth} levels`;
    return { type: "FieldValueInvalid", field: fieldOf(path), detail };
  }
  return undefined;
}

function structuralOf(schema: JsonObject): Structural {
  const items = schemaOf(schema, "items");
  const properties = propertiesOf(schema);
  const additional = keywordOf(schema, "additionalProperties");
  const defaultValue = keywordOf(schema, "default");
  const validation = valueValidationOf(schema);
  return {
    type: typeOf(schema),
    ...someText(schema, "title"),
    ...someText(schema, "description"),
    nullable: flagOf(schema, "nullable"),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...(properties !== undefined &&
      properties.size > 0 && { properties: mapValues(properties, structuralOf) }),
    ...(items !== undefined && { items: structuralOf(items) }),
    ...(isObject(additional) && { additionalProperties: structuralOf(additional) }),
    ...(typeof additional === "boolean" && { additionalProperties: additional }),
    x: extensionsOf(schema),
    ...(validation !== undefined && { validation }),
  };
}

const types: ReadonlyMap<string, Structural["type"]> = new Map<string, Structural["type"]>(
  (["object", "array", "string", "integer", "number", "boolean"] as const).map((t) => [t, t]),
);

function typeOf(schema: JsonObject): Structural["type"] {
  return types.get(textOf(schema, "type")) ?? "";
}

function someText(
  schema: JsonObject,
  keyword: "title" | "description" | "format" | "pattern",
): Readonly<Record<string, string>> | undefined {
  const text = textOf(schema, keyword);
  return text === "" ? undefined : { [keyword]: text };
}

function extensionsOf(schema: JsonObject): StructuralExtensions {
  const listType = textOf(schema, "x-kubernetes-list-type");
  const mapType = textOf(schema, "x-kubernetes-map-type");
  const listMapKeys = textsOf(schema, "x-kubernetes-list-map-keys");
  const validations = rulesOf(schema);
  return {
    preserveUnknownFields: flagOf(schema, "x-kubernetes-preserve-unknown-fields"),
    embeddedResource: flagOf(schema, "x-kubernetes-embedded-resource"),
    intOrString: flagOf(schema, "x-kubernetes-int-or-string"),
    ...((listType === "atomic" || listType === "set" || listType === "map") && { listType }),
    ...(listMapKeys !== undefined && { listMapKeys }),
    ...((mapType === "atomic" || mapType === "granular") && { mapType }),
    ...(validations !== undefined && { validations }),
  };
}

function rulesOf(schema: JsonObject): readonly ValidationRule[] | undefined {
  return listOf(schema, "x-kubernetes-validations")?.filter(isObject).map(ruleOf);
}

function ruleOf(rule: JsonObject): ValidationRule {
  const optional = keywordOf(rule, "optionalOldSelf");
  return {
    rule: textOf(rule, "rule"),
    ...pick(rule, ["message", "messageExpression", "reason", "fieldPath"], someOf),
    ...(typeof optional === "boolean" && { optionalOldSelf: optional }),
  };
}

function someOf(rule: JsonObject, key: string): string | undefined {
  return textOf(rule, key) || undefined;
}

/** The members among `keys` that `read` finds, under the same names. */
function pick<K extends string, T>(
  object: JsonObject,
  keys: readonly K[],
  read: (object: JsonObject, key: K) => T | undefined,
): Partial<Readonly<Record<K, T>>> {
  const found: Partial<Record<K, T>> = {};
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? read(object, key) : undefined;
    if (value !== undefined) found[key] = value;
  }
  return found;
}

const bounds = [
  "maximum",
  "minimum",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "multipleOf",
  "maxProperties",
  "minProperties",
] as const;
const flags = ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"] as const;
const texts = ["format", "pattern"] as const;
const junctors = ["allOf", "anyOf", "oneOf"] as const;

/** What restricts the value, undefined where nothing does. */
function valueValidationOf(schema: JsonObject): ValueValidation | undefined {
  const not = schemaOf(schema, "not");
  const validation: ValueValidation = {
    ...pick(schema, texts, someOf),
    ...pick(schema, bounds, boundOf),
    ...pick(schema, flags, (from, key) => flagOf(from, key) || undefined),
    ...pick(schema, ["enum"], listOf),
    ...pick(schema, ["required"], textsOf),
    ...pick(schema, junctors, (from, key) => schemasOf(from, key).map(nestedOf)),
    ...(not !== undefined && { not: nestedOf(not) }),
  };
  return Object.keys(validation).length === 0 ? undefined : validation;
}

function nestedOf(schema: JsonObject): NestedValueValidation {
  const properties = propertiesOf(schema);
  const items = schemaOf(schema, "items");
  const additional = keywordOf(schema, "additionalProperties");
  const validations = rulesOf(schema);
  const type = typeOf(schema);
  return {
    ...valueValidationOf(schema),
    ...(properties !== undefined && { properties: mapValues(properties, nestedOf) }),
    ...(items !== undefined && { items: nestedOf(items) }),
    ...(isObject(additional) && { additionalProperties: nestedOf(additional) }),
    ...(additional === true && { additionalProperties: {} }),
    ...(validations !== undefined && { validations }),
    ...(type !== "" && { type }),
  };
}

function mapValues<A, B>(map: ReadonlyMap<string, A>, of: (value: A) => B): ReadonlyMap<string, B> {
  return new Map(Array.from(map, ([name, value]) => [name, of(value)]));
}
