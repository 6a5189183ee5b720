import { quote } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { equal } from "../../json/equal.ts";
import { byteLength } from "../../json/size.ts";
import { splitText } from "../../json/text-parts.ts";
import type { JsonValue } from "../../json/value.ts";
import { maxAnnotationBytes } from "../../protocol/object-metadata.ts";
import type { ObjectMeta, OwnerReference } from "../definition/crd.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { forbidden, invalid, required, tooLong } from "../field-error/field-faults.ts";
import { childPath, type FieldPath } from "../field-error/path.ts";
import { managedFieldsErrors } from "./managed-fields-rules.ts";
import { dns1123LabelFaults, labelValueFaults, lowerCase, qualifiedNameFaults } from "./names.ts";

/** The rules for metadata that differ between kinds. */
interface ObjectMetaRules {
  readonly scope: "Namespaced" | "Cluster";
  /** Returns the faults of a name, or of a `generateName` if `form` is `prefix`. */
  readonly nameFaults: (name: string, form: "name" | "prefix") => readonly string[];
}

/**
 * Validates the metadata of a new object.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validation/objectmeta.go
 * ValidateObjectMetaAccessor.
 */
export function objectMetaErrors(
  meta: ObjectMeta,
  rules: ObjectMetaRules,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...nameErrors(meta, rules, path),
    ...namespaceErrors(meta, rules, path),
    ...(Number(meta.generation ?? 0) < 0
      ? [
          invalid(
            childPath(path, "generation"),
            meta.generation ?? 0,
            "must be greater than or equal to 0",
          ),
        ]
      : []),
    ...labelErrors(meta.labels ?? {}, childPath(path, "labels")),
    ...annotationErrors(meta.annotations ?? {}, childPath(path, "annotations")),
    ...ownerReferenceErrors(meta.ownerReferences ?? [], childPath(path, "ownerReferences")),
    ...finalizerErrors(meta.finalizers ?? [], childPath(path, "finalizers")),
    ...managedFieldsErrors(meta.managedFields ?? [], childPath(path, "managedFields")),
  ];
}

const immutable = [
  ["name", ""],
  ["namespace", ""],
  ["uid", ""],
  ["creationTimestamp", null],
  ["deletionTimestamp", null],
  ["deletionGracePeriodSeconds", null],
] as const;

/**
 * Validates the metadata of an update against the stored metadata.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validation/objectmeta.go
 * ValidateObjectMetaAccessorUpdate.
 */
export function objectMetaUpdateErrors(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath,
): readonly FieldError[] {
  const [generation, oldGeneration] = [meta.generation ?? 0, old.generation ?? 0];
  return [
    ...newFinalizerErrors(meta, old, childPath(path, "finalizers")),
    ...(meta.resourceVersion === undefined
      ? [invalid(childPath(path, "resourceVersion"), "", "must be specified for an update")]
      : []),
    ...(generation < oldGeneration
      ? [invalid(childPath(path, "generation"), generation, "must not be decremented")]
      : []),
    ...immutable.flatMap(([name, zero]) =>
      immutableErrors(meta[name] ?? zero, old[name] ?? zero, childPath(path, name)),
    ),
    ...labelErrors(meta.labels ?? {}, childPath(path, "labels")),
    ...annotationErrors(meta.annotations ?? {}, childPath(path, "annotations")),
    ...ownerReferenceErrors(meta.ownerReferences ?? [], childPath(path, "ownerReferences")),
    ...managedFieldsErrors(meta.managedFields ?? [], childPath(path, "managedFields")),
  ];
}

/** The error for a changed immutable field; empty if the value equals the old one. */
export function immutableErrors(
  value: JsonValue,
  old: JsonValue,
  path: FieldPath,
): readonly FieldError[] {
  return equal(value, old) ? [] : [invalid(path, value, "field is immutable")];
}

function nameErrors(
  meta: ObjectMeta,
  rules: ObjectMetaRules,
  path: FieldPath,
): readonly FieldError[] {
  const { generateName = "", name = "" } = meta;
  const prefixFaults = generateName === "" ? [] : rules.nameFaults(generateName, "prefix");
  const namePath = childPath(path, "name");
  return [
    ...prefixFaults.map((fault) => invalid(childPath(path, "generateName"), generateName, fault)),
    ...(name === ""
      ? [required(namePath, "name or generateName is required")]
      : rules.nameFaults(name, "name").map((fault) => invalid(namePath, name, fault))),
  ];
}

