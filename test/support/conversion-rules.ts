import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { headFaults, isLabelValue, isQualifiedName, objectOf, textAt } from "./review-rules.ts";

/** The faults of the response to a ConversionReview; a well-formed failure has no fault. */
export function conversionFaults(review: JsonObject, answer: JsonObject): readonly string[] {
  const fallback = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" };
  const head = headFaults(review, answer, fallback);
  const response = objectOf(member(answer, "response"));
  const result = objectOf(member(response, "result"));
  const objects = member(response, "convertedObjects") ?? [];
  if (!isArray(objects)) return [...head, "convertedObjects is not a list"];
  if (member(result, "status") !== "Success") {
    return [
      ...head,
      ...(member(result, "status") === "Failed" ? [] : ["a result neither Success nor Failed"]),
      ...(textAt(result, "message") === "" ? ["a failure without a message"] : []),
      ...(objects.length === 0 ? [] : ["a failure with objects"]),
    ];
  }
  const request = objectOf(member(review, "request"));
  const originals = member(request, "objects");
  if (!isArray(originals) || originals.length !== objects.length) {
    return [...head, "another number of objects"];
  }
  const desired = textAt(request, "desiredAPIVersion");
  const faults = originals.flatMap((original, index) =>
    convertedFaults(objectOf(original), objects[index], desired).map((it) => `[${index}] ${it}`),
  );
  return [...head, ...faults];
}

function convertedFaults(
  original: JsonObject,
  object: JsonValue | undefined,
  desired: string,
): readonly string[] {
  if (!isObject(object)) return ["is not an object"];
  const [before, after] = [member(original, "metadata"), member(object, "metadata")];
  const changed = ["name", "namespace", "uid"].filter(
    (field) => textAt(objectOf(before), field) !== textAt(objectOf(after), field),
  );
  return [
    ...(textAt(object, "kind") === "" ? ["has no kind"] : []),
    ...(member(object, "apiVersion") === desired ? [] : ["has another apiVersion"]),
    ...(member(object, "kind") === member(original, "kind") ? [] : ["has another kind"]),
    ...changed.map((field) => `has another ${field}`),
    ...(isObject(after) ? [] : ["has no metadata map"]),
    ...(isObject(before) || !Object.hasOwn(original, "metadata") ? [] : ["had no metadata map"]),
    ...mapFaults("labels", objectOf(before), objectOf(after)),
    ...mapFaults("annotations", objectOf(before), objectOf(after)),
  ];
}

function mapFaults(
  field: "labels" | "annotations",
  metadata: JsonObject,
  answered: JsonObject,
): readonly string[] {
  const map = member(answered, field) ?? null;
  const before = member(metadata, field) ?? null;
  if (map === null) return [];
  if (!isObject(map)) return [`${field} are not a map`];
  if (before !== null && !isObject(before)) return [`${field} were not a map`];
  const entries = Object.entries(map);
  const odd = entries.filter(([, value]) => typeof value !== "string");
  if (odd.length > 0) return odd.map(([key]) => `${field}[${key}] is not a string`);
  const isSame =
    entries.length === Object.keys(objectOf(before)).length &&
    entries.every(([key, value]) => member(objectOf(before), key) === value);
  if (isSame) return [];
  return field === "labels" ? labelFaults(entries) : annotationFaults(entries);
}

type Entries = readonly (readonly [string, JsonValue])[];

function labelFaults(entries: Entries): readonly string[] {
  return entries
    .filter(([key, value]) => !isQualifiedName(key) || !isLabelValue(String(value)))
    .map(([key]) => `label ${key} is not valid`);
}

function annotationFaults(entries: Entries): readonly string[] {
  const bytes = entries.reduce(
    (sum, [key, value]) => sum + byteLength(key) + byteLength(String(value)),
    0,
  );
  return [
    ...entries
      .filter(([key]) => !isQualifiedName(key.toLowerCase()))
      .map(([key]) => `annotation ${key} is not valid`),
    ...(bytes > 256 * 1024 ? ["annotations are too long"] : []),
  ];
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
