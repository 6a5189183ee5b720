import { isArray, isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";
import { type WrittenConversion, withMap, withMember, without } from "./written-edge.ts";

/** Longhorn's Node: v1beta1 has conditions by their type, v1beta2 as a list, and fields of its own. */
export const longhornNode: WrittenConversion = {
  forward: (body) =>
    withMap(body, "status", (status) => withConditions(status, listOf, (disk) => disk)),
  backward: (body) =>
    withMap(withMap(body, "spec", oldSpec), "status", (status) =>
      withConditions(without(status, ["autoEvicting", "snapshotCheckStatus"]), byType, (disk) =>
        without(disk, ["diskType", "filesystemType"]),
      ),
    ),
};

function withConditions(
  status: JsonObject,
  convert: (conditions: JsonValue) => JsonValue,
  convertDisk: (disk: JsonObject) => JsonObject,
): JsonObject {
  return withMap(withMember(status, "conditions", convert), "diskStatus", (disks) =>
    eachMap(disks, (disk) => withMember(convertDisk(disk), "conditions", convert)),
  );
}

function oldSpec(spec: JsonObject): JsonObject {
  const own = without(spec, ["instanceManagerCPURequest"]);
  return withMap(own, "disks", (disks) => eachMap(disks, (disk) => without(disk, ["diskType"])));
}

function eachMap(maps: JsonObject, convert: (map: JsonObject) => JsonObject): JsonObject {
  const converted = Object.entries(maps).map(([key, map]) => [
    key,
    isObject(map) ? convert(map) : map,
  ]);
  return Object.fromEntries(converted);
}

function listOf(conditions: JsonValue): JsonValue {
  return isObject(conditions) ? Object.values(conditions) : conditions;
}

function byType(conditions: JsonValue): JsonValue {
  if (!isArray(conditions)) return conditions;
  const found: Record<string, JsonValue> = {};
  for (const condition of conditions) {
    if (isObject(condition)) found[String(condition["type"])] = condition;
  }
  return found;
}
