import { deepEqual } from "../../go/equal.ts";
import { quote } from "../../go/print.ts";
import { ok } from "../../json/result.ts";
import { type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ScalePaths } from "../../schema/definition/scale-paths.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid } from "../../schema/field-error/field-faults.ts";
import type { FieldPath } from "../../schema/field-error/path.ts";
import { nestedInteger, nestedText } from "./nested-field.ts";

/** The largest int32: the type of `replicas` in autoscaling/v1 Scale. */
const maxReplicas = 2 ** 31 - 1;

/**
 * Prepares the object of a create request: without status if /status is served, and with generation 1.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/strategy.go
 * PrepareForCreate.
 */
export function preparedForCreate(object: JsonObject, hasStatus: boolean): JsonObject {
  return withGeneration(hasStatus ? withoutStatus(object) : object, 1);
}

/**
 * Prepares the object of an update of the main resource: with the old status if /status is served, and with the
 * generation increased if anything but metadata changed.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/strategy.go
 * PrepareForUpdate.
 */
export function preparedForUpdate(
  object: JsonObject,
  old: JsonObject,
  hasStatus: boolean,
): JsonObject {
  const prepared = hasStatus ? withStatusOf(object, old) : object;
  if (deepEqual(withoutMetadata(prepared), withoutMetadata(old))) return prepared;
  return withGeneration(prepared, Number(generationOf(old)) + 1);
}

/**
 * Prepares the object of an update of /status: the old object with the new status and managedFields.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/status_strategy.go
 * PrepareForUpdate.
 */
export function preparedForStatusUpdate(object: JsonObject, old: JsonObject): JsonObject {
  const managedFields = member(metadataOf(object), "managedFields");
  const { managedFields: _, ...kept } = metadataOf(old);
  return withStatusOf(
    { ...old, metadata: managedFields === undefined ? kept : { ...kept, managedFields } },
    object,
  );
}

function withStatusOf(object: JsonObject, other: JsonObject): JsonObject {
  const status = member(other, "status");
  return status === undefined ? withoutStatus(object) : { ...object, status };
}

function withoutStatus(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return rest;
}

function withoutMetadata(object: JsonObject): JsonObject {
  const { metadata: _, ...rest } = object;
  return rest;
}

function generationOf(object: JsonObject): JsonValue {
  return member(metadataOf(object), "generation") ?? 0;
}

function withGeneration(object: JsonObject, generation: number): JsonObject {
  return { ...object, metadata: { ...metadataOf(object), generation } };
}

/**
 * Checks the values at the scale subresource's paths in an object. The field of an error is the path as written in the
 * definition.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/validator.go
 * ValidateScaleSpec, ValidateScaleStatus.
 */
export function scaleErrors(
  object: JsonObject,
  scale: ScalePaths | undefined,
  part: "spec" | "status",
): readonly FieldError[] {
  if (scale === undefined) return [];
  if (part === "spec") return replicasErrors(object, scale.specReplicasPath);
  return [
    ...replicasErrors(object, scale.statusReplicasPath),
    ...selectorErrors(object, scale.labelSelectorPath),
  ];
}

function replicasErrors(object: JsonObject, path: FieldPath): readonly FieldError[] {
  const found = nestedInteger(object, fieldsOf(path));
  if (!found.ok) return [invalid(path, 0, found.error)];
  const replicas = found.value ?? 0;
  if (replicas < 0) return [invalid(path, replicas, "should be a non-negative integer")];
  return replicas > maxReplicas
    ? [invalid(path, replicas, `should be less than or equal to ${maxReplicas}`)]
    : [];
}

function selectorErrors(object: JsonObject, path: FieldPath | undefined): readonly FieldError[] {
  if (path === undefined) return [];
  const found = nestedText(object, fieldsOf(path));
  return found.ok ? [] : [invalid(path, "", found.error)];
}

function fieldsOf(path: FieldPath): readonly string[] {
  return path.replace(/^\./, "").split(".");
}

/** An object's Scale, or the server's error. */
export type ScaleResult =
  | { readonly ok: true; readonly scale: JsonObject }
  | { readonly ok: false; readonly error: string };

/**
 * The Scale (autoscaling/v1) of an object, as /scale returns it. The Scale's `spec` and `status` must be the same in all
 * versions of the object.
 *
 * Errors: no integer at the path of the desired replicas, or a value of a wrong type at another path.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/etcd.go
 * scaleFromCustomResource.
 */
export function scaleOf(object: JsonObject, scale: ScalePaths): ScaleResult {
  const wanted = nestedInteger(object, fieldsOf(scale.specReplicasPath));
  if (!wanted.ok) return wanted;
  const actual = nestedInteger(object, fieldsOf(scale.statusReplicasPath));
  if (!actual.ok) return actual;
  const { labelSelectorPath = "" } = scale;
  const selector =
    labelSelectorPath === "" ? ok("") : nestedText(object, fieldsOf(labelSelectorPath));
  if (!selector.ok) return selector;
  if (wanted.value === undefined) {
    const path = quote(scale.specReplicasPath);
    return { ok: false, error: `the spec replicas field ${path} does not exist` };
  }
  return { ok: true, scale: scaleObject(object, wanted.value, actual.value ?? 0, selector.value) };
}

/** The number of replicas in a Scale: the lowest 32 bits of the value in the object, as a signed integer. */
function int32Of(value: number | bigint): number {
  return Number(BigInt.asIntN(32, BigInt(value)));
}

const scaleMetadata = ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"];

function scaleObject(
  object: JsonObject,
  wanted: number | bigint,
  actual: number | bigint,
  selector = "",
): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([name]) => scaleMetadata.includes(name));
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: Object.fromEntries(kept),
    spec: int32Of(wanted) === 0 ? {} : { replicas: int32Of(wanted) },
    status: { replicas: int32Of(actual), ...(selector !== "" && { selector }) },
  };
}
