import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listTypeOf,
  mapTypeOf,
  stringType,
  structType,
  timestampType,
} from "../type/cel-type.ts";
import { escapeName } from "./escaping.ts";
import { withTypeAndObjectMeta } from "./resource-root.ts";

/** The CEL type of a schema, with the limits of its values. */
export interface DeclaredType {
  readonly type: CelType;
  /** The most items of a list, entries of a map or bytes of a text; 0 for objects, numbers and booleans. */
  readonly maxElements: number;
  /** The bytes of the smallest value as JSON. */
  readonly minSize: number;
  /** The fields of an object, by escaped name. */
  readonly fields?: ReadonlyMap<string, DeclaredType>;
  /** The type of a map's keys. */
  readonly key?: DeclaredType;
  /** The type of a list's items or of a map's values. */
  readonly item?: DeclaredType;
}

/**
 * The bytes of the largest request that the API server accepts.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/apis/cel/config.go, MaxRequestSizeBytes.
 */
export const maxRequestBytes = 3 * 1024 * 1024;

/** The bytes of the longest string in a request, without its quotes. */
const maxText = maxRequestBytes - 2;

const text: DeclaredType = { type: stringType, maxElements: maxText, minSize: 2 };

/**
 * The type of a schema, with `name` as its name; undefined if the schema has no type. `isRoot` is true for a resource,
 * also for an embedded one: its type has kind, apiVersion and metadata.name even if the schema does not declare them.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/common/schemas.go SchemaDeclType,
 * pkg/cel/types.go MaybeAssignTypeName.
 */
export function declaredType(
  structural: Structural,
  isRoot: boolean,
  name: string,
): DeclaredType | undefined {
  const { validation = {} } = structural;
  if (structural.x.intOrString) {
    const maxElements =
      validation.maxLength === undefined ? maxText : lengthOf(validation.maxLength);
    return { type: dynType, maxElements, minSize: 1 };
  }
  const schema = isRoot ? withTypeAndObjectMeta(structural) : structural;
  switch (schema.type) {
    case "array":
      return listType(schema, name);
    case "object":
      return typeof schema.additionalProperties === "object"
        ? mapType(schema, schema.additionalProperties, name)
        : objectType(schema, name);
    case "string":
      return textType(schema);
    case "boolean":
      return { type: boolType, maxElements: 0, minSize: 4 };
    case "number":
      return { type: doubleType, maxElements: 0, minSize: 1 };
    case "integer":
      return { type: intType, maxElements: 0, minSize: 1 };
    default:
      return undefined;
  }
}

/** The bytes of a string with `maxLength` characters: each may need four. */
function lengthOf(maxLength: number): number {
  return Math.max(maxLength, 0) * 4;
}

function listType({ items, validation }: Structural, name: string): DeclaredType | undefined {
  if (items === undefined) return undefined;
  const item = declaredType(items, items.x.embeddedResource, `${name}.@idx`);
  if (item === undefined) return undefined;
  const limit = validation?.maxItems;
  const maxElements =
    limit === undefined ? Math.trunc(maxText / (item.minSize + 1)) : Math.max(limit, 0);
  return { type: listTypeOf(item.type), maxElements, minSize: 2, item };
}

function mapType(
  { validation }: Structural,
  values: Structural,
  name: string,
): DeclaredType | undefined {
  const item = declaredType(values, values.x.embeddedResource, `${name}.@elem`);
  if (item === undefined) return undefined;
  const limit = validation?.maxProperties;
  const maxElements =
    limit === undefined ? Math.trunc(maxText / (item.minSize + 6)) : Math.max(limit, 0);
  const key: DeclaredType = { type: stringType, maxElements: 0, minSize: 2 };
  return { type: mapTypeOf(stringType, item.type), maxElements, minSize: 2, key, item };
}

function objectType({ properties, validation }: Structural, name: string): DeclaredType {
  const fields = new Map<string, DeclaredType>();
  const required = new Set(validation?.required);
  let minSize = 2;
  for (const [property, schema] of properties ?? []) {
    const escaped = escapeName(property);
    const below = `${name}.${escaped ?? property}`;
    const field = declaredType(schema, schema.x.embeddedResource, below);
    if (field === undefined) continue;
    if (escaped !== undefined) fields.set(escaped, field);
    const isWritten = required.has(property) && (schema.default ?? null) === null;
    if (isWritten) minSize += new TextEncoder().encode(property).length + field.minSize + 4;
  }
  return { type: structType(name), maxElements: 0, minSize, fields };
}

function textType({ validation = {} }: Structural): DeclaredType {
  const { format, maxLength } = validation;
  switch (format) {
    case "byte":
      return {
        type: bytesType,
        maxElements: maxLength === undefined ? maxText : Math.max(maxLength, 0),
        minSize: 2,
      };
    case "duration":
      return { type: durationType, maxElements: 32, minSize: 3 };
    case "date":
      return { type: timestampType, maxElements: 12, minSize: 12 };
    case "date-time":
      return { type: timestampType, maxElements: 32, minSize: 21 };
    default:
      if (maxLength !== undefined) return { ...text, maxElements: lengthOf(maxLength) };
      return { ...text, maxElements: longestOf(validation.enum) ?? maxText };
  }
}

/** The bytes of the longest value of an enum; undefined if there is no enum. */
function longestOf(values: readonly JsonValue[] | undefined): number | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const lengths = values.map((value) =>
    typeof value === "string" ? new TextEncoder().encode(value).length : 0,
  );
  return Math.max(...lengths);
}

/** The fields of each object type within a type, by the name of the object type. */
export function structsOf(
  declared: DeclaredType,
): ReadonlyMap<string, ReadonlyMap<string, CelType>> {
  const structs = new Map<string, ReadonlyMap<string, CelType>>();
  collectStructs(declared, structs);
  return structs;
}

function collectStructs(
  { type, fields, item }: DeclaredType,
  structs: Map<string, ReadonlyMap<string, CelType>>,
): void {
  if (item !== undefined) collectStructs(item, structs);
  if (fields === undefined) return;
  structs.set(type.name, new Map([...fields].map(([name, field]) => [name, field.type])));
  for (const field of fields.values()) collectStructs(field, structs);
}

/** The type at a path that begins with a variable; undefined if the path does not exist. */
export function typeAt(declared: DeclaredType, path: readonly string[]): DeclaredType | undefined {
  let found: DeclaredType | undefined = declared;
  for (const part of path.slice(1)) {
    if (found === undefined) return undefined;
    if (part === "@items" || part === "@values") found = found.item;
    else found = part === "@keys" ? found.key : found.fields?.get(part);
  }
  return found;
}
