import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import {
  type AdmissionRequest,
  type GroupVersionResource,
  readAdmissionRequest,
} from "../../protocol/admission-review.ts";
import { readConversionRequest } from "../../protocol/conversion-review.ts";
import type { GroupVersionKind } from "../../protocol/gvk.ts";
import { type Review, readReview } from "../../protocol/review.ts";
import type { Verb } from "../../request/routes.ts";
import { type DeclaredSchemas, withScale } from "./declared-schemas.ts";
import { redactedObject } from "./redacted-object.ts";
import { redactedOptions } from "./redacted-options.ts";

/**
 * Redacts a review: keeps its types, the names of its objects, and the fields that the CRDs declare. The result is a
 * valid review. Undefined for a body that is not a valid review, for an unusual `desiredAPIVersion` or subresource, and for a
 * type that is not served, since no schema declares its fields.
 *
 * Always removed: metadata except name, namespace, uid and deletionTimestamp; userInfo; undeclared fields; and, even if a CRD
 * declares them, members called `data`, `stringData`, `binaryData`, `annotations` or `managedFields`. The order of members
 * and items and the spelling of numbers stay.
 */
export function redactReview(
  schemas: DeclaredSchemas,
  verb: Verb,
  body: JsonValue,
): JsonObject | undefined {
  const kind = verb === "convert" ? "ConversionReview" : "AdmissionReview";
  const review = readReview(body, kind);
  if (!review.ok) return undefined;
  const request =
    verb === "convert"
      ? redactedConversion(schemas, review.value)
      : redactedAdmission(schemas, review.value);
  if (request === undefined) return undefined;
  const { apiVersion } = review.value.head;
  return { apiVersion, kind, request: { uid: review.value.head.uid, ...request } };
}

function redactedConversion(schemas: DeclaredSchemas, { request }: Review): JsonObject | undefined {
  const read = readConversionRequest(request);
  if (!read.ok || !groupVersion.test(read.value.desiredAPIVersion)) return undefined;
  const objects: JsonObject[] = [];
  for (const object of read.value.objects) {
    const redacted = redactedObject(schemas, object);
    if (redacted === undefined) return undefined;
    objects.push(redacted);
  }
  return { desiredAPIVersion: read.value.desiredAPIVersion, objects };
}

/** A group and version in the usual form, `stable.example.com/v1beta1`. */
const groupVersion = /^[a-z0-9.-]{1,253}\/v[0-9]+((alpha|beta)[0-9]+)?$/;

/** The subresources that a custom resource can have; empty for the main resource. */
const subresources: ReadonlySet<string> = new Set(["", "scale", "status"]);

function redactedAdmission(schemas: DeclaredSchemas, { request }: Review): JsonObject | undefined {
  const read = readAdmissionRequest(request);
  if (!read.ok || !subresources.has(read.value.subResource)) return undefined;
  const known = read.value.subResource === "scale" ? withScale(schemas) : schemas;
  const envelope = redactedEnvelope(known, request, read.value);
  if (envelope === undefined) return undefined;
  const objects: [string, JsonValue][] = [];
  for (const key of ["object", "oldObject"]) {
    const object = member(request, key);
    if (object === undefined) continue;
    const redacted = isObject(object) ? redactedObject(known, object) : null;
    if (redacted === undefined) return undefined;
    objects.push([key, redacted]);
  }
  return { ...envelope, ...Object.fromEntries(objects) };
}

function redactedEnvelope(
  schemas: DeclaredSchemas,
  request: JsonObject,
  read: AdmissionRequest,
): JsonObject | undefined {
  const { kind, resource, subResource, operation } = read;
  if (schemas.schemaOf(kind) === undefined) return undefined;
  if (!schemas.isResource(resource)) return undefined;
  const options = redactedOptions(member(request, "options"));
  const dryRun = member(request, "dryRun");
  return {
    kind: gvkValue(kind),
    resource: gvrValue(resource),
    ...(subResource !== "" && { subResource }),
    ...requestedTypes(schemas, request, read.requestKind),
    ...nameAndNamespace(request),
    operation,
    ...(dryRun !== undefined && { dryRun }),
    ...(options !== undefined && { options }),
  };
}

/**
 * The kind, resource and subresource that the user requested, as far as the request has them. Kinds and resources that are
 * not served are left out.
 */
function requestedTypes(
  schemas: DeclaredSchemas,
  request: JsonObject,
  requestKind: GroupVersionKind,
): JsonObject {
  const requestResource = gvrOf(member(request, "requestResource"));
  const subResource = member(request, "requestSubResource");
  const hasKind = isObject(member(request, "requestKind"));
  return {
    ...(hasKind &&
      schemas.schemaOf(requestKind) !== undefined && { requestKind: gvkValue(requestKind) }),
    ...(schemas.isResource(requestResource) && { requestResource: gvrValue(requestResource) }),
    ...(typeof subResource === "string" &&
      subresources.has(subResource) && { requestSubResource: subResource }),
  };
}

function nameAndNamespace(request: JsonObject): JsonObject {
  return Object.fromEntries(
    ["name", "namespace"].flatMap((key) => {
      const value = member(request, key);
      return typeof value === "string" ? [[key, value] as const] : [];
    }),
  );
}

function gvkValue({ group, version, kind }: GroupVersionKind): JsonObject {
  return { group, version, kind };
}

function gvrOf(value: JsonValue | undefined): GroupVersionResource {
  const text = (key: string): string => String((isObject(value) && member(value, key)) || "");
  return { group: text("group"), version: text("version"), resource: text("resource") };
}

function gvrValue({ group, version, resource }: GroupVersionResource): JsonObject {
  return { group, version, resource };
}
