import { applyPatch } from "../admission/patch/apply.ts";
import { deprecationWarning } from "../crd/deprecation.ts";
import { decodeBody } from "../crd/request/decode-body.ts";
import {
  findingsOfCreate,
  findingsOfStatusUpdate,
  findingsOfUpdate,
} from "../crd/request/findings.ts";
import { applyVersionDefaults } from "../crd/request/schema-coercion.ts";
import {
  preparedForCreate,
  preparedForStatusUpdate,
  preparedForUpdate,
} from "../crd/subresources/subresources.ts";
import { textAt } from "../json/members.ts";
import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { admissionRequest } from "../protocol/webhook-client/admission-request.ts";
import { decodeMetadata } from "../schema/metadata/decoding.ts";
import { callWebhook } from "./call-webhook.ts";
import { uidConflict, versionConflict } from "./conflicts.ts";
import {
  type ConversionCall,
  convertTo,
  readInEveryVersion,
  readOldObject,
} from "./convert-stored.ts";
import {
  callFailure,
  conversionFailure,
  decodingFailure,
  invalidFailure,
  kubectlFailure,
  type StatusError,
} from "./failure.ts";
import type { Mutation, ObjectOutcome } from "./object-outcome.ts";
import { objectToCreate, objectToUpdate, withStoredMetadata } from "./request-metadata.ts";
import { reviewUids } from "./review-uids.ts";
import type { SendToWebhook, ServedKind } from "./served-kind.ts";
import { callsWebhook } from "./webhook-match.ts";

/**
 * What the server does with unknown fields: `strict` refuses the object (kubectl's default), `warn` drops the fields
 * with a warning, `ignore` drops them silently.
 */
export type FieldValidation = "strict" | "warn" | "ignore";

/** A request to create or to replace an object. */
export interface ObjectRequest {
  /** The version in the URL and of the object. */
  readonly version: string;
  /** The object as written in a manifest. */
  readonly object: JsonObject;
  /** The stored object, in any version; undefined to create an object. */
  readonly old: JsonObject | undefined;
  /** The namespace to use if the object does not name one. */
  readonly namespace: string;
  readonly userInfo: JsonObject;
  readonly dryRun: boolean;
  readonly fieldValidation: FieldValidation;
  /**
   * Left out for the main resource. An update of /status needs `old`, and a version that has the status subresource.
   */
  readonly subresource?: "status" | undefined;
}

/**
 * Handles a create or update as kube-apiserver does, with the kind's webhooks: decodes the object and sets defaults,
 * calls the mutating webhook and sets defaults again, validates by schema and rules, calls the validating webhook, and
 * converts the object to the storage version and to every served version.
 *
 * Errors: rejects only with what `sendReview` rejects with, and with `NotSimulated` if a matchCondition can't be evaluated.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/endpoints/handlers/create.go, update.go,
 * pkg/registry/generic/registry/store.go.
 */
export async function handleRequest(
  kind: ServedKind,
  request: ObjectRequest,
  sendReview: SendToWebhook,
): Promise<ObjectOutcome> {
  const handling = new Handling(kind, request, sendReview);
  const stored = await handling.store();
  return handling.outcome(stored);
}

class Handling {
  readonly #kind: ServedKind;
  readonly #request: ObjectRequest;
  readonly #call: ConversionCall;
  readonly #warnings = new Set<string>();
  #decoded: JsonObject | undefined;
  #mutation: Mutation | undefined;

  constructor(kind: ServedKind, request: ObjectRequest, sendReview: SendToWebhook) {
    this.#kind = kind;
    this.#request = request;
    this.#call = { kind, sendReview, uid: reviewUids() };
  }