function namespaceErrors(
  meta: ObjectMeta,
  rules: ObjectMetaRules,
  path: FieldPath,
): readonly FieldError[] {
  const { namespace = "" } = meta;
  const at = childPath(path, "namespace");
  if (rules.scope === "Cluster") {
    return namespace === "" ? [] : [forbidden(at, "not allowed on this type")];
  }
  if (namespace === "") return [required(at)];
  return dns1123LabelFaults(namespace).map((fault) => invalid(at, namespace, fault));
}

/**
 * Checks the keys and values of labels.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/validation/validation.go
 * ValidateLabels.
 */
function labelErrors(
  labels: { readonly [key: string]: string },
  path: FieldPath,
): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((fault) => invalid(path, key, fault)),
    ...labelValueFaults(value).map((fault) => invalid(path, value, fault)),
  ]);
}

/**
 * Checks the keys of annotations, and the size of all annotations together.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validation/objectmeta.go ValidateAnnotations.
 */
function annotationErrors(
  annotations: { readonly [key: string]: string },
  path: FieldPath,
): readonly FieldError[] {
  const entries = Object.entries(annotations);
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  return [
    ...entries.flatMap(([key]) =>
      qualifiedNameFaults(lowerCase(key)).map((fault) => invalid(path, key, fault)),
    ),
    ...(size > maxAnnotationBytes ? [tooLong(path, maxAnnotationBytes)] : []),
  ];
}

function ownerReferenceErrors(
  references: readonly OwnerReference[],
  path: FieldPath,
): readonly FieldError[] {
  const errors = references.flatMap((reference) => ownerErrors(reference, path));
  const [first, ...others] = references
    .filter((reference) => reference.controller === true)
    .map(({ kind = "", name = "" }) => `${kind}/${name}`);
  for (const other of others) {
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`;
    errors.push(invalid(path, references, detail));
  }
  return errors;
}

function ownerErrors(reference: OwnerReference, path: FieldPath): FieldError[] {
  const { apiVersion = "", kind = "", name = "", uid = "" } = reference;
  const errors: FieldError[] = [];
  const { group, version } = groupVersionOf(apiVersion);
  if (version === "") {
    errors.push(invalid(childPath(path, "apiVersion"), apiVersion, "version must not be empty"));
  }
  for (const [field, value] of Object.entries({ kind, name, uid })) {
    if (value === "") errors.push(invalid(childPath(path, field), value, "must not be empty"));
  }
  if (group === "" && version === "v1" && kind === "Event") {
    errors.push(invalid(path, reference, "/v1, Kind=Event is disallowed from being an owner"));
  }
  return errors;
}

/**
 * The group and version of an apiVersion. The group may be empty (`/v1`); both are empty if the server can't parse the
 * apiVersion.
 */
function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const [first, second, ...others] = splitText(apiVersion, "/");
  if (others.length > 0) return { group: "", version: "" };
  return second === undefined ? { group: "", version: first } : { group: first, version: second };
}

function finalizerErrors(finalizers: readonly string[], path: FieldPath): readonly FieldError[] {
  const errors = finalizers.flatMap((finalizer) =>
    qualifiedNameFaults(finalizer).map((fault) => invalid(path, finalizer, fault)),
  );
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion")) {
    const detail = "finalizer orphan and foregroundDeletion cannot be both set";
    errors.push(invalid(path, finalizers, detail));
  }
  return errors;
}

function newFinalizerErrors(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath,
): readonly FieldError[] {
  if (old.deletionTimestamp === undefined) return [];
  const known = new Set(old.finalizers ?? []);
  const added = [...new Set(meta.finalizers ?? [])].filter((name) => !known.has(name));
  if (added.length === 0) return [];
  const shown = added.sort(compareText).map(quote).join(", ");
  return [
    forbidden(
      path,
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${shown}}`,
    ),
  ];
}
