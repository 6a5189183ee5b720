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

/** A random member name, sometimes one with a meaning in JavaScript, such as `__proto__`. */
export function drawName(draw: DrawState): string {
  return draw.pick(draw.chance(0.1) ? oddNames : plainNames);
}

/** A small random JSON value of any type, at most `depth` levels deep, for fields without a schema. */
export function freeValue(draw: DrawState, depth = 2): JsonValue {
  const form = depth === 0 ? 0 : draw.int(0, 5);
  if (form === 4) return Array.from({ length: draw.int(0, 2) }, () => freeValue(draw, depth - 1));
  if (form === 5) return freeMap(draw, depth);
  return draw.pick(scalars);
}

/** A small map of random JSON values. */
export function freeMap(draw: DrawState, depth = 2): JsonObject {
  const map: MutableJsonObject = {};
  for (let members = draw.int(0, 2); members > 0; members--) {
    assign(map, drawName(draw), freeValue(draw, depth - 1));
  }
  return map;
}
