import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import { itemSchema, mapKeysOf, propertySchema } from "../../schema/definition/schema-walk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import {
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";

const listTypeKey = "x-kubernetes-list-type";
const mapTypeKey = "x-kubernetes-map-type";
const mapKeysKey = "x-kubernetes-list-map-keys";

/**
 * Checks `x-kubernetes-map-type`, `x-kubernetes-list-type` and `x-kubernetes-list-map-keys` of one schema.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema.
 */
export function listTypeErrors(
  schema: JsonSchemaProps,
  path: FieldPath,
  options: { readonly requireAtomicSetType: boolean },
): readonly FieldError[] {
  const listType = schema[listTypeKey];
  return [
    ...typeNameErrors(schema, "object", mapTypeKey, ["atomic", "granular"], path),
    ...typeNameErrors(schema, "array", listTypeKey, ["atomic", "set", "map"], path),
    ...(options.requireAtomicSetType && schema.type === "array" ? setItemErrors(schema, path) : []),
    ...mapKeysPresenceErrors(schema, path),
    ...(listType === "map" ? mapItemErrors(schema, path) : []),
  ];
}

function typeNameErrors(
  schema: JsonSchemaProps,
  type: "array" | "object",
  keyword: typeof listTypeKey | typeof mapTypeKey,
  supported: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  const value = schema[keyword];
  if (value === undefined) return [];
  const errors: FieldError[] = [];
  const detail = `must be ${type} if ${keyword} is specified`;
  if (schema.type === undefined) errors.push(required(childPath(path, "type"), detail));
  else if (schema.type !== type) errors.push(invalid(childPath(path, "type"), schema.type, detail));
  if (!supported.includes(value)) {
    errors.push(notSupported(childPath(path, keyword), value, supported));
  }
  return errors;
}

/** The keyword that must make a set's items atomic but does not; undefined if they are atomic or the list is not a set. */
function nonAtomicKeyword(schema: JsonSchemaProps): string | undefined {
  const item = itemSchema(schema);
  if (schema[listTypeKey] !== "set" || item === undefined) return undefined;
  if (item.type === "array") {
    const { [listTypeKey]: listType = "atomic" } = item;
    return listType === "atomic" ? undefined : listTypeKey;
  }
  if (item.type === "object") return item[mapTypeKey] === "atomic" ? undefined : mapTypeKey;
  return undefined;
}

/** True for a list of type set whose items are lists or maps that are not atomic. */
export function hasNonAtomicSetItems(schema: JsonSchemaProps): boolean {
  return nonAtomicKeyword(schema) !== undefined;
}

function setItemErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const keyword = nonAtomicKeyword(schema);
  if (keyword === undefined) return [];
  const { [listTypeKey]: shown = null } = { ...itemSchema(schema) };
  const detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
  return [invalid(childPath(childPath(path, "items"), keyword), shown, detail)];
}

function mapKeysPresenceErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const hasKeys = mapKeysOf(schema).length > 0;
  const listType = schema[listTypeKey];
  if (hasKeys && listType !== "map") {
    const at = childPath(path, listTypeKey);
    const detail = `must be map if ${mapKeysKey} is non-empty`;
    return [listType === undefined ? required(at, detail) : invalid(at, listType, detail)];
  }
  return !hasKeys && listType === "map"
    ? [required(childPath(path, mapKeysKey), `must not be empty if ${listTypeKey} is map`)]
    : [];
}

function mapItemErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const at = childPath(path, "items");
  if (schema.items === undefined) {
    return [required(at, `must have a schema if ${listTypeKey} is map`)];
  }
  const item = itemSchema(schema);
  if (item === undefined) {
    const detail = `must only have a single schema if ${listTypeKey} is map`;
    return [invalid(at, schema.items, detail)];
  }
  if (item.type !== "object") {
    const detail = `must be object if parent array's ${listTypeKey} is map`;
    return [invalid(childPath(at, "type"), item.type ?? "", detail)];
  }
  const keys = mapKeysOf(schema);
  return keys.flatMap((key, index) => mapKeyNameErrors(schema, item, key, index, path));
}

function mapKeyNameErrors(
  schema: JsonSchemaProps,
  item: JsonSchemaProps,
  key: string,
  index: number,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const keys = mapKeysOf(schema);
  const keysPath = childPath(path, mapKeysKey);
  const property = propertySchema(item, key);
  if (property === undefined) {
    errors.push(invalid(keysPath, keys, "entries must all be names of item properties"));
  } else if (property.type === "array" || property.type === "object") {
    const at = elementPath(childPath(childPath(path, "items"), "properties"), key);
    const detail = `must be a scalar type if parent array's ${listTypeKey} is map`;
    errors.push(invalid(childPath(at, "type"), item.type ?? "", detail));
  }
  if (keys.indexOf(key) < index) {
    errors.push(invalid(keysPath, keys, "must not contain duplicate entries"));
  }
  return errors;
}

/**
 * Checks that items of lists of type set or map can't be null, and that the keys of a map list are always present.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validateMapListKeysMapSet.
 */
export function mapKeyErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const item = itemSchema(schema);
  const listType = schema[listTypeKey];
  if (item === undefined || (listType !== "set" && listType !== "map")) return [];
  const at = childPath(path, "items");
  const errors: FieldError[] = [];
  if (item.nullable === true) {
    const detail = `cannot be nullable when ${listTypeKey} is ${listType}`;
    errors.push(forbidden(childPath(at, "nullable"), detail));
  }
  if (listType === "set") return errors;
  for (const key of mapKeysOf(schema)) errors.push(...oneKeyErrors(item, key, at));
  return errors;
}

function oneKeyErrors(item: JsonSchemaProps, key: string, path: FieldPath): readonly FieldError[] {
  const property = propertySchema(item, key);
  if (property === undefined) return [];
  const at = elementPath(childPath(path, "properties"), key);
  const why = `this property is in ${mapKeysKey}, so it`;
  const isGiven = item.required?.includes(key) === true || property.default !== undefined;
  return [
    ...(isGiven
      ? []
      : [
          required(
            childPath(at, "default"),
            `${why} must have a default or be a required property`,
          ),
        ]),
    ...(property.nullable === true
      ? [forbidden(childPath(at, "nullable"), `${why} cannot be nullable`)]
      : []),
  ];
}
