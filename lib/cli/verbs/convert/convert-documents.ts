import { convertObject } from "../../../conversion/convert-object.ts";
import type { ConversionRegistry } from "../../../conversion/registry.ts";
import { Allowance } from "../../../converter/allowance.ts";
import type { ConversionRemarks } from "../../../converter/converter.ts";
import { preparedValidators } from "../../../crd/validator/object-validator.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { isReviewObject, type ReviewObject } from "../../../protocol/conversion-review.ts";
import { apiVersionOf, parseApiVersion } from "../../../protocol/gvk.ts";
import type { ManifestFile } from "../../files/read-manifests.ts";
import { faultLines, nameOfObject } from "./object-fault.ts";
import { isMeant, type Target } from "./target.ts";

/** An object that was converted, before and after. */
export interface ConvertedObject {
  /** File, document and item. */
  readonly place: string;
  readonly kind: Kind;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** What the steps of its conversion said, in their order. */
  readonly noted: readonly NotedStep[];
}

/** What one step of a conversion said. */
export interface NotedStep {
  /** Its number on the way, from 0. */
  readonly step: number;
  readonly remarks: ConversionRemarks;
}

/** An object that passes as it is, since no kind here can convert it. */
export interface PassedObject {
  readonly place: string;
  readonly name: string;
  readonly reason: string;
}

/** What became of all documents, in their order. */
export interface ConvertedDocuments {
  readonly documents: readonly JsonValue[];
  readonly converted: readonly ConvertedObject[];
  readonly passed: readonly PassedObject[];
  /** Each with place, object, path, message, rule and remedy. */
  readonly faults: readonly string[];
}

/** Converts every object of the files to the target's version; what stands around them stays. */
export function convertDocuments(
  files: readonly ManifestFile[],
  kinds: readonly Kind[],
  target: Target,
  registry: ConversionRegistry,
): ConvertedDocuments {
  const work: Work = {
    kinds,
    registry,
    target,
    converted: [],
    passed: [],
    faults: [],
  };
  const documents = files.flatMap(({ file, documents }) =>
    documents.map((value, index) => convertValue(value, `${file}: document ${index + 1}`, work)),
  );
  return { documents, ...work };
}

interface Work {
  readonly kinds: readonly Kind[];
  readonly registry: ConversionRegistry;
  readonly target: Target;
  readonly converted: ConvertedObject[];
  readonly passed: PassedObject[];
  readonly faults: string[];
}

function convertValue(value: JsonValue, place: string, work: Work): JsonValue {
  if (isArray(value)) {
    return value.map((item, index) => convertValue(item, `${place}, [${index}]`, work));
  }
  if (!isReviewObject(value)) {
    const name = isObject(value) ? nameOfObject(value) : "a scalar";
    work.passed.push({ place, name, reason: "has no apiVersion and kind" });
    return value;
  }
  const items = value["items"];
  return /.List$|^List$/.test(value.kind) && isArray(items)
    ? convertList(value, items, place, work)
    : convertSingle(value, place, work);
}

/** The items of a list in their order; those of a `PizzaList` may leave out what the list says of them. */
function convertList(
  list: ReviewObject,
  items: readonly JsonValue[],
  place: string,
  work: Work,
): JsonObject {
  const itemKind = list.kind.slice(0, -"List".length);
  const converted = items.map((item, index) => {
    const at = `${place}, items[${index}]`;
    if (!isObject(item) || isReviewObject(item) || itemKind === "")
      return convertValue(item, at, work);
    const whole: ReviewObject = { apiVersion: list.apiVersion, kind: itemKind, ...item };
    const { apiVersion: _, kind: __, ...bare } = convertSingle(whole, at, work);
    return bare;
  });
  const apiVersion = listVersion(list.apiVersion, itemKind, work);
  return { ...list, apiVersion, items: converted };
}

function listVersion(apiVersion: string, itemKind: string, { kinds, target }: Work): string {
  const group = parseApiVersion(apiVersion)?.group ?? "";
  const kind = kinds.find((each) => each.kind === itemKind && each.group === group);
  const isConverted =
    kind !== undefined && isMeant(target, kind) && kind.versions.includes(target.version);
  return isConverted ? apiVersionOf({ group, version: target.version }) : apiVersion;
}

function convertSingle(object: ReviewObject, place: string, work: Work): JsonObject {
  const { kinds, registry, target } = work;
  const group = parseApiVersion(object.apiVersion)?.group;
  const kind = kinds.find((each) => each.kind === object.kind && each.group === group);
  if (kind !== undefined && !isMeant(target, kind)) return object;
  const reason = reasonToPass(kind, object, target);
  if (kind === undefined || reason !== undefined) {
    work.passed.push({ place, name: nameOfObject(object), reason: reason ?? "" });
    return object;
  }
  const desired = { group: kind.group, version: target.version };
  const noted: NotedStep[] = [];
  const result = convertObject(
    registry,
    object,
    desired,
    new Allowance({ validators: preparedValidators }),
    (remarks, step) => noted.push({ step, remarks }),
  );
  if (!result.ok) {
    const lines = faultLines(result.error, kind, object, target.version);
    work.faults.push(`${place}: ${nameOfObject(object)}: ${lines.join("\n")}`);
    return object;
  }
  const after = withoutNewMetadata(object, result.value);
  work.converted.push({ place, kind, before: object, after, noted });
  return after;
}

function reasonToPass(
  kind: Kind | undefined,
  { apiVersion, kind: name }: ReviewObject,
  { version }: Target,
): string | undefined {
  if (kind === undefined) return `no kind here is ${name} of ${apiVersion}`;
  if (kind.versions.includes(version)) return undefined;
  return `${name} has no version ${version} (it has ${kind.versions.join(", ")})`;
}

/** A converted object has metadata, as the server wants it; a manifest that had none stays without. */
function withoutNewMetadata(before: JsonObject, after: JsonObject): JsonObject {
  const metadata = member(after, "metadata");
  const isNew = member(before, "metadata") === undefined && isObject(metadata);
  if (!isNew || Object.keys(metadata).length > 0) return after;
  const { metadata: _, ...rest } = after;
  return rest;
}
