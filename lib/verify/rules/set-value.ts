import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { eachItem, eachValue, type Path } from "../../lens/language/path.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { DrawState } from "../draw/draw.ts";
import { exampleKey, listMapKeysOf } from "../draw/example-values.ts";
import { valueDraw } from "../draw/value-draw.ts";
import { memberSchema } from "../schema-below.ts";

/** Returns the value to create for an absent parent on the path. If undefined, an empty list or map is created. */
type MakeMissing = (schema: Structural | undefined) => JsonValue | undefined;

/** A body that has only a value at a path, the parents of the value, and the keys of items in map lists. */
export function bodyOfValue(schema: Structural, path: Path, value: JsonValue): JsonObject {
  return asMap(withValue(undefined, { schema, path, value, missing: () => undefined })) ?? {};
}

/**
 * The body with a value set at a path. If the path leads through all items or map values, sets it in the first one. Absent
 * parents are drawn. Undefined if a parent has a type that can't contain the path.
 */
export function bodyWithValue(
  body: JsonObject,
  {
    schema,
    path,
    value,
  }: { readonly schema: Structural; readonly path: Path; readonly value: JsonValue },
  draw: DrawState,
): JsonObject | undefined {
  const missing: MakeMissing = (node) =>
    node === undefined ? undefined : valueDraw(node)(draw, 0);
  return asMap(withValue(body, { schema, path, value, missing }));
}

interface Setting {
  readonly schema: Structural | undefined;
  readonly path: Path;
  readonly value: JsonValue;
  readonly missing: MakeMissing;
}

function withValue(at: JsonValue | undefined, setting: Setting): JsonValue | undefined {
  const { schema, path, value, missing } = setting;
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const parent = at ?? missing(schema) ?? (step === eachItem ? [] : {});
  if (step === eachItem) {
    if (!isArray(parent)) return undefined;
    const [first] = parent;
    const item = withValue(first, { ...setting, schema: schema?.items, path: rest });
    return item === undefined ? undefined : [withKeys(item, schema), ...parent.slice(1)];
  }
  if (!isObject(parent)) return undefined;
  const key = step === eachValue ? (Object.keys(parent)[0] ?? exampleKey) : step;
  const below = { ...setting, schema: memberSchema(schema, key), path: rest };
  const inner = withValue(member(parent, key), below);
  return inner === undefined ? undefined : { ...parent, [key]: inner };
}

/** The item with absent keys of its map list added. */
function withKeys(item: JsonValue, list: Structural | undefined): JsonValue {
  if (list?.items === undefined || !isObject(item)) return item;
  return { ...listMapKeysOf(list, list.items), ...item };
}

function asMap(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}
