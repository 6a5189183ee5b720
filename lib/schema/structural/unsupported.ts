import { textAt } from "../../json/members.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { forbidden } from "../field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";
import { keywordList, keywordOf, keywordSchemas, propertiesOf, schemaOf } from "./keywords.ts";

/**
 * The error for the first keyword that a structural form can't represent; undefined if the schema has no such keyword.
 * `field` is the keyword's path, `detail` the server's text.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/convert.go
 * NewStructural.
 */
export function unsupportedKeyword(schema: JsonObject, path: FieldPath): FieldError | undefined {
  return (
    ownUnsupportedKeyword(schema, path) ??
    firstUnsupported(branches(schema, path)) ??
    unsupportedExtension(schema, path) ??
    firstUnsupported(children(schema, path))
  );
}

type LocatedSchema = readonly [schema: JsonObject, path: FieldPath];

function firstUnsupported(schemas: readonly LocatedSchema[]): FieldError | undefined {
  for (const [schema, path] of schemas) {
    const found = unsupportedKeyword(schema, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function branches(schema: JsonObject, path: FieldPath): readonly LocatedSchema[] {
  const not = schemaOf(schema, "not");
  const inLists = ["allOf", "anyOf", "oneOf"].flatMap((junctor) =>
    keywordSchemas(schema, junctor).map((branch, index): LocatedSchema => {
      return [branch, elementPath(childPath(path, junctor), index)];
    }),
  );
  return not === undefined ? inLists : [[not, childPath(path, "not")], ...inLists];
}

function children(schema: JsonObject, path: FieldPath): readonly LocatedSchema[] {
  const found: LocatedSchema[] = [];
  const items = schemaOf(schema, "items");
  if (items !== undefined) found.push([items, childPath(path, "items")]);
  for (const [name, property] of propertiesOf(schema) ?? []) {
    found.push([property, elementPath(childPath(path, "properties"), name)]);
  }
  const additional = schemaOf(schema, "additionalProperties");
  if (additional !== undefined) found.push([additional, childPath(path, "additionalProperties")]);
  return found;
}

/** The keywords that a structural form can't represent. All but `additionalItems` are dropped without an error if empty. */
export const unsupportedKeywords = [
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "additionalItems",
  "definitions",
] as const;

function ownUnsupportedKeyword(schema: JsonObject, path: FieldPath): FieldError | undefined {
  const keyword = unsupportedKeywords.find((key) => isPresent(schema, key));
  if (keyword === undefined) return undefined;
  const name = keyword === "$schema" ? "schema" : keyword;
  return forbidden(childPath(path, keyword), `OpenAPIV3Schema '${name}' is not supported`);
}

function isPresent(schema: JsonObject, keyword: (typeof unsupportedKeywords)[number]): boolean {
  const value = keywordOf(schema, keyword);
  if (keyword === "additionalItems") return value !== undefined;
  return isObject(value) ? Object.keys(value).length > 0 : textAt(schema, keyword) !== "";
}

function unsupportedExtension(schema: JsonObject, path: FieldPath): FieldError | undefined {
  const preserve = "x-kubernetes-preserve-unknown-fields";
  if (keywordOf(schema, preserve) === false) {
    const detail = `internal error: '${preserve}' must be true or undefined`;
    return forbidden(childPath(path, preserve), detail);
  }
  if ((keywordList(schema, "items") ?? []).length > 0) {
    const detail = "OpenAPIV3Schema 'items' must be a schema, but is an array";
    return forbidden(childPath(path, "items"), detail);
  }
  return undefined;
}