  /** The object as it would be stored, in the storage version; or why the request is refused. */
  async store(): Promise<Result<JsonObject, StatusError>> {
    const deprecated = deprecationWarning(this.#kind.definition, this.#request.version);
    if (deprecated !== undefined) this.#warnings.add(deprecated);
    const decoded = this.#decode();
    if (!decoded.ok) return decoded;
    this.#decoded = decoded.value;
    const old = await this.#readOld();
    if (old !== undefined && !old.ok) return err(conversionFailure(old.error));
    const conflict = uidConflict(this.#kind, decoded.value, old?.value);
    if (conflict !== undefined) return err(conflict);
    const mutated = await this.#mutate(decoded.value, old?.value);
    if (!mutated.ok) return mutated;
    const stale = versionConflict(this.#kind, mutated.value, old?.value);
    if (stale !== undefined) return err(stale);
    const prepared = this.#prepare(mutated.value, old?.value);
    const failure = this.#validateBySchema(prepared, old?.value);
    if (failure !== undefined) return err(failure);
    const validated = await this.#validate(prepared, old?.value);
    if (!validated.ok) return validated;
    const stored = await convertTo(this.#call, prepared, this.#kind.resource.storageVersion);
    return stored.ok ? stored : err(conversionFailure(stored.error));
  }

  async outcome(stored: Result<JsonObject, StatusError>): Promise<ObjectOutcome> {
    return {
      warnings: [...this.#warnings],
      failure: stored.ok ? undefined : stored.error,
      mutation: this.#mutation,
      decoded: this.#decoded,
      ...(stored.ok
        ? await readInEveryVersion(this.#call, stored.value)
        : { stored: undefined, versions: new Map() }),
    };
  }

  #decode(): Result<JsonObject, StatusError> {
    const { version, object, old, namespace, fieldValidation } = this.#request;
    const metadata = decodeMetadata(member(object, "metadata") ?? {});
    if (!metadata.ok) return err(kubectlFailure(metadata.error));
    const decoded = decodeBody({ object }, this.#kind.resource);
    if (!decoded.ok) return err(decodingFailure(this.#kind, version, decoded.error));
    const { strictErrors } = decoded.value;
    if (fieldValidation === "strict" && strictErrors.length > 0) {
      const text = `strict decoding error: ${strictErrors.join(", ")}`;
      return err(decodingFailure(this.#kind, version, text));
    }
    if (fieldValidation === "warn") for (const text of strictErrors) this.#warnings.add(text);
    const given = decoded.value.object;
    return ok(
      old === undefined
        ? objectToCreate(given, this.#kind, namespace)
        : objectToUpdate(given, this.#kind, namespace),
    );
  }

  /** The stored object, converted to the request's version. */
  async #readOld(): Promise<Result<JsonObject, string> | undefined> {
    const { old } = this.#request;
    return old && readOldObject(this.#call, old, this.#request);
  }

  async #mutate(
    object: JsonObject,
    old: JsonObject | undefined,
  ): Promise<Result<JsonObject, StatusError>> {
    const { mutating, resource } = this.#kind;
    const review = this.#review(object, old);
    if (mutating === undefined || !callsWebhook(mutating, review)) return ok(object);
    const decision = await callWebhook("mutating", mutating, review, this.#call.sendReview);
    if (!decision.ok) return decision;
    const { denial, warnings, patch } = decision.value;
    for (const warning of warnings) this.#warnings.add(warning);
    if (denial !== undefined) return err(denial);
    if (patch.length === 0) return ok(object);
    const patched = applyPatch(object, patch);
    if (!patched.ok || !isObject(patched.value)) {
      const fault = patched.ok
        ? "the patch replaces the object with a value that is not a map"
        : patched.error;
      return err(callFailure("mutating", mutating.name, fault));
    }
    const after = applyVersionDefaults(patched.value, resource);
    this.#mutation = { before: object, after, patch };
    return ok(after);
  }

  #prepare(object: JsonObject, old: JsonObject | undefined): JsonObject {
    const { versions } = this.#kind.resource;
    if (old !== undefined && this.#request.subresource !== undefined) {
      return preparedForStatusUpdate(object, withStoredMetadata(old, old));
    }
    const hasStatus = versions.get(this.#request.version)?.subresources.status !== undefined;
    return old === undefined
      ? preparedForCreate(object, hasStatus)
      : preparedForUpdate(withStoredMetadata(object, old), old, hasStatus);
  }

  #validateBySchema(object: JsonObject, old: JsonObject | undefined): StatusError | undefined {
    const { resource } = this.#kind;
    const { version, subresource } = this.#request;
    const findingsOf = subresource === undefined ? findingsOfUpdate : findingsOfStatusUpdate;
    const { errors, warnings } =
      old === undefined
        ? findingsOfCreate(object, resource, version)
        : findingsOf(object, old, resource, version);
    for (const warning of warnings) this.#warnings.add(warning);
    if (errors.length === 0) return undefined;
    return invalidFailure(this.#kind, String(member(metadataOf(object), "name") ?? ""), errors);
  }

  async #validate(
    object: JsonObject,
    old: JsonObject | undefined,
  ): Promise<Result<undefined, StatusError>> {
    const { validating } = this.#kind;
    const review = this.#review(object, old);
    if (validating === undefined || !callsWebhook(validating, review)) return ok(undefined);
    const decision = await callWebhook("validating", validating, review, this.#call.sendReview);
    if (!decision.ok) return decision;
    for (const warning of decision.value.warnings) this.#warnings.add(warning);
    const { denial } = decision.value;
    return denial === undefined ? ok(undefined) : err(denial);
  }

  #review(object: JsonObject, old: JsonObject | undefined): JsonObject {
    const { resource, plural } = this.#kind;
    const metadata = metadataOf(object);
    const { version, userInfo, dryRun, subresource } = this.#request;
    const subject = {
      group: resource.group,
      version,
      kind: resource.kind,
      resource: plural,
      subresource,
      name: textAt(metadata, "name"),
      namespace: textAt(metadata, "namespace"),
      operation: old === undefined ? "CREATE" : "UPDATE",
      userInfo,
      object,
      ...(old !== undefined && { oldObject: old }),
      dryRun,
    } as const;
    return admissionRequest(subject, "v1", this.#call.uid());
  }
}
