import { isObject, type JsonObject, member } from "../../json/value.ts";
import type { ObjectMeta } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid } from "../../schema/field-error/field-faults.ts";
import { errorField, rootPath } from "../../schema/field-error/path.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { dns1123SubdomainFaults, maskTrailingDash } from "../../schema/metadata/names.ts";
import {
  objectMetaErrors,
  objectMetaUpdateErrors,
} from "../../schema/metadata/object-meta-rules.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import type { EvaluationOptions } from "../../schema/validation/rule-engine.ts";
import { objectMetaRecord } from "../crd-wire-type.ts";
import { scaleErrors } from "../subresources/subresources.ts";
import { finalizerWarnings } from "./finalizer-warnings.ts";
import { kindApiVersion, type ResourceKind, type ResourceVersion } from "./resource-kind.ts";

/** The errors and warnings of the server for an object. */
export interface ValidationFindings {
  /** Empty if the server accepts the object. */
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/** Validates a new object as the server does: metadata, schema, rules, scale and list types. */
export function findingsOfCreate(
  object: JsonObject,
  kind: ResourceKind,
  version: string,
): ValidationFindings {
  const serving = kind.versions.get(version);
  const errors = [
    ...typeErrorsOr(object, kind, version, () => [
      ...objectMetaErrors(objectMetaOf(object), { scope: kind.scope, nameFaults }, "metadata"),
      ...(serving?.validator.validate(object) ?? []),
    ]),
    ...validateEmbeddedResources(object, serving?.structural, { isResourceRoot: false }),
    ...validateListTypes(object, serving?.structural),
  ];
  return withFinalizerWarnings(withRules(errors, serving, object, {}), object, {});
}

/** Validates an object that replaces `old` as the server does. Some faults that `old` has too are ignored. */
export function findingsOfUpdate(
  object: JsonObject,
  old: JsonObject,
  kind: ResourceKind,
  version: string,
): ValidationFindings {
  const serving = kind.versions.get(version);
  const errors = [
    ...typeErrorsOr(object, kind, version, () => [
      ...objectMetaUpdateErrors(objectMetaOf(object), objectMetaOf(old), "metadata"),
      ...(serving?.validator.validateUpdate(object, old, { ratcheting: true }) ?? []),
    ]),
    ...validateEmbeddedResources(object, serving?.structural, { isResourceRoot: false }),
    ...listErrors(object, old, serving),
  ];
  const findings = withRules(errors, serving, object, { old, ratcheting: true });
  return withFinalizerWarnings(findings, object, old);
}

/**
 * Validates an update of /status as the server does. Only values in `status` are checked by the schema, but rules and list
 * types in the whole object.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/status_strategy.go
 * ValidateUpdate.
 */
export function findingsOfStatusUpdate(
  object: JsonObject,
  old: JsonObject,
  kind: ResourceKind,
  version: string,
): ValidationFindings {
  const serving = kind.versions.get(version);
  const typeErrors = typeMetaErrors(object, kind, version);
  const errors = [
    ...(typeErrors.length > 0 ? typeErrors : statusErrors(object, old, serving)),
    ...listErrors(object, old, serving),
  ];
  return withRules(errors, serving, object, { old, ratcheting: true });
}

function statusErrors(
  object: JsonObject,
  old: JsonObject,
  serving: ResourceVersion | undefined,
): readonly FieldError[] {
  const status = member(object, "status");
  const before = member(old, "status") ?? null;
  const own =
    status === undefined
      ? []
      : (serving?.statusValidator?.validateUpdate(status, before, { ratcheting: true }) ?? []);
  return [
    ...objectMetaUpdateErrors(objectMetaOf(object), objectMetaOf(old), "metadata"),
    ...own.map((error) => ({ ...error, field: fieldOfStatus(error.field) })),
    ...scaleErrors(object, serving?.subresources.scale, "status"),
  ];
}

function fieldOfStatus(field: string): string {
  return field === errorField(rootPath) ? "status" : `status.${field.replace(/^\./, "")}`;
}

/** The errors of lists of type set or map; none if the stored object already has such errors. */
function listErrors(
  object: JsonObject,
  old: JsonObject,
  serving: ResourceVersion | undefined,
): readonly FieldError[] {
  const wereInvalid = validateListTypes(old, serving?.structural).length > 0;
  return wereInvalid ? [] : validateListTypes(object, serving?.structural);
}

function withFinalizerWarnings(
  { errors, warnings }: ValidationFindings,
  object: JsonObject,
  old: JsonObject,
): ValidationFindings {
  const finalizers = finalizerWarnings(objectMetaOf(object), objectMetaOf(old));
  return { errors, warnings: [...finalizers, ...warnings] };
}

/**
 * The errors of the object's apiVersion and kind. If there are none, the errors of `contentErrors` and of the scale.
 */
function typeErrorsOr(
  object: JsonObject,
  kind: ResourceKind,
  version: string,
  contentErrors: () => readonly FieldError[],
): readonly FieldError[] {
  const typeErrors = typeMetaErrors(object, kind, version);
  if (typeErrors.length > 0) return typeErrors;
  const scale = kind.versions.get(version)?.subresources.scale;
  return [
    ...contentErrors(),
    ...scaleErrors(object, scale, "spec"),
    ...scaleErrors(object, scale, "status"),
  ];
}

function typeMetaErrors(
  object: JsonObject,
  kind: ResourceKind,
  version: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const [given, apiVersion] = [member(object, "kind") ?? "", member(object, "apiVersion") ?? ""];
  const wanted = kindApiVersion(kind, version);
  if (given !== kind.kind) errors.push(invalid("kind", given, `must be ${kind.kind}`));
  if (apiVersion !== wanted) errors.push(invalid("apiVersion", apiVersion, `must be ${wanted}`));
  return errors;
}

/**
 * The metadata as the server's accessors read it. A value of a wrong type, which a default may set, counts as absent.
 */
function objectMetaOf(object: JsonObject): ObjectMeta {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return {};
  const read = objectMetaRecord.read(metadata, "metadata", { errors: [], unknown: undefined });
  return isObject(read) ? read : {};
}

function nameFaults(name: string, form: "name" | "prefix"): readonly string[] {
  return dns1123SubdomainFaults(form === "prefix" ? maskTrailingDash(name) : name);
}

/** The types of errors after which the server does not evaluate rules. */
const blocking: ReadonlySet<string> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

/** Adds the errors that rules report. If one of `errors` is {@link blocking}, skips the rules and adds an error that says so. */
function withRules(
  errors: readonly FieldError[],
  serving: ResourceVersion | undefined,
  object: JsonObject,
  options: EvaluationOptions,
): ValidationFindings {
  if (serving?.rules === undefined || serving.structural === undefined) {
    return { errors, warnings: [] };
  }
  if (errors.some((error) => blocking.has(error.type))) {
    const detail =
      "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
    return { errors: [...errors, invalid(rootPath, null, detail)], warnings: [] };
  }
  const outcome = serving.rules.evaluateRules(serving.structural, true, object, options);
  return { errors: [...errors, ...outcome.errors], warnings: outcome.warnings };
}
