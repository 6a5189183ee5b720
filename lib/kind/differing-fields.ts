import { equal } from "../json/equal.ts";
import { mapAt } from "../json/members.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import type { Path } from "../lens/language/path.ts";

/** Fields that two versions do not declare alike: those of the version `from`, and those of the version `to`. */
interface UnlikeFields {
  readonly from: readonly Path[];
  readonly to: readonly Path[];
}

/**
 * The fields that two schemas do not declare alike: fields of one version only, and fields of both with different
 * schemas. A map that has only declared members is compared member by member; everything else as a whole. `apiVersion`,
 * `kind` and `metadata` are left out.
 */
export function differingFields(from: JsonObject, to: JsonObject): UnlikeFields {
  const [fromProperties, toProperties] = [mapAt(from, "properties"), mapAt(to, "properties")];
  const names = new Set([...Object.keys(fromProperties), ...Object.keys(toProperties)]);
  for (const name of ["apiVersion", "kind", "metadata"]) names.delete(name);
  return unlikeMembers(fromProperties, toProperties, names, []);
}

function unlikeMembers(
  from: JsonObject,
  to: JsonObject,
  names: ReadonlySet<string>,
  path: Path,
): UnlikeFields {
  const all = [...names].map((name) =>
    unlikeFieldsAt(member(from, name), member(to, name), [...path, name]),
  );
  return { from: all.flatMap((each) => each.from), to: all.flatMap((each) => each.to) };
}

type Schema = JsonObject[string] | undefined;

function unlikeFieldsAt(from: Schema, to: Schema, path: Path): UnlikeFields {
  if (equal(from, to)) return { from: [], to: [] };
  if (isPlainMap(from) && isPlainMap(to)) {
    const [fromProperties, toProperties] = [mapAt(from, "properties"), mapAt(to, "properties")];
    return unlikeMembers(
      fromProperties,
      toProperties,
      new Set([...Object.keys(fromProperties), ...Object.keys(toProperties)]),
      path,
    );
  }
  return { from: from === undefined ? [] : [path], to: to === undefined ? [] : [path] };
}

/** True for a map that has only declared members. */
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
