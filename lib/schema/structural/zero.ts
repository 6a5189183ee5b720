import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import {
  type KeywordKind,
  keywordOf,
  keywordSchemas,
  keywords,
  keywordText,
  propertiesOf,
} from "./keywords.ts";
import { unsupportedKeywords } from "./unsupported.ts";

/**
 * True if a schema for the root's `metadata` declares only its type, a default, and restrictions of `name` and
 * `generateName`.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apiserver/schema/validation.go
 * validateStructuralMetadataInvariants.
 */
export function restrictsOnlyNames(metadata: JsonObject): boolean {
  const names = [...(propertiesOf(metadata)?.keys() ?? [])];
  return (
    names.every((name) => name === "name" || name === "generateName") &&
    Object.keys(metadata).every(
      (keyword) =>
        ["type", "default", "properties"].includes(keyword) || isZero(metadata, keyword, "node"),
    )
  );
}

/**
 * True if `anyOf` is exactly `[{type: integer}, {type: string}]`, the form of int-or-string that is allowed.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apiserver/schema/validation.go
 * isIntOrStringAnyOfPattern.
 */
export function isIntOrStringAnyOf(schema: JsonObject): boolean {
  const [integer, string, ...others] = keywordSchemas(schema, "anyOf");
  return (
    integer !== undefined &&
    string !== undefined &&
    others.length === 0 &&
    declaresOnlyType(integer, "integer") &&
    declaresOnlyType(string, "string")
  );
}

function declaresOnlyType(branch: JsonObject, type: string): boolean {
  return (
    keywordText(branch, "type") === type &&
    Object.keys(branch).every((keyword) => keyword === "type" || isZero(branch, keyword, "branch"))
  );
}

/**
 * True if the server's Go struct holds the zero value for a keyword, so that the keyword counts as absent. An empty
 * list is zero if the server rebuilds it (`enum`, junctors), and not if it copies it (`required`). In a branch of a
 * junctor, an empty `properties` is not zero, and `additionalProperties: false` is.
 */
function isZero(schema: JsonObject, keyword: string, position: "node" | "branch"): boolean {
  const kind = keywords.get(keyword);
  const value = keywordOf(schema, keyword);
  if (kind === undefined || value === undefined || unsupported.has(keyword)) return true;
  if (position === "branch" && kind === "schema map") return false;
  if (position === "branch" && kind === "schema or flag") return value === false;
  return zeroOf[kind]?.(value) ?? false;
}

const unsupported: ReadonlySet<string> = new Set(unsupportedKeywords);

/**
 * The test for each kind of keyword. Kinds without a test are never zero if present: pointers, and lists that the
 * server copies.
 */
const zeroOf: Partial<Readonly<Record<KeywordKind, (value: JsonValue) => boolean>>> = {
  text: (value) => value === "",
  flag: (value) => value === false,
  values: isEmpty,
  schemas: isEmpty,
  "schema map": isEmpty,
  "schema or list": (value) => !isObject(value),
};

function isEmpty(value: JsonValue): boolean {
  return (isArray(value) ? value : Object.keys(isObject(value) ? value : {})).length === 0;
}
