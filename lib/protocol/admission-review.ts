import { assertDefined } from "../json/invariant.ts";
import { mapAt, textAt } from "../json/members.ts";
import { err, ok, type Result } from "../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { base64 } from "./base64.ts";
import { envelopeFaults } from "./envelope/envelope.ts";
import { admission } from "./envelope/validators.generated.ts";
import type { GroupVersionKind } from "./gvk.ts";
import type { ReviewHead, ReviewType } from "./review.ts";
import { type Status, type StatusJson, statusValue } from "./status.ts";

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

/** The operation on an object that is reviewed: CREATE, UPDATE, DELETE or CONNECT. */
export type Operation = (typeof operations)[number];

/** A resource (a plural such as `pizzas`) in one of its versions. `group` is empty for the core group. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/**
 * The request of an AdmissionReview. Names that the server omits are `""`: `name` on a CREATE with generateName,
 * `namespace` of a cluster-scoped object, `subResource` of the main resource.
 * Source: https://github.com/kubernetes/api/blob/3fde3c43c3cf/admission/v1/types.go, AdmissionRequest.
 */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subResource: string;
  /**
   * The kind and version that the user requested. It differs from `kind` if the server converted the object to a
   * version in the webhook's rules.
   */
  readonly requestKind: GroupVersionKind;
  readonly name: string;
  readonly namespace: string;
  readonly operation: Operation;
  readonly userInfo: JsonObject;
  /** Undefined on DELETE. */
  readonly object: JsonObject | undefined;
  /** Undefined on CREATE. */
  readonly oldObject: JsonObject | undefined;
  readonly dryRun: boolean;
  readonly options: JsonObject;
}

/**
 * An AdmissionReview with a response. Only {@link allowed}, {@link patched} and {@link denied} build one.
 *
 * This and its members are types, not interfaces: an interface of JSON with optional members would not compile in
 * projects without `exactOptionalPropertyTypes`, because JSON has no undefined.
 */
export type AdmissionReview = AllowedReview | PatchedReview | DeniedReview;

/** An AdmissionReview that allows the request without changes. */
export type AllowedReview = ReviewType<"AdmissionReview"> & { readonly response: AllowedResponse };

/** An AdmissionReview that allows the request with changes. */
export type PatchedReview = ReviewType<"AdmissionReview"> & { readonly response: PatchedResponse };

/** An AdmissionReview that denies the request, of any version: a version that is not supported is denied too. */
export type DeniedReview = ReviewType<"AdmissionReview", string> & {
  readonly response: DeniedResponse;
};

/**
 * The response of an AdmissionReview: allowed, allowed with a patch, or denied.
 * Source: https://github.com/kubernetes/api/blob/3fde3c43c3cf/admission/v1/types.go, AdmissionResponse.
 */
export type AdmissionResponse = AllowedResponse | PatchedResponse | DeniedResponse;

type AllowedResponse = ResponseRemarks & {
  readonly allowed: true;
  readonly patchType?: never;
  readonly patch?: never;
  readonly status?: never;
};

/** The request is allowed with changes. */
type PatchedResponse = ResponseRemarks & {
  readonly allowed: true;
  readonly patchType: "JSONPatch";
  /** A JSON Patch in base64. */
  readonly patch: string;
  readonly status?: never;
};

type DeniedResponse = ResponseRemarks & {
  readonly allowed: false;
  readonly patchType?: never;
  readonly patch?: never;
  /** A metav1.Status. The user sees its message. */
  readonly status: StatusJson;
};

/** The members that every response may have. The uid is required. */
type ResponseRemarks = {
  readonly uid: string;
  readonly warnings?: readonly string[];
  readonly auditAnnotations?: { readonly [key: string]: string };
};

/**
 * The warnings and audit annotations of a decision. The caller must have cut the warnings and checked the keys of the
 * annotations.
 */
export interface Remarks {
  readonly warnings: readonly string[];
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

const noRemarks: Remarks = { warnings: [], auditAnnotations: {} };

/** Reads the request of an AdmissionReview. The error says everything that is wrong with it, each fault with its path. */
export function readAdmissionRequest(request: JsonObject): Result<AdmissionRequest, string> {
  const faults = envelopeFaults(admission, request);
  if (faults.length > 0) return err(faults.join("; "));
  const kind = gvkOf(mapAt(request, "kind"));
  return ok({
    uid: textAt(request, "uid"),
    kind,
    resource: gvrOf(mapAt(request, "resource")),
    subResource: textAt(request, "subResource"),
    requestKind: isObject(member(request, "requestKind"))
      ? gvkOf(mapAt(request, "requestKind"))
      : kind,
    name: textAt(request, "name"),
    namespace: textAt(request, "namespace"),
    operation: operationOf(member(request, "operation")),
    userInfo: mapAt(request, "userInfo"),
    object: objectOf(member(request, "object")),
    oldObject: objectOf(member(request, "oldObject")),
    dryRun: member(request, "dryRun") === true,
    options: mapAt(request, "options"),
  });
}

function operationOf(value: JsonValue | undefined): Operation {
  const operation = operations.find((name) => name === value);
  return assertDefined(operation, "a request that fits the schema has one of the four operations");
}

function gvkOf(gvk: JsonObject): GroupVersionKind {
  return {
    group: textAt(gvk, "group"),
    version: textAt(gvk, "version"),
    kind: textAt(gvk, "kind"),
  };
}

function gvrOf(gvr: JsonObject): GroupVersionResource {
  return {
    group: textAt(gvr, "group"),
    version: textAt(gvr, "version"),
    resource: textAt(gvr, "resource"),
  };
}

function objectOf(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The response that allows a request unchanged. */
export function allowed(
  head: ReviewHead<"AdmissionReview">,
  remarks: Remarks = noRemarks,
): AllowedReview {
  return reviewOf(head, { uid: head.uid, allowed: true, ...remarksOf(remarks) });
}

/**
 * The response that allows a request and changes the object by a JSON Patch, given as text. For an empty patch use
 * {@link allowed}.
 */
export function patched(
  head: ReviewHead<"AdmissionReview">,
  patch: string,
  remarks: Remarks,
): PatchedReview {
  return reviewOf(head, {
    uid: head.uid,
    allowed: true,
    patchType: "JSONPatch",
    patch: base64(patch),
    ...remarksOf(remarks),
  });
}

/** The response that denies a request. The user sees the webhook's name followed by `status.message`. */
export function denied(
  head: ReviewHead<"AdmissionReview", string>,
  status: Status,
  remarks: Remarks = noRemarks,
): DeniedReview {
  return reviewOf(head, {
    uid: head.uid,
    allowed: false,
    status: statusValue(status),
    ...remarksOf(remarks),
  });
}

/** The review with a response. Its version is that of `head`. */
function reviewOf<V extends string, R extends AdmissionResponse>(
  { apiVersion, kind }: ReviewHead<"AdmissionReview", V>,
  response: R,
): ReviewType<"AdmissionReview", V> & { readonly response: R } {
  return { apiVersion, kind, response };
}

function remarksOf({ warnings, auditAnnotations }: Remarks): Partial<Remarks> {
  return {
    ...(warnings.length > 0 && { warnings }),
    ...(Object.keys(auditAnnotations).length > 0 && { auditAnnotations }),
  };
}
