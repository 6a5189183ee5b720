import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { ObjectMeta } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid } from "../../schema/field-error/field-faults.ts";
import { rootPath } from "../../schema/field-error/path.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { dns1123SubdomainFaults, maskTrailingDash } from "../../schema/metadata/names.ts";
import {
  objectMetaErrors,
  objectMetaUpdateErrors,
} from "../../schema/metadata/object-meta-rules.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import type { RuleOptions } from "../../schema/validation/rule-engine.ts";
import { objectMetaType } from "../crd-wire-type.ts";
import { preparedForCreate, preparedForUpdate, scaleErrors } from "../subresources/subresources.ts";
import { duplicateFields } from "./duplicate-fields.ts";
import { finalizerWarnings } from "./finalizer-warnings.ts";
import { apiVersionOf, type ResourceKind, type ResourceVersion } from "./resource-kind.ts";
import { coerceToSchema, convertedByNone, defaulted, readStored } from "./schema-coercion.ts";
import { wellFormed } from "./well-formed.ts";

/** The object of a request, as JSON text or parsed. */
export type RequestBody = { readonly text: string } | { readonly object: JsonValue };

/** The server's result for a request. */
export interface RequestOutcome {
  /** Pruned and defaulted. */
  readonly decoded: JsonObject;
  /** With the status and generation that the server sets. */
  readonly prepared: JsonObject;
  /** Empty if the server accepts the object. */
  readonly errors: readonly FieldError[];
  /** Unknown and duplicate fields: errors of strict field validation, warnings by default. */
  readonly strictErrors: readonly string[];
  readonly warnings: readonly string[];
  /** In the storage version; only of an accepted object. */
  readonly stored?: JsonObject;
  /** The object in each served version, by name; only of an accepted object. */
  readonly served?: ReadonlyMap<string, JsonObject>;
}

/**
 * Handles a create request without webhooks as the server does: decodes, prunes, defaults, prepares, validates, stores, and
 * reads back. Does not check the url (namespace, name, apiVersion).
 *
 * Errors: the server's message if the object does not decode (HTTP 400). Other errors are in the outcome.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/registry/customresource/strategy.go.
 */
export function createObject(
  kind: ResourceKind,
  version: string,
  body: RequestBody,
): Result<RequestOutcome, string> {
  const decoded = decode(body, kind);
  if (!decoded.ok) return decoded;
  const { object, strictErrors } = decoded.value;
  const serving = kind.versions.get(version);
  const prepared = preparedForCreate(object, serving?.subresources.status !== undefined);
  const { errors, warnings: ruleWarnings } = createFindings(prepared, kind, version);
  const warnings = [...finalizerWarnings(metadataOf(prepared), {}), ...ruleWarnings];
  return ok({
    decoded: object,
    prepared,
    errors,
    strictErrors,
    warnings,
    ...storedAndServed(prepared, errors, kind),
  });
}

/**
 * Handles an update request as {@link createObject} does. `old` is the stored object; its faults relax the rules for the
 * new one.
 */
export function updateObject(
  kind: ResourceKind,
  version: string,
  body: RequestBody,
  old: JsonObject,
): Result<RequestOutcome, string> {
  const decoded = decode(body, kind);
  if (!decoded.ok) return decoded;
  const read = readStored(old, kind, version);
  if (!read.ok) return read;
  const { object, strictErrors } = decoded.value;
  const serving = kind.versions.get(version);
  const hasStatus = serving?.subresources.status !== undefined;
  const prepared = preparedForUpdate(object, read.value, hasStatus);
  const findings = updateFindings(prepared, read.value, kind, version);
  const { errors } = findings;
  const warnings = [
    ...finalizerWarnings(metadataOf(prepared), metadataOf(read.value)),
    ...findings.warnings,
  ];
  return ok({
    decoded: object,
    prepared,
    errors,
    strictErrors,
    warnings,
    ...storedAndServed(prepared, errors, kind),
  });
}

interface DecodedBody {
  readonly object: JsonObject;
  readonly strictErrors: readonly string[];
}

