import type { JsonObject } from "../../json/value.ts";

/** The JSON schema of a map with these members and no others. */
export function objectSchema(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The JSON schema of a string. */
export function stringSchema(description: string): JsonObject {
  return { type: "string", description };
}

/** The JSON schema of a path or a list of paths. */
function pathsSchema(description: string): JsonObject {
  const several = { type: "array", items: { type: "string" }, minItems: 1 };
  return { anyOf: [{ type: "string" }, several], description };
}

/** The JSON schema of a string that is one of a few words. */
export function enumSchema(values: readonly string[], description: string): JsonObject {
  return { type: "string", enum: values, description };
}

/** The JSON schema of a boolean. */
export function booleanSchema(description: string): JsonObject {
  return { type: "boolean", description };
}

/** The JSON schema of a map with versions as keys. */
export function versionsSchema(description: string): JsonObject {
  return { type: "object", minProperties: 1, description };
}

/** The JSON schema of any value. */
export function anyValueSchema(description: string): JsonObject {
  return { description };
}

/** The JSON schema of a rule's inner rules. */
export const rulesSchema: JsonObject = { $ref: "#/definitions/rules" };

/** The JSON schema of a map of strings. */
export const textMapSchema: JsonObject = {
  type: "object",
  additionalProperties: { type: "string" },
};

/** The members that every rule but `include` may have, with their JSON schemas. */
export const commonRuleMembers: JsonObject = {
  fail: stringSchema(
    "The text with which the review fails if the rule cannot parse a value. Left out, the value is preserved.",
  ),
  fill: versionsSchema(
    "By version, the value to fill in at the rule's path if the rule leaves it absent: a scalar, a list, { value: … }, { read: path } or { hook: file#export, reads: [path] }; the last three also with where (tests of the map that holds the path) and returns. When the object is converted back, a filled-in value counts as absent, unless returns is true.",
  ),
  omit: versionsSchema(
    "By version, values that count as absent: they are neither read nor written. A scalar, a list, or a test { equals, in, less, more, where }.",
  ),
  beside: pathsSchema(
    "One or more paths. If the value at one of them changes, the values that the rule preserves are discarded. For a rule with a path in only one version, paths of the other version; for any other rule, of either version.",
  ),
};

const from = 'Path in the older version: spec.a.b, spec.items[*].x, spec.map{}.x, spec["odd.key"].';
const to = stringSchema("Path in the newer version. Default: the same path.");

/** The option of ops whose two sides have different types. */
export const invertedSchema = booleanSchema(
  "true: the newer version has the form that the op's description names first. Left out, the schemas decide; if they can't, the older one has it.",
);

/** The option of ops that convert integers. Only `convert` may have integers in both versions. */
export const clampSchema = booleanSchema(
  "true: an integer outside the bounds (minimum, maximum, int32) that either version's schema sets for integers is converted as the nearest integer within them, and the original is preserved. Left out, it is converted unchanged.",
);

/** The JSON schema of a rule with one path in each version. */
export function twoSidedRuleSchema(
  op: string,
  description: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = { [op]: stringSchema(`${description} ${from}`), to };
  return objectSchema({ ...own, ...members, ...commonRuleMembers }, [op, ...required]);
}

/** The JSON schema of a rule for a path that only one version has. */
export function oneSidedRuleSchema(
  op: string,
  description: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = {
    [op]: pathsSchema(
      `${description} A path in the version that \`in\` names, or a list of paths.`,
    ),
    in: stringSchema("The version that has the path. Default: the older version."),
  };
  return objectSchema({ ...own, ...members, ...commonRuleMembers }, [op, ...required]);
}

/** The JSON schema of a rule with one path in one version and several in the other. It requires both members. */
export function manySidedRuleSchema(
  op: string,
  description: string,
  several: JsonObject,
  members: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  const paths = { anyOf: [{ type: "string" }, several] };
  const own = {
    [op]: { ...paths, description: `${description} This member is for the older version.` },
    to: { ...paths, description: `Like ${op}, but for the newer version.` },
  };
  return objectSchema({ ...own, ...members, ...commonRuleMembers }, [op, "to", ...required]);
}
