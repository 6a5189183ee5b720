import { isDeeperThan } from "../../json/parse.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import { schemaType } from "../definition/schema-wire-type.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { type FieldPath, fieldOf, rootPath } from "../field-error/path.ts";
import { type PatternFault, structuralErrors } from "./errors.ts";
import { structuralForm } from "./form.ts";
import type { Structural } from "./structural.ts";
import { unsupportedKeyword } from "./unsupported.ts";

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
  readonly path?: FieldPath;
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

/** What keeps a value from being read as a schema at all. */
function schemaFault(schema: JsonValue, path: FieldPath): FieldError | undefined {
  if (!isObject(schema)) {
    return { type: "FieldValueTypeInvalid", field: fieldOf(path), detail: "must be an object" };
  }
  if (isDeeperThan(schema, maxSchemaDepth)) {
    const detail = `must not be nested deeper than ${maxSchemaDepth} levels`;
    return { type: "FieldValueInvalid", field: fieldOf(path), detail };
  }
  return undefined;
}
