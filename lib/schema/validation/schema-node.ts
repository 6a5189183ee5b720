import { float64Of, isNumber } from "../../go/number.ts";
import { listAt, optionalTextAt } from "../../json/members.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { formatCheck, isSupportedFormat } from "../formats/formats.ts";
import { compilePattern, type Pattern, type Re2 } from "../pattern/pattern.ts";
import { schemaOrEmpty } from "../structural/keywords.ts";

/** One node of a compiled schema, with the keywords that are needed to validate values. */
export interface ValidationNode {
  /** Empty if any type is allowed; two types for an int-or-string. */
  readonly types: readonly string[];
  /** Empty if there is no format or the server ignores it for the node's type. */
  readonly format: string;
  readonly formatCheck: ((text: string) => boolean) | undefined;
  readonly nullable: boolean;
  readonly enum: JsonValue[];
  readonly numbers: NumberBounds | undefined;
  readonly strings: StringBounds | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly items: ValidationNode | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, ValidationNode>;
  /**
   * The schema of members that are not in `properties`. Undefined: they may have any value. False: they are not
   * allowed.
   */
  readonly additionalProperties: ValidationNode | false | undefined;
  readonly junctors: Junctors | undefined;
  readonly listType: string | undefined;
  readonly listMapKeys: readonly string[];
}

/** The keywords for numbers. */
export interface NumberBounds {
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly multipleOf: number | undefined;
}

/** The keywords for strings. Lengths are in code points. */
export interface StringBounds {
  readonly maxLength: number | undefined;
  readonly minLength: number | undefined;
  readonly pattern: Pattern | undefined;
}

/** The keywords that combine schemas (junctors). */
export interface Junctors {
  readonly allOf: readonly ValidationNode[];
  readonly anyOf: readonly ValidationNode[];
  readonly oneOf: readonly ValidationNode[];
  readonly not: ValidationNode | undefined;
}

/** How a schema is compiled. */
export interface NodeOptions {
  readonly re2: Re2 | undefined;
  /**
   * True to keep all formats. Otherwise, formats that the server does not know for the node's type are ignored.
   */
  readonly allFormats?: boolean;
}

/**
 * Compiles a JSONSchemaProps. A keyword with a value of the wrong type counts as absent; the structural check reports
 * it. Recurses, so the caller must limit the depth of `schema`.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/validation/validation.go,
 * ConvertJSONSchemaProps.
 */
export function compileNode(schema: JsonObject, options: NodeOptions): ValidationNode {
  const types = typesOf(schema);
  const format = formatOf(schema, types, options);
  const additional = member(schema, "additionalProperties");
  return {
    types,
    format,
    formatCheck: format === "" ? undefined : formatCheck(format),
    nullable: isTrue(schema, "nullable"),
    enum: [...listAt(schema, "enum")],
    numbers: numbersOf(schema),
    strings: stringsOf(schema, options),
    minItems: numberOf(schema, "minItems"),
    maxItems: numberOf(schema, "maxItems"),
    uniqueItems: isTrue(schema, "uniqueItems"),
    items: nodeOf(member(schema, "items"), options),
    minProperties: numberOf(schema, "minProperties"),
    maxProperties: numberOf(schema, "maxProperties"),
    required: stringsIn(schema, "required"),
    properties: propertiesOf(schema, options),
    additionalProperties: additional === false ? false : nodeOf(additional, options),
    junctors: junctorsOf(schema, options),
    listType: optionalTextAt(schema, "x-kubernetes-list-type"),
    listMapKeys: stringsIn(schema, "x-kubernetes-list-map-keys"),
  };
}

function typesOf(schema: JsonObject): readonly string[] {
  if (isTrue(schema, "x-kubernetes-int-or-string")) return ["integer", "string"];
  const type = optionalTextAt(schema, "type");
  return type === undefined || type === "" ? [] : [type];
}

/** The format; empty if the server ignores it. */
function formatOf(
  schema: JsonObject,
  types: readonly string[],
  { allFormats = false }: NodeOptions,
): string {
  const format = optionalTextAt(schema, "format") ?? "";
  const [only, ...others] = types;
  const type = only !== undefined && others.length === 0 ? only : "";
  return allFormats || isSupportedFormat(format, type) ? format : "";
}

function numbersOf(schema: JsonObject): NumberBounds | undefined {
  const bounds = {
    maximum: numberOf(schema, "maximum"),
    exclusiveMaximum: isTrue(schema, "exclusiveMaximum"),
    minimum: numberOf(schema, "minimum"),
    exclusiveMinimum: isTrue(schema, "exclusiveMinimum"),
    multipleOf: numberOf(schema, "multipleOf"),
  };
  const bounded = bounds.maximum ?? bounds.minimum ?? bounds.multipleOf;
  return bounded === undefined ? undefined : bounds;
}

function stringsOf(schema: JsonObject, options: NodeOptions): StringBounds | undefined {
  const source = optionalTextAt(schema, "pattern") ?? "";
  const maxLength = numberOf(schema, "maxLength");
  const minLength = numberOf(schema, "minLength");
  if (source === "" && maxLength === undefined && minLength === undefined) return undefined;
  const pattern = source === "" ? undefined : compilePattern(source, options.re2);
  return { maxLength, minLength, pattern };
}

function propertiesOf(
  schema: JsonObject,
  options: NodeOptions,
): ReadonlyMap<string, ValidationNode> {
  const properties = member(schema, "properties");
  const nodes = new Map<string, ValidationNode>();
  if (!isObject(properties)) return nodes;
  for (const name of Object.keys(properties)) {
    nodes.set(name, compileNode(schemaOrEmpty(member(properties, name)), options));
  }
  return nodes;
}

function junctorsOf(schema: JsonObject, options: NodeOptions): Junctors | undefined {
  const [allOf, anyOf, oneOf] = [
    nodesOf(schema, "allOf", options),
    nodesOf(schema, "anyOf", options),
    nodesOf(schema, "oneOf", options),
  ];
  const not = nodeOf(member(schema, "not"), options);
  if (allOf.length + anyOf.length + oneOf.length === 0 && not === undefined) return undefined;
  return { allOf, anyOf, oneOf, not };
}

function nodesOf(schema: JsonObject, key: string, options: NodeOptions): readonly ValidationNode[] {
  return listAt(schema, key).map((branch) => compileNode(schemaOrEmpty(branch), options));
}

function nodeOf(schema: JsonValue | undefined, options: NodeOptions): ValidationNode | undefined {
  return isObject(schema) ? compileNode(schema, options) : undefined;
}

function stringsIn(schema: JsonObject, key: string): readonly string[] {
  return listAt(schema, key).filter((item) => typeof item === "string");
}

function numberOf(schema: JsonObject, key: string): number | undefined {
  const value = member(schema, key);
  return isNumber(value) ? float64Of(value) : undefined;
}

function isTrue(schema: JsonObject, key: string): boolean {
  return member(schema, key) === true;
}
