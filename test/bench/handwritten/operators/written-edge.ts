import type { ConverterInput } from "../../../../lib/converter/converter.ts";
import type { VersionEdge } from "../../../../lib/converter/convertible-kind.ts";
import { ok } from "../../../../lib/json/result.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../../lib/json/value.ts";

/** Converts a body. The name and namespace of the object are those of `source`. */
type ConvertBody = (body: JsonObject, source: ConverterInput) => JsonObject;

/** The two directions of a conversion written by hand, which preserves nothing. */
export interface WrittenConversion {
  readonly forward: ConvertBody;
  readonly backward: ConvertBody;
}

/** A conversion written by hand as an edge of the version graph, so that it is called like a lens. */
export function writtenEdge({ forward, backward }: WrittenConversion): VersionEdge {
  return {
    from: "from",
    to: "to",
    forward: (source) => ok({ body: forward(source.body, source) }),
    backward: (source) => ok({ body: backward(source.body, source) }),
  };
}

/** A copy of a map with the value of one member converted; the same map if the member is absent. */
export function withMember(
  map: JsonObject,
  key: string,
  convert: (value: JsonValue) => JsonValue,
): JsonObject {
  const value = map[key];
  return value === undefined ? map : { ...map, [key]: convert(value) };
}

/** A copy of a map with one of its maps converted; the same map if the member is absent or not a map. */
export function withMap(
  map: JsonObject,
  key: string,
  convert: (value: JsonObject) => JsonObject,
): JsonObject {
  const value = map[key];
  if (!isObject(value)) return map;
  const converted = convert(value);
  return converted === value ? map : { ...map, [key]: converted };
}

/** A copy of a map without some members; the same map if it has none of them. */
export function without(map: JsonObject, keys: readonly string[]): JsonObject {
  if (!keys.some((key) => key in map)) return map;
  const copy: Record<string, JsonValue> = { ...map };
  for (const key of keys) delete copy[key];
  return copy;
}
