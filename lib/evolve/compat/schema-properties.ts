import { mapAt } from "../../json/members.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { eachItem, eachValue, type Path, pathText } from "../../lens/language/path.ts";

/** A property in a version's schema: its path, and its keywords without the schemas of the properties below it. */
export interface SchemaProperty {
  readonly path: Path;
  readonly schema: JsonObject;
}

/** Keywords that contain schemas. These schemas count as separate properties. */
const children = ["properties", "items", "additionalProperties"];

/** All properties in an `openAPIV3Schema` by path, such as `spec.size`. The root (`.`) comes first. */
export function schemaProperties(schema: JsonObject): ReadonlyMap<string, SchemaProperty> {
  const found = new Map<string, SchemaProperty>();
  addProperty(found, schema, []);
  return found;
}

function addProperty(
  found: Map<string, SchemaProperty>,
  schema: JsonValue | undefined,
  path: Path,
): void {
  if (!isObject(schema)) return;
  const own = Object.entries(schema).filter(
    ([key, value]) => !children.includes(key) || !(isObject(value) || key === "properties"),
  );
  found.set(pathText(path), { path, schema: Object.fromEntries(own) });
  for (const [name, child] of Object.entries(mapAt(schema, "properties"))) {
    addProperty(found, child, [...path, name]);
  }
  addProperty(found, member(schema, "items"), [...path, eachItem]);
  addProperty(found, member(schema, "additionalProperties"), [...path, eachValue]);
}
