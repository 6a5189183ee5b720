import { byteLength } from "../../json/size.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { maxAnnotationBytes } from "../object-metadata.ts";
import { labelValueFault, qualifiedNameFault } from "./names.ts";

/**
 * Why the server would refuse the labels or annotations of a converted object; undefined if it accepts them. Names and
 * lengths are checked only if the conversion changed the labels or annotations: a stored object may violate today's
 * rules.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/conversion/webhook_converter.go,
 * restoreObjectMeta.
 */
export function metadataFault(
  original: JsonObject,
  convertedObject: JsonObject,
): string | undefined {
  const converted = member(convertedObject, "metadata");
  if (converted === undefined) return "missing metadata in converted object";
  if (!isObject(converted))
    return `invalid metadata of type ${goType(converted)} in converted object`;
  const metadata = member(original, "metadata");
  if (metadata !== undefined && !isObject(metadata)) {
    return `invalid metadata of type ${goType(metadata)} in input object`;
  }
  return (
    stringMapFault("labels", metadata ?? {}, converted) ??
    stringMapFault("annotations", metadata ?? {}, converted)
  );
}

function stringMapFault(
  field: "labels" | "annotations",
  original: JsonObject,
  converted: JsonObject,
): string | undefined {
  const map = member(converted, field) ?? null;
  const before = member(original, field) ?? null;
  if (map === null) return undefined;
  if (!isObject(map)) return `invalid metadata.${field} of type ${goType(map)} in converted object`;
  if (before !== null && !isObject(before)) {
    return `invalid metadata.${field} of type ${goType(before)} in original object`;
  }
  for (const [key, value] of Object.entries(map)) {
    if (typeof value !== "string") {
      return `metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`;
    }
  }
  if (map === before || !isChanged(map, before ?? {})) return undefined;
  return field === "labels" ? labelsFault(map) : annotationsFault(map);
}

function isChanged(map: JsonObject, before: JsonObject): boolean {
  const keys = Object.keys(map);
  return (
    keys.length !== Object.keys(before).length ||
    keys.some((key) => member(before, key) !== member(map, key))
  );
}

function labelsFault(labels: JsonObject): string | undefined {
  for (const [key, value] of Object.entries(labels)) {
    const keyFault = qualifiedNameFault(key);
    if (keyFault !== undefined) return invalidValue("metadata.labels", key, keyFault);
    const valueFault = labelValueFault(String(value));
    if (valueFault !== undefined) return invalidValue("metadata.labels", String(value), valueFault);
  }
  return undefined;
}

function annotationsFault(annotations: JsonObject): string | undefined {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    const fault = qualifiedNameFault(key.toLowerCase());
    if (fault !== undefined) return invalidValue("metadata.annotation", key, fault);
    bytes += byteLength(key) + byteLength(String(value));
  }
  if (bytes <= maxAnnotationBytes) return undefined;
  return `metadata.annotation: Too long: may not be more than ${maxAnnotationBytes} bytes`;
}

function invalidValue(field: string, value: string, fault: string): string {
  return `${field}: Invalid value: ${JSON.stringify(value)}: ${fault}`;
}

/** The type of a value as the server's messages name it. */
function goType(value: JsonValue): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    default:
      if (value === null) return "<nil>";
      if (Array.isArray(value)) return "[]interface {}";
      return isObject(value) ? "map[string]interface {}" : "float64";
  }
}
