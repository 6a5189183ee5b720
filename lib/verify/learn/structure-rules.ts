import { isObject, type JsonValue, member } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { ObservedValues, PlaceSchemas, RuleBuilder } from "./observed-values.ts";

/** Rules to try between two places of which at least one holds a list or a map: those that fit the types of the two schemas. */
export function* structureRules(
  { from, to }: PlaceSchemas,
  observed: ObservedValues,
): Iterable<RuleBuilder> {
  const [map, list] = from.type === "array" ? [to, from] : [from, to];
  if (map.type === "object" && list.type === "array") {
    yield* keyedRules(map, list);
    yield (paths) => ({ op: "single", ...paths });
  }
  if (from.type === "array" && to.type === "array") yield* itemRules(from, to);
  if (from.type === "string" || to.type === "string") {
    yield (paths) => ({ op: "text", ...paths, format: "yaml" });
    yield (paths) => ({ op: "text", ...paths, format: "json" });
  }
  if (from.type === "object" && to.type === "object") yield* referenceRules({ from, to }, observed);
}

function* keyedRules(map: Structural, list: Structural): Iterable<RuleBuilder> {
  const names = scalarsOf(list.items);
  const { additionalProperties: values } = map;
  if (typeof values !== "object" && map.properties !== undefined) return;
  for (const key of names) {
    for (const value of [...(list.items?.properties?.keys() ?? [])]) {
      if (value !== key) yield (paths) => ({ op: "keyed", ...paths, key, value });
    }
    yield (paths) => ({ op: "keyed", ...paths, key });
    yield (paths) => ({ op: "keyed", ...paths, key, inside: true });
  }
}

function* itemRules(from: Structural, to: Structural): Iterable<RuleBuilder> {
  for (const name of scalarsOf(to.items)) {
    const rules = [{ op: "move" as const, from: ".", to: name }];
    yield (paths) => ({ op: "each", ...paths, rules });
  }
  for (const name of scalarsOf(from.items)) {
    const rules = [{ op: "move" as const, from: name, to: "." }];
    yield (paths) => ({ op: "each", ...paths, rules });
  }
  const maps = isText(from.items) ? to.items : from.items;
  for (const name of scalarsOf(maps)) {
    for (const quantity of scalarsOf(maps, "integer")) {
      yield (paths) => ({ op: "count", ...paths, name, quantity });
    }
  }
}

function isText(schema: Structural | undefined): boolean {
  return schema?.type === "string";
}

function scalarsOf(
  schema: Structural | undefined,
  type: Structural["type"] = "string",
): readonly string[] {
  const members = [...(schema?.properties ?? [])];
  return members.flatMap(([name, each]) => (each.type === type ? [name] : []));
}

/** `reference` rules, for references that have the group in one version and an apiVersion in the other. */
function* referenceRules(
  { from, to }: PlaceSchemas,
  observed: ObservedValues,
): Iterable<RuleBuilder> {
  const isReference = [from, to].every((each) => each.properties?.has("kind") === true);
  if (!isReference) return;
  const versions = new Set(
    [...observed.from, ...observed.to].flatMap((pair) => pair.flatMap(versionIn)),
  );
  for (const version of [undefined, ...[...versions].slice(0, maxVersions)]) {
    for (const namespace of ["own", undefined] as const) {
      yield (paths) => ({
        ...{ op: "reference", ...paths },
        ...(version !== undefined && { version }),
        ...(namespace !== undefined && { namespace }),
      });
    }
  }
}

/**
 * The most versions to try in a `reference` rule. The number is a choice: references of one field seldom name more, and each
 * version is compared with all observed values.
 */
const maxVersions = 8;

function versionIn(value: JsonValue | undefined): readonly string[] {
  const apiVersion = isObject(value) ? member(value, "apiVersion") : undefined;
  const [, version] = /^[^/]+\/([^/]+)$/.exec(String(apiVersion)) ?? [];
  return version === undefined ? [] : [version];
}
