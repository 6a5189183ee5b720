import type { JsonObject } from "../../../json/value.ts";

/** A map with these members and no others. */
export function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A string. */
export function text(description: string): JsonObject {
  return { type: "string", description };
}

/** One of a few words. */
export function words(values: readonly string[], description: string): JsonObject {
  return { type: "string", enum: values, description };
}

/** True or false. */
export function flag(description: string): JsonObject {
  return { type: "boolean", description };
}

/** Any value. */
export function any(description: string): JsonObject {
  return { description };
}

/** What becomes of the members of an item or a value: rules, or the name of a lens. */
export const rules: JsonObject = { $ref: "#/definitions/rules" };

/** Texts by name. */
export const texts: JsonObject = { type: "object", additionalProperties: { type: "string" } };

const everyRule: JsonObject = {
  fail: text(
    "The review fails with this text where the rule cannot read a value. Else the value is kept.",
  ),
  narrow: text("Why it is right that one version allows less than the other."),
};

const from = 'Path in the older version: spec.a.b, spec.items[*].x, spec.map{}.x, spec["odd.key"].';
const to = text("Path in the newer version; left out where it is the same.");

/** For ops whose two sides differ in kind. */
export const inverted = flag(
  "true: the newer version is the op's first side. Left out, the two schemas tell.",
);

/** A rule between a path of the older version and one of the newer. */
export function twoSided(
  op: string,
  what: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = { [op]: text(`${what} ${from}`), to };
  return object({ ...own, ...members, ...everyRule }, [op, ...required]);
}

/** A rule about a path that one version has. */
export function oneSided(
  op: string,
  what: string,
  members: JsonObject,
  required: readonly string[],
): JsonObject {
  const own = {
    [op]: text(`${what} A path of the version that in names.`),
    in: text("The version that has the path. Left out, the older one."),
  };
  return object({ ...own, ...members, ...everyRule }, [op, ...required]);
}

/** A rule of which one side has one path and the other several: both must be said. */
export function manySided(
  op: string,
  what: string,
  several: JsonObject,
  members: JsonObject,
  required: readonly string[] = [],
): JsonObject {
  const place = { anyOf: [{ type: "string" }, several] };
  const own = {
    [op]: { ...place, description: `${what} In the older version.` },
    to: { ...place, description: "In the newer version." },
  };
  return object({ ...own, ...members, ...everyRule }, [op, "to", ...required]);
}
