import {
  assign,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { DrawState } from "./draw.ts";

const scalars: readonly [JsonValue, ...JsonValue[]] = [
  null,
  ...[true, false, 0, 1, -3, 2.5, 2n ** 53n + 1n],
  ...["", "a", "1s", "100m", "2020-01-02T03:04:05Z"],
];

const plainNames: readonly [string, ...string[]] = [
  "a",
  "b",
  "c",
  "x-1",
  "name",
  "app.kubernetes.io/name",
];

const oddNames: readonly [string, ...string[]] = [
  "__proto__",
  "constructor",
  "",
  "toString",
  "a.b[0]",
  "0",
];

/** A name for a member that the schema does not declare; sometimes one that has a meaning in JavaScript. */
export function drawName(draw: DrawState): string {
  return draw.pick(draw.chance(0.1) ? oddNames : plainNames);
}

/** Small JSON of any form, for fields of which the schema allows any value. */
export function freeValue(draw: DrawState, depth = 2): JsonValue {
  const form = depth === 0 ? 0 : draw.int(0, 5);
  if (form === 4) return Array.from({ length: draw.int(0, 2) }, () => freeValue(draw, depth - 1));
  if (form === 5) return freeMap(draw, depth);
  return draw.pick(scalars);
}

/** A small map of any JSON. */
export function freeMap(draw: DrawState, depth = 2): JsonObject {
  const map: MutableJsonObject = {};
  for (let members = draw.int(0, 2); members > 0; members--) {
    assign(map, drawName(draw), freeValue(draw, depth - 1));
  }
  return map;
}
