import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import {
  type KeywordKind,
  keywordOf,
  keywords,
  propertiesOf,
  schemasOf,
  textOf,
} from "./keywords.ts";
import { unsupportedKeywords } from "./unsupported.ts";

/**
 * True when a schema for the root's `metadata` says nothing but its type, a default, and what `name` and `generateName`
 * may be.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/validation.go validateStructuralMetadataInvariants.
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
 * True when a junctor is exactly `[{type: integer}, {type: string}]`, the spelling of int-or-string that is allowed.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/validation.go isIntOrStringAnyOfPattern.
 */
export function isIntOrStringAnyOf(schema: JsonObject): boolean {
  const [integer, string, ...others] = schemasOf(schema, "anyOf");
  return (
    integer !== undefined &&
    string !== undefined &&
    others.length === 0 &&
    saysOnlyType(integer, "integer") &&
    saysOnlyType(string, "string")
  );
}

function saysOnlyType(branch: JsonObject, type: string): boolean {
  return (
    textOf(branch, "type") === type &&
    Object.keys(branch).every((keyword) => keyword === "type" || isZero(branch, keyword, "branch"))
  );
}

/**
 * True when a keyword's value leaves the server's structure empty. Lists that the server copies (`required`) count even
 * when they are empty; those it rebuilds (`enum`, junctors) do not; in a branch an empty `properties` counts, and
 * `additionalProperties: false` does not.
 */
function isZero(schema: JsonObject, keyword: string, place: "node" | "branch"): boolean {
  const kind = keywords.get(keyword);
  const value = keywordOf(schema, keyword);
  if (kind === undefined || value === undefined || placeless.has(keyword)) return true;
  if (place === "branch" && kind === "schema map") return false;
  if (place === "branch" && kind === "schema or flag") return value === false;
  return zeroOf[kind]?.(value) ?? false;
}

const placeless: ReadonlySet<string> = new Set(unsupportedKeywords);

/** Kinds that are missing here are pointers, or lists that the server copies: never zero when present. */
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
