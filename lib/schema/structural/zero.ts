import { textAt } from "../../json/members.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { type KeywordKind, keywordOf, keywordSchemas, keywords, propertiesOf } from "./keywords.ts";
import { unsupportedKeywords } from "./unsupported.ts";

/**
 * True if the schema of the root's `metadata` declares only its type, a default, and restrictions of `name` and
 * `generateName`.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/validation.go
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
 * True if `anyOf` is exactly `[{type: integer}, {type: string}]`, which is allowed for int-or-string.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/validation.go
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
    textAt(branch, "type") === type &&
    Object.keys(branch).every((keyword) => keyword === "type" || isZero(branch, keyword, "branch"))
  );
}

/**
 * True if the keyword has the zero value in the server's Go struct and so counts as absent. An empty list counts as
 * absent if the server rebuilds the list (`enum`, junctors), but not if it copies the list (`required`). In a schema
 * within a junctor, an empty `properties` does not count as absent, and `additionalProperties: false` does.
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
 * Tests for the zero value by type of keyword. A type without a test has no zero value: pointers, and lists that the
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
