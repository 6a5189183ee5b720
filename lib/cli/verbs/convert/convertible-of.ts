import type { Convertible } from "../../../converter/converter.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";

/** The input of a converter for an object. Labels and annotations that are not strings are left out. */
export function convertibleOf(object: JsonObject): Convertible {
  const { apiVersion: _, kind: __, metadata = {}, ...body } = object;
  const of = (field: string): JsonValue | undefined =>
    isObject(metadata) ? member(metadata, field) : undefined;
  return {
    body,
    labels: stringsOf(of("labels")),
    annotations: stringsOf(of("annotations")),
    name: asString(of("name")),
    namespace: asString(of("namespace")),
  };
}

function stringsOf(map: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isObject(map)) return {};
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
