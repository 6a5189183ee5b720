import { isDeeperThan } from "../../json/parse.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import { schemaType } from "../definition/schema-wire-type.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { errorField, type FieldPath, rootPath } from "../field-error/path.ts";
import { type PatternFault, structuralErrors } from "./errors.ts";
import { structuralForm } from "./form.ts";
import type { Structural } from "./structural.ts";
import { unsupportedKeyword } from "./unsupported.ts";

/** The result of parsing a schema. */
export interface ParsedStructural {
  /** The structural form. Keywords that it can't represent are dropped. */
  readonly structural: Structural;
  /**
   * The server's reasons why the schema is not structural, ordered by field, type and detail. For a malformed schema: its type
   * errors, in document order. For a schema that is not a map or is too deep: only that error.
   */
  readonly errors: readonly FieldError[];
  /**
   * The error for the first keyword that a structural form can't represent, such as `$ref` or `id`. If present,
   * `errors` is empty.
   */
  readonly unsupported?: FieldError;
}

/** Options for parsing a schema. */
export interface ParseStructuralOptions {
  /** The path of the schema. Fields in errors begin with it. */
  readonly path?: FieldPath;
  /** Returns RE2's error for a pattern. Left out: patterns are not checked. */
  readonly patternFault?: PatternFault;
}

/**
 * The most levels of JSON in a schema. The server's decoder allows 10,000; this limit is what recursive functions can
 * handle on Node's default stack.
 */
export const maxSchemaDepth = 1000;

/**
 * Parses a schema (JSONSchemaProps of apiextensions.k8s.io/v1, as JSON) into its structural form, and lists all
 * violations of the rules for structural schemas.
 *
 * Errors: never throws. A value that is not a map, or is too deep, gives an error and a form that preserves everything.
 *
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/convert.go
 * NewStructural.
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
  const structural = structuralForm(schema);
  const malformed: FieldError[] = [];
  schemaType.read(schema, path, { errors: malformed, unknown: undefined });
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

/** The error for a value that can't be a schema: it is not a map or is nested too deeply. */
function schemaFault(schema: JsonValue, path: FieldPath): FieldError | undefined {
  if (!isObject(schema)) {
    return { type: "FieldValueTypeInvalid", field: errorField(path), detail: "must be an object" };
  }
  if (isDeeperThan(schema, maxSchemaDepth)) {
    const detail = `must not be nested deeper than ${maxSchemaDepth} levels`;
    return { type: "FieldValueInvalid", field: errorField(path), detail };
  }
  return undefined;
}