function decode(body: RequestBody, kind: ResourceKind): Result<DecodedBody, string> {
  const parsed = "text" in body ? parse(body.text, { tokens: true }) : ok(body.object);
  if (!parsed.ok) return err(parsed.error.message);
  const object = wellFormed(parsed.value);
  if (!isObject(object)) return err("the object is not a JSON object");
  if (!hasKind(object)) return err("Object 'Kind' is missing");
  const coerced = coerceToSchema(object, kind, "request");
  if (!coerced.ok) return coerced;
  const duplicates = "text" in body ? duplicateFields(body.text) : [];
  return ok({
    object: defaulted(coerced.value.object, kind),
    strictErrors: [
      ...duplicates.map((path) => `duplicate field "${path}"`),
      ...coerced.value.unknown.map((path) => `unknown field "${path}"`),
    ],
  });
}

/** False for an apiVersion that can't be parsed too, for which the server reports a missing kind. */
function hasKind(object: JsonObject): boolean {
  const [kind, apiVersion] = [member(object, "kind"), member(object, "apiVersion")];
  const parses = typeof apiVersion !== "string" || apiVersion.split("/").length <= 2;
  return typeof kind === "string" && kind !== "" && parses;
}

type ValidationFindings = Pick<RequestOutcome, "errors" | "warnings">;

function createFindings(
  object: JsonObject,
  kind: ResourceKind,
  version: string,
): ValidationFindings {
  const serving = kind.versions.get(version);
  const errors = [
    ...typeErrorsOr(object, kind, version, () => [
      ...objectMetaErrors(metadataOf(object), { scope: kind.scope, nameFaults }, "metadata"),
      ...(serving?.validator.validate(object) ?? []),
    ]),
    ...validateEmbeddedResources(object, serving?.structural, { isResourceRoot: false }),
    ...validateListTypes(object, serving?.structural),
  ];
  return withRules(errors, serving, object, {});
}

function updateFindings(
  object: JsonObject,
  old: JsonObject,
  kind: ResourceKind,
  version: string,
): ValidationFindings {
  const serving = kind.versions.get(version);
  const wereListsInvalid = validateListTypes(old, serving?.structural).length > 0;
  const errors = [
    ...typeErrorsOr(object, kind, version, () => [
      ...objectMetaUpdateErrors(metadataOf(object), metadataOf(old), "metadata"),
      ...(serving?.validator.validateUpdate(object, old, { ratcheting: true }) ?? []),
    ]),
    ...validateEmbeddedResources(object, serving?.structural, { isResourceRoot: false }),
    ...(wereListsInvalid ? [] : validateListTypes(object, serving?.structural)),
  ];
  return withRules(errors, serving, object, { old, ratcheting: true });
}

/** The errors of the object's type or, if it has none, those of `contentErrors` and of its scale. */
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
  const wanted = apiVersionOf(kind, version);
  if (given !== kind.kind) errors.push(invalid("kind", given, `must be ${kind.kind}`));
  if (apiVersion !== wanted) errors.push(invalid("apiVersion", apiVersion, `must be ${wanted}`));
  return errors;
}

/** The metadata as the server's accessors read it. Values of a wrong type, which defaults may set, read as absent. */
function metadataOf(object: JsonObject): ObjectMeta {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return {};
  const read = objectMetaType.read(metadata, "metadata", { errors: [], unknown: undefined });
  return isObject(read) ? read : {};
}

function nameFaults(name: string, form: "name" | "prefix"): readonly string[] {
  return dns1123SubdomainFaults(form === "prefix" ? maskTrailingDash(name) : name);
}

const blocking: ReadonlySet<string> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

/** Adds the errors of rules, or one error that they were skipped because the object has a wrong structure. */
function withRules(
  errors: readonly FieldError[],
  serving: ResourceVersion | undefined,
  object: JsonObject,
  options: RuleOptions,
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

/** An accepted object as it is stored and read back. */
function storedAndServed(
  prepared: JsonObject,
  errors: readonly FieldError[],
  kind: ResourceKind,
): Pick<RequestOutcome, "stored" | "served"> {
  if (errors.length > 0) return {};
  const isStorage = member(prepared, "apiVersion") === apiVersionOf(kind, kind.storageVersion);
  const stored = isStorage ? ok(prepared) : convertedByNone(prepared, kind, kind.storageVersion);
  if (!stored.ok) return {};
  const served = new Map<string, JsonObject>();
  for (const version of kind.versions.values()) {
    const read = version.isServed ? readStored(stored.value, kind, version.name) : undefined;
    if (read?.ok === true) served.set(version.name, read.value);
  }
  return { stored: stored.value, served };
}
