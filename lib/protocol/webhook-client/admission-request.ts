import type { JsonObject } from "../../json/value.ts";

/** The write that an AdmissionReview is about. */
interface AdmissionSubject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural, such as `pizzas`. */
  readonly resource: string;
  /** Left out for the main resource. */
  readonly subresource?: "status" | undefined;
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly operation: "CREATE" | "UPDATE";
  readonly userInfo: JsonObject;
  readonly object: JsonObject;
  /** The object before an UPDATE; left out on CREATE. */
  readonly oldObject?: JsonObject;
  readonly dryRun: boolean;
}

/** The AdmissionReview that the server sends. `reviewVersion` is `v1` or `v1beta1`. */
export function admissionRequest(
  { group, version, kind, resource, operation, oldObject, ...rest }: AdmissionSubject,
  reviewVersion: string,
  uid: string,
): JsonObject {
  const type = operation === "CREATE" ? "CreateOptions" : "UpdateOptions";
  const { name, namespace, userInfo, object, dryRun, subresource } = rest;
  return {
    apiVersion: `admission.k8s.io/${reviewVersion}`,
    kind: "AdmissionReview",
    request: {
      uid,
      kind: { group, version, kind },
      resource: { group, version, resource },
      requestKind: { group, version, kind },
      requestResource: { group, version, resource },
      ...(subresource !== undefined && {
        subResource: subresource,
        requestSubResource: subresource,
      }),
      name,
      namespace,
      operation,
      userInfo,
      object,
      oldObject: oldObject ?? null,
      dryRun,
      options: { apiVersion: "meta.k8s.io/v1", kind: type },
    },
  };
}
