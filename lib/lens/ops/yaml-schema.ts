import type { JsonObject } from "../../json/value.ts";

/** A map with these members and no others. */
export function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A string of any length. */
export function stringSchema(description: string): JsonObject {
  return { type: "string", description };
}

/** A string, or a list of strings. */
function paths(description: string): JsonObject {
  const several = { type: "array", items: { type: "string" }, minItems: 1 };
  return { anyOf: [{ type: "string" }, several], description };
}

/** One of a few words. */
export function words(values: readonly string[], description: string): JsonObject {
  return { type: "string", enum: values, description };
}

/** True or false. */
export function booleanSchema(description: string): JsonObject {
  return { type: "boolean", description };
}

/** A map with versions as keys. */
export function versionsSchema(description: string): JsonObject {
  return { type: "object", minProperties: 1, description };
}

/** Any value. */
export function any(description: string): JsonObject {
  return { description };
}

/** The rules for the members of an item or a value. */
export const rules: JsonObject = { $ref: "#/definitions/rules" };

/** Texts by name. */
export const texts: JsonObject = { type: "object", additionalProperties: { type: "string" } };

/** What every rule but `include` may say. */
export const everyRule: JsonObject = {
  fail: stringSchema(
    "The review fails with this text where a value cannot be parsed. Left out, the value is preserved.",
  ),
  fill: versionsSchema(
    "By version, what is written at the rule's place where the rule itself writes nothing: a scalar, a list, { value: … }, { read: path } or { hook: file#export, reads: [path] }; the last three also with where (tests of the map around the place) and returns. A filled-in value counts as absent when it is read; with returns: true it is read like any other.",
  ),
  omit: versionsSchema(
    "By version, values that count as absent there, and are neither read nor written: a scalar, a list, or a test { equals, in, less, more, where }.",
  ),
  beside: paths(
    "A path, or several. What is preserved for one version is discarded when a value there changes in the other version.",
  ),
};

const from = 'Path in the older version: spec.a.b, spec.items[*].x, spec.map{}.x, spec["odd.key"].';
const to = stringSchema("Path in the newer version. Left out where it is the same.");

/** For ops whose two sides have different forms. */
export const inverted = booleanSchema(
  "true: the newer version is the op's first side. Left out, the schemas decide.",
);

/** For ops that write integers. */
export const clamp = booleanSchema(
  "true: an integer beyond the bounds of its place (minimum, maximum, int32) becomes the nearest one within, and the value is preserved. Left out, the value is written as it is.",
);

/** A rule between a path of the older version and one of the newer. */
export function twoSided(
  op: string,
  description: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = { [op]: stringSchema(`${description} ${from}`), to };
  return object({ ...own, ...members, ...everyRule }, [op, ...required]);
}

/** A rule for a path that only one version has. */
export function oneSided(
  op: string,
  description: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = {
    [op]: paths(`${description} Path in the version that \`in\` names, or several.`),
    in: stringSchema("The version that has the path. Left out, the older version."),
  };
  return object({ ...own, ...members, ...everyRule }, [op, ...required]);
}

/** A rule with one path on one side and several on the other. Both must be given. */
export function manySided(
  op: string,
  description: string,
  several: JsonObject,
  members: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  const paths = { anyOf: [{ type: "string" }, several] };
  const own = {
    [op]: { ...paths, description: `${description} For the older version.` },
    to: { ...paths, description: "For the newer version." },
  };
  return object({ ...own, ...members, ...everyRule }, [op, "to", ...required]);
}
