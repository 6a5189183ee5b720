import { mapAt } from "../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { asMap } from "./as-map.ts";

/** A uid of the form that the server generates. */
export const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

/** A ConversionReview as kube-apiserver sends it, with an empty response. */
export function conversionReview(
  desiredAPIVersion: JsonValue,
  objects: readonly JsonValue[],
  version = "v1",
): JsonObject {
  return {
    kind: "ConversionReview",
    apiVersion: `apiextensions.k8s.io/${version}`,
    request: { uid, desiredAPIVersion, objects },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  };
}

/** The parts of an AdmissionReview's request that tests choose; all else is as the server sends it. */
export interface AdmissionParts {
  readonly object?: JsonValue;
  readonly oldObject?: JsonValue;
  readonly operation?: string;
  readonly reviewVersion?: string;
  /** Further members of the request. They replace the usual ones of the same name. */
  readonly request?: JsonObject;
}

/** An AdmissionReview of an object of one of the example kinds. Its kinds and resources are those of the object. */
export function admissionReview({
  object = null,
  oldObject = null,
  operation = "CREATE",
  reviewVersion = "v1",
  request = {},
}: AdmissionParts): JsonObject {
  const subject = asMap(object ?? oldObject);
  const [group = "", version = ""] = String(subject["apiVersion"]).split("/");
  const kind = { group, version, kind: subject["kind"] ?? "" };
  const resource = { group, version, resource: `${String(kind.kind).toLowerCase()}s` };
  const metadata = mapAt(subject, "metadata");
  return {
    kind: "AdmissionReview",
    apiVersion: `admission.k8s.io/${reviewVersion}`,
    request: {
      uid,
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      ...(typeof metadata["name"] === "string" && { name: metadata["name"] }),
      namespace: "default",
      operation,
      userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
      object,
      oldObject,
      dryRun: false,
      options: {
        kind: `${operation[0]}${operation.slice(1).toLowerCase()}Options`,
        apiVersion: "meta.k8s.io/v1",
      },
      ...request,
    },
  };
}

const restaurant = "restaurant.programming-kubernetes.info";

/** A pizza as the server would send it. */
export function pizza(version: string, spec: JsonValue, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: `${restaurant}/${version}`,
    kind: "Pizza",
    metadata: { name: "margherita", namespace: "default", ...metadata },
    spec,
  };
}

/** A CronTab of stable.example.com as the server would send it. */
export function cronTab(version: string, spec: JsonValue, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: `stable.example.com/${version}`,
    kind: "CronTab",
    metadata: { name: "report", namespace: "default", ...metadata },
    spec,
  };
}
