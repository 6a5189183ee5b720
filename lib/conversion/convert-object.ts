import type { Allowance } from "../converter/allowance.ts";
import {
  type Conversion,
  type ConversionFault,
  type ConversionFaultCode,
  type ConversionRemarks,
  type Converter,
  type ConverterInput,
  deadlineFault,
  type StringMap,
} from "../converter/converter.ts";
import { annotationBytes } from "../converter/stash/fit.ts";
import { markerName, markerText } from "../converter/stash/names.ts";
import { optionalTextAt } from "../json/members.ts";
import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { apiVersionOf, type GroupVersion, parseApiVersion } from "../protocol/gvk.ts";
import { maxAnnotationBytes, metadataOf } from "../protocol/object-metadata.ts";
import type { ConversionRegistry } from "./registry.ts";
import { shortPath } from "./short-path.ts";

/** The fault of an object that is not a {@link ReviewObject}. */
export const untypedFault: ConversionFault = {
  code: "ApiVersionInvalid",
  path: "apiVersion",
  message: "the object has no apiVersion or no kind",
};

/**
 * Converts one object to another version of its kind. An object that is already in that version is returned unchanged.
 * Metadata except labels and annotations is copied. The result always has a metadata map: the server refuses a response
 * without it.
 *
 * Errors: the path of a fault is cut to fit into a message. Fails once the deadline has passed. Throws what a converter throws,
 * and a TypeError for a converter that returns a promise or a body that is not a map.
 */
export function convertObject(
  registry: ConversionRegistry,
  object: ReviewObject,
  desired: GroupVersion,
  allowance: Allowance,
  note: ReceiveRemarks = () => undefined,
): Result<JsonObject, ConversionFault> {
  const path = pathTo(registry, object, desired);
  if (!path.ok) return path;
  const { metadata = {} } = object;
  if (!isObject(metadata)) return err(metadataFault("metadata", "must be a map"));
  const labels = stringMap(metadata, "labels");
  if (!labels.ok) return labels;
  const annotations = stringMap(metadata, "annotations");
  if (!annotations.ok) return annotations;
  if (path.value.length === 0) return ok({ ...object, metadata });
  const { apiVersion: _, kind, metadata: __, ...body } = object;
  const source: ConverterInput = {
    body,
    labels: labels.value,
    annotations: withoutMarker(annotations.value, desired.group),
    name: optionalTextAt(metadata, "name"),
    namespace: optionalTextAt(metadata, "namespace"),
  };
  const lost: string[] = [];
  const converted = runConverters(path.value, source, allowance, (remarks, step) => {
    lost.push(...remarks.lost);
    note(remarks, step);
  });
  if (!converted.ok) return converted;
  const marked = withMarker(converted.value, object.apiVersion, lost);
  return targetObject(kind, desired, marked, metadata);
}

/**
 * The annotations without the marker of an earlier conversion that lost values. If this conversion loses values, it
 * adds a new marker.
 */
function withoutMarker(annotations: StringMap, group: string): StringMap {
  const name = markerName(group);
  if (!Object.hasOwn(annotations, name)) return annotations;
  const { [name]: _, ...rest } = annotations;
  return rest;
}

/** Marks the object if preserved values were lost, unless its annotations have no space for the marker. */
function withMarker(
  converted: ConverterInput,
  apiVersion: string,
  lost: readonly string[],
): ConverterInput {
  const source = parseApiVersion(apiVersion);
  if (lost.length === 0 || source === undefined) return converted;
  const { group, version } = source;
  const marker = { [markerName(group)]: markerText(group, version, lost) };
  const annotations = { ...converted.annotations, ...marker };
  return annotationBytes(annotations) <= maxAnnotationBytes
    ? { ...converted, annotations }
    : converted;
}

function pathTo(
  registry: ConversionRegistry,
  { apiVersion, kind }: ReviewObject,
  desired: GroupVersion,
): Result<readonly Converter[], ConversionFault> {
  const source = parseApiVersion(apiVersion);
  if (source === undefined) return versionFault("ApiVersionInvalid", "is not a group/version");
  const graph = registry.graph(source.group, kind);
  const name = `${kind}.${source.group}`;
  if (graph === undefined) {
    const message = `this webhook does not serve ${name}`;
    return err({ code: "KindNotServed", path: "kind", message });
  }
  if (source.group !== desired.group) {
    const target = apiVersionOf(desired);
    const message = `${name} can't be converted to ${target}, which is of another group`;
    return versionFault("VersionNotServed", message);
  }
  for (const { version } of [source, desired]) {
    if (!graph.has(version)) {
      return versionFault("VersionNotServed", `${name} has no version ${version}`);
    }
  }
  return ok(graph.path(source.version, desired.version) ?? []);
}

