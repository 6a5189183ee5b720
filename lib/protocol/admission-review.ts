import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { base64 } from "./base64.ts";
import { envelopeFault } from "./envelope/envelope.ts";
import { admission } from "./envelope/validators.generated.ts";
import type { GroupVersionKind } from "./gvk.ts";
import type { ReviewHead } from "./review.ts";
import { type Status, statusValue } from "./status.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * What a user asks the server to do. Names that the server leaves out when they are empty read as `""`: `name` on a
 * CREATE with generateName, `namespace` of a cluster-scoped object, `subResource` of the object itself.
 * Source: k8s.io/api@v0.36.3 admission/v1/types.go, AdmissionRequest.
 */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subResource: string;
  /** What the user asked for, where the server converted it to what the webhook's rules name; else `kind`. */
  readonly requestKind: GroupVersionKind;
  readonly name: string;
  readonly namespace: string;
  readonly operation: Operation;
  readonly userInfo: JsonObject;
  /** Absent on DELETE. */
  readonly object: JsonObject | undefined;
  /** Present on UPDATE and DELETE. */
  readonly oldObject: JsonObject | undefined;
  readonly dryRun: boolean;
  readonly options: JsonObject;
}

/** An AdmissionReview as it leaves: built by {@link allowed}, {@link patched} or {@link denied} only. */
export interface AdmissionReply extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly response: JsonObject;
}

/** What may go with any verdict. Warnings are cut and annotation keys checked by whoever gathers them. */
export interface Remarks {
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

export const noRemarks: Remarks = { warnings: [], auditAnnotations: {} };

/** Reads the request of an AdmissionReview; the error says what is wrong with it and where. */
export function readAdmissionRequest(request: JsonObject): Result<AdmissionRequest, string> {
  const fault = envelopeFault(admission, request);
  if (fault !== undefined) return err(fault);
  const kind = gvkOf(member(request, "kind"));
  return ok({
    uid: text(member(request, "uid")),
    kind,
    resource: gvrOf(member(request, "resource")),
    subResource: text(member(request, "subResource")),
    requestKind: isObject(member(request, "requestKind"))
      ? gvkOf(member(request, "requestKind"))
      : kind,
    name: text(member(request, "name")),
    namespace: text(member(request, "namespace")),
    operation: operationOf(member(request, "operation")),
    userInfo: objectOf(member(request, "userInfo")) ?? {},
    object: objectOf(member(request, "object")),
    oldObject: objectOf(member(request, "oldObject")),
    dryRun: member(request, "dryRun") === true,
    options: objectOf(member(request, "options")) ?? {},
  });
}

function operationOf(value: JsonValue | undefined): Operation {
  return value === "CREATE" || value === "UPDATE" || value === "DELETE" ? value : "CONNECT";
}

function gvkOf(value: JsonValue | undefined): GroupVersionKind {
  const gvk = objectOf(value) ?? {};
  return {
    group: text(member(gvk, "group")),
    version: text(member(gvk, "version")),
    kind: text(member(gvk, "kind")),
  };
}

function gvrOf(value: JsonValue | undefined): GroupVersionResource {
  const gvr = objectOf(value) ?? {};
  return {
    group: text(member(gvr, "group")),
    version: text(member(gvr, "version")),
    resource: text(member(gvr, "resource")),
  };
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The reply that lets a request pass as it is. */
export function allowed(head: ReviewHead, remarks: Remarks = noRemarks): AdmissionReply {
  return reply(head, { allowed: true, ...remarksOf(remarks) });
}

/** The reply that lets a request pass, changed by a JSON Patch, whose text is given; `[]` is no patch: use {@link allowed}. */
export function patched(head: ReviewHead, patch: string, remarks: Remarks): AdmissionReply {
  return reply(head, {
    allowed: true,
    patchType: "JSONPatch",
    patch: base64(patch),
    ...remarksOf(remarks),
  });
}

/** The reply that refuses a request. The server shows `status.message` to the user, behind the webhook's name. */
export function denied(
  head: ReviewHead,
  status: Status,
  remarks: Remarks = noRemarks,
): AdmissionReply {
  return reply(head, { allowed: false, status: statusValue(status), ...remarksOf(remarks) });
}

function reply(head: ReviewHead, verdict: JsonObject): AdmissionReply {
  return {
    apiVersion: head.apiVersion,
    kind: head.kind,
    response: { uid: head.uid, ...verdict },
  };
}

function remarksOf({ warnings, auditAnnotations }: Remarks): JsonObject {
  return {
    ...(warnings.length > 0 && { warnings }),
    ...(Object.keys(auditAnnotations).length > 0 && { auditAnnotations }),
  };
}
