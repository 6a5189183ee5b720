import { convertObject } from "../../../conversion/convert-object.ts";
import type { ConversionRegistry } from "../../../conversion/registry.ts";
import { Allowance } from "../../../converter/allowance.ts";
import type { ConversionRemarks } from "../../../converter/converter.ts";
import { objectValidators } from "../../../crd/validator/object-validators.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { isReviewObject, type ReviewObject } from "../../../protocol/conversion-review.ts";
import { apiVersionOf, parseApiVersion } from "../../../protocol/gvk.ts";
import type { ManifestFile } from "../../files/read-manifests.ts";
import { faultLines, nameOfObject } from "./object-fault.ts";
import { type ConversionTarget, targetCovers } from "./target.ts";

/** An object before and after its conversion. */
export interface ConvertedObject {
  /** The object's file, document and list item, as text: `a.yaml: document 2, items[0]`. */
  readonly location: string;
  readonly kind: Kind;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** What the steps of the conversion reported, in order. */
  readonly stepRemarks: readonly StepRemarks[];
}

/** What one step of a conversion reported. A step converts between two versions that one edge joins. */
export interface StepRemarks {
  /** The index of the step, from 0. */
  readonly step: number;
  readonly remarks: ConversionRemarks;
}

/**
 * An object that is left unchanged: it is not of one of the kinds, its kind lacks the version, or it has no apiVersion and
 * kind.
 */
export interface SkippedObject {
  readonly location: string;
  readonly name: string;
  readonly reason: string;
}

/** The documents after conversion, with a record of each object that was converted, skipped or failed. */
interface ConvertedDocuments {
  /** The documents in the order of the input. */
  readonly documents: readonly JsonValue[];
  readonly converted: readonly ConvertedObject[];
  readonly skipped: readonly SkippedObject[];
  /** A text for each object that can't be converted, with location, object, path, message, rule and remedy. */
  readonly faults: readonly string[];
}

/**
 * Converts every object in the files whose kind has the target version. Other documents, and objects that fail, are left
 * unchanged.
 */
export function convertDocuments(
  files: readonly ManifestFile[],
  kinds: readonly Kind[],
  target: ConversionTarget,
  registry: ConversionRegistry,
): ConvertedDocuments {
  const batch: ConversionBatch = {
    kinds,
    registry,
    target,
    converted: [],
    skipped: [],
    faults: [],
  };
  const documents = files.flatMap(({ file, documents }) =>
    documents.map((value, index) => convertValue(value, `${file}: document ${index + 1}`, batch)),
  );
  return { documents, ...batch };
}

interface ConversionBatch {
  readonly kinds: readonly Kind[];
  readonly registry: ConversionRegistry;
  readonly target: ConversionTarget;
  readonly converted: ConvertedObject[];
  readonly skipped: SkippedObject[];
  readonly faults: string[];
}

function convertValue(value: JsonValue, location: string, batch: ConversionBatch): JsonValue {
  if (isArray(value)) {
    return value.map((item, index) => convertValue(item, `${location}, [${index}]`, batch));
  }
  if (!isReviewObject(value)) {
    const name = isObject(value) ? nameOfObject(value) : "a scalar";
    batch.skipped.push({ location, name, reason: "has no apiVersion and kind" });
    return value;
  }
  const items = value["items"];
  return /.List$|^List$/.test(value.kind) && isArray(items)
    ? convertList(value, items, location, batch)
    : convertSingle(value, location, batch);
}

/** Converts the items of a list. Items of a list such as `PizzaList` may leave out apiVersion and kind. */
function convertList(
  list: ReviewObject,
  items: readonly JsonValue[],
  location: string,
  batch: ConversionBatch,
): JsonObject {
  const itemKind = list.kind.slice(0, -"List".length);
  const converted = items.map((item, index) => {
    const at = `${location}, items[${index}]`;
    if (!isObject(item) || isReviewObject(item) || itemKind === "")
      return convertValue(item, at, batch);
    const whole: ReviewObject = { apiVersion: list.apiVersion, kind: itemKind, ...item };
    const { apiVersion: _, kind: __, ...bare } = convertSingle(whole, at, batch);
    return bare;
  });
  const apiVersion = listVersion(list.apiVersion, itemKind, batch);
  return { ...list, apiVersion, items: converted };
}

function listVersion(
  apiVersion: string,
  itemKind: string,
  { kinds, target }: ConversionBatch,
): string {
  const group = parseApiVersion(apiVersion)?.group ?? "";
  const kind = kinds.find((each) => each.kind === itemKind && each.group === group);
  const isConverted =
    kind !== undefined && targetCovers(target, kind) && kind.versions.includes(target.version);
  return isConverted ? apiVersionOf({ group, version: target.version }) : apiVersion;
}

function convertSingle(object: ReviewObject, location: string, batch: ConversionBatch): JsonObject {
  const { kinds, registry, target } = batch;
  const group = parseApiVersion(object.apiVersion)?.group;
  const kind = kinds.find((each) => each.kind === object.kind && each.group === group);
  if (kind !== undefined && !targetCovers(target, kind)) return object;
  const reason = reasonToSkip(kind, object, target);
  if (kind === undefined || reason !== undefined) {
    batch.skipped.push({ location, name: nameOfObject(object), reason: reason ?? "" });
    return object;
  }
  const desired = { group: kind.group, version: target.version };
  const stepRemarks: StepRemarks[] = [];
  const result = convertObject(
    registry,
    object,
    desired,
    new Allowance({ validators: objectValidators }),
    (remarks, step) => stepRemarks.push({ step, remarks }),
  );
  if (!result.ok) {
    const lines = faultLines(result.error, kind, object, target.version);
    batch.faults.push(`${location}: ${nameOfObject(object)}: ${lines.join("\n")}`);
    return object;
  }
  const after = withoutNewMetadata(object, result.value);
  batch.converted.push({ location, kind, before: object, after, stepRemarks });
  return after;
}

function reasonToSkip(
  kind: Kind | undefined,
  { apiVersion, kind: name }: ReviewObject,
  { version }: ConversionTarget,
): string | undefined {
  if (kind === undefined) return `${name} of ${apiVersion} is not one of your kinds`;
  if (kind.versions.includes(version)) return undefined;
  return `${name} has no version ${version} (it has ${kind.versions.join(", ")})`;
}

/**
 * Removes an empty `metadata` that the conversion added. The API server requires it in a converted object, but this manifest
 * had none.
 */
function withoutNewMetadata(before: JsonObject, after: JsonObject): JsonObject {
  const metadata = member(after, "metadata");
  const isNew = member(before, "metadata") === undefined && isObject(metadata);
  if (!isNew || Object.keys(metadata).length > 0) return after;
  const { metadata: _, ...rest } = after;
  return rest;
}
