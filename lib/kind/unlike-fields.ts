import { equal } from "../json/equal.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import type { Path } from "../lens/language/path.ts";

/** Fields that do not mean the same in two versions, by the version whose path it is. */
export interface UnlikeFields {
  readonly from: readonly Path[];
  readonly to: readonly Path[];
}

/**
 * The fields that two schemas do not declare alike: those of one version only, and those of both with schemas that
 * differ. Maps with named members alone are looked into; all else is alike as a whole or not.
 */
export function unlikeFields(from: JsonObject, to: JsonObject): UnlikeFields {
  const [here, there] = [propertiesOf(from), propertiesOf(to)];
  const names = new Set([...Object.keys(here), ...Object.keys(there)]);
  for (const name of ["apiVersion", "kind", "metadata"]) names.delete(name);
  return within(here, there, names, []);
}

function within(
  from: JsonObject,
  to: JsonObject,
  names: ReadonlySet<string>,
  path: Path,
): UnlikeFields {
  const all = [...names].map((name) =>
    compared(member(from, name), member(to, name), [...path, name]),
  );
  return { from: all.flatMap((each) => each.from), to: all.flatMap((each) => each.to) };
}

type Schema = JsonObject[string] | undefined;

function compared(from: Schema, to: Schema, path: Path): UnlikeFields {
  if (equal(from, to)) return { from: [], to: [] };
  if (isPlainMap(from) && isPlainMap(to)) {
    const [here, there] = [propertiesOf(from), propertiesOf(to)];
    return within(here, there, new Set([...Object.keys(here), ...Object.keys(there)]), path);
  }
  return { from: from === undefined ? [] : [path], to: to === undefined ? [] : [path] };
}

/** A map of which every member has a name. */
function isPlainMap(schema: Schema): schema is JsonObject {
  return (
    isObject(schema) &&
    member(schema, "type") === "object" &&
    isObject(member(schema, "properties")) &&
    freeKeywords.every((keyword) => member(schema, keyword) === undefined)
  );
}

const freeKeywords = [
  "additionalProperties",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
];

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = member(schema, "properties");
  return isObject(properties) ? properties : {};
}
