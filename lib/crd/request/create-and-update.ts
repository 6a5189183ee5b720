import { ok, type Result } from "../../json/result.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { preparedForCreate, preparedForUpdate } from "../subresources/subresources.ts";
import { type DecodedBody, decodeBody, type RequestBody } from "./decode-body.ts";
import { findingsOfCreate, findingsOfUpdate, type ValidationFindings } from "./findings.ts";
import { kindApiVersion, type ResourceKind } from "./resource-kind.ts";
import { convertedByNone, readStoredObject } from "./schema-coercion.ts";

/** The server's result for a create or update. */
export interface RequestOutcome {
  /** The object of the request, pruned and with defaults. */
  readonly decoded: JsonObject;
  /** The decoded object with the status and generation that the server sets. */
  readonly prepared: JsonObject;
  /** Empty if the server accepts the object. */
  readonly errors: readonly FieldError[];
  /**
   * Unknown and duplicate fields. With strict field validation the server refuses the object because of them, by
   * default it warns.
   */
  readonly strictErrors: readonly string[];
  readonly warnings: readonly string[];
  /** The stored object, in the storage version; absent if the server refuses the object or can't convert it. */
  readonly stored?: JsonObject;
  /** The object in each served version in which it can be read, by the version's name; absent if `stored` is absent. */
  readonly served?: ReadonlyMap<string, JsonObject>;
}

/**
 * Handles a create request as the server does without webhooks: decodes, prunes, defaults, prepares, validates and
 * stores the object, and reads it in each version. The URL (namespace, name, apiVersion) is not checked.
 *
 * Errors: the server's message if the object can't be decoded (HTTP 400). All other errors are in the outcome.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresource/strategy.go.
 */
export function createObject(
  kind: ResourceKind,
  version: string,
  body: RequestBody,
): Result<RequestOutcome, string> {
  const decoded = decodeBody(body, kind);
  if (!decoded.ok) return decoded;
  const hasStatus = kind.versions.get(version)?.subresources.status !== undefined;
  const prepared = preparedForCreate(decoded.value.object, hasStatus);
  return ok(outcomeOf(decoded.value, prepared, findingsOfCreate(prepared, kind, version), kind));
}

/**
 * Handles an update request as {@link createObject} handles a create. `old` is the stored object. As on the server, some
 * faults of the new object are ignored if `old` has them too.
 */
export function updateObject(
  kind: ResourceKind,
  version: string,
  body: RequestBody,
  old: JsonObject,
): Result<RequestOutcome, string> {
  const decoded = decodeBody(body, kind);
  if (!decoded.ok) return decoded;
  const read = readStoredObject(old, kind, version);
  if (!read.ok) return read;
  const hasStatus = kind.versions.get(version)?.subresources.status !== undefined;
  const prepared = preparedForUpdate(decoded.value.object, read.value, hasStatus);
  const findings = findingsOfUpdate(prepared, read.value, kind, version);
  return ok(outcomeOf(decoded.value, prepared, findings, kind));
}

function outcomeOf(
  { object, strictErrors }: DecodedBody,
  prepared: JsonObject,
  { errors, warnings }: ValidationFindings,
  kind: ResourceKind,
): RequestOutcome {
  const accepted = storedAndServed(prepared, errors, kind);
  return { decoded: object, prepared, errors, strictErrors, warnings, ...accepted };
}

/** An accepted object as the server stores it, and as it is read in each served version. */
function storedAndServed(
  prepared: JsonObject,
  errors: readonly FieldError[],
  kind: ResourceKind,
): Pick<RequestOutcome, "stored" | "served"> {
  if (errors.length > 0) return {};
  const isStorage = member(prepared, "apiVersion") === kindApiVersion(kind, kind.storageVersion);
  const stored = isStorage ? ok(prepared) : convertedByNone(prepared, kind, kind.storageVersion);
  if (!stored.ok) return {};
  const served = new Map<string, JsonObject>();
  for (const version of kind.versions.values()) {
    const read = version.isServed ? readStoredObject(stored.value, kind, version.name) : undefined;
    if (read?.ok === true) served.set(version.name, read.value);
  }
  return { stored: stored.value, served };
}