function versionFault(code: ConversionFaultCode, message: string): Result<never, ConversionFault> {
  return err({ code, path: "apiVersion", message });
}

/**
 * Receives a converter's remarks about a converted object. `step` is the converter's index on the path from the source
 * version to the target version.
 */
export type ReceiveRemarks = (remarks: ConversionRemarks, step: number) => void;

function runConverters(
  path: readonly Converter[],
  source: ConverterInput,
  allowance: Allowance,
  note: ReceiveRemarks,
): Result<ConverterInput, ConversionFault> {
  let current = source;
  allowance.growth.restart();
  let index = 0;
  for (const convert of path) {
    const step = convert(current, allowance);
    if (step instanceof Promise) {
      step.catch(() => undefined);
      throw new TypeError("a converter returned a promise: make it synchronous");
    }
    if (allowance.watch.isPassed) return err(deadlineFault);
    if (!step.ok) return err({ ...step.error, path: shortPath(step.error.path) });
    if (!isObject(step.value.body))
      throw new TypeError("a converter returned a body that is not a map");
    const { remarks, ...conversion } = step.value;
    if (remarks !== undefined) note(withShortPaths(remarks), index);
    index++;
    current = { ...current, ...conversion };
  }
  return ok(current);
}

/** Cuts the paths in remarks so that they fit into messages. */
function withShortPaths(remarks: ConversionRemarks): ConversionRemarks {
  const { unparsed, rounded } = remarks;
  return { ...remarks, unparsed: unparsed.map(shortPath), rounded: rounded.map(shortPath) };
}

/** The object at the target version. The error says that a converter set its apiVersion, kind or metadata. */
function targetObject(
  kind: string,
  desired: GroupVersion,
  { body, labels, annotations }: Conversion,
  metadata: JsonObject,
): Result<JsonObject, ConversionFault> {
  for (const key of ["apiVersion", "kind", "metadata"]) {
    if (Object.hasOwn(body, key)) {
      const message = "must not be changed by a converter";
      return err({ code: "ResultInvalid", path: key, message });
    }
  }
  const labelled = withMetadataMap(metadata, "labels", labels);
  return ok({
    apiVersion: apiVersionOf(desired),
    kind,
    metadata: withMetadataMap(labelled, "annotations", annotations),
    ...body,
  });
}

/** Replaces the labels or annotations in metadata. An empty map is removed. Returns the given metadata if nothing changes. */
function withMetadataMap(
  metadata: JsonObject,
  field: "labels" | "annotations",
  map: StringMap = {},
): JsonObject {
  const before = member(metadata, field);
  if (before === map || (before === undefined && isEmpty(map)) || areBothEmpty(before, map)) {
    return metadata;
  }
  const { [field]: _, ...rest } = metadata;
  return isEmpty(map) ? rest : { ...rest, [field]: map };
}

function areBothEmpty(before: JsonValue | undefined, map: StringMap): boolean {
  return isEmpty(map) && (before === null || (isObject(before) && isEmpty(before)));
}

function isEmpty(map: object): boolean {
  return Object.keys(map).length === 0;
}

/** The labels or annotations in metadata; empty if absent. The error says that they are not a map of strings. */
function stringMap(
  metadata: JsonObject,
  field: "labels" | "annotations",
): Result<StringMap, ConversionFault> {
  const map = member(metadata, field) ?? {};
  if (isStringMap(map)) return ok(map);
  return err(metadataFault(`metadata.${field}`, "must be a map of strings"));
}

function metadataFault(path: string, message: string): ConversionFault {
  return { code: "MetadataInvalid", path, message };
}

function isStringMap(map: JsonValue | StringMap): map is StringMap {
  return isObject(map) && Object.values(map).every((value) => typeof value === "string");
}

/** An object's annotations; empty if they are not a map of strings. */
export function annotationsOf(object: JsonObject): StringMap {
  const annotations = stringMap(metadataOf(object), "annotations");
  return annotations.ok ? annotations.value : {};
}
