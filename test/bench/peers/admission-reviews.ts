import type { JsonObject } from "../../../lib/json/value.ts";
import { objectOf, pizza } from "../reviews.ts";
import type { Posted } from "./target.ts";

/** A stored pizza with these toppings. */
export function pizzaWith(toppings: readonly JsonObject[]): JsonObject {
  return { ...objectOf(pizza, 1), spec: { toppings } };
}

interface Written {
  readonly object: JsonObject;
  /** The object before an UPDATE; left out of a CREATE. */
  readonly old?: JsonObject;
}

/** An AdmissionReview of a pizza, as a service account writes it. */
export function admissionReview(path: string, { object, old }: Written): Posted {
  const operation = old === undefined ? "CREATE" : "UPDATE";
  const { group, from: version, kind } = pizza;
  const [gvk, gvr] = [
    { group, version, kind },
    { group, version, resource: "pizzas" },
  ];
  const { name, namespace } = Object(object["metadata"]);
  const review = {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid: "9b0c3f52-5d0e-4a39-8f4e-6f3f6b0d7c11",
      kind: gvk,
      resource: gvr,
      requestKind: gvk,
      requestResource: gvr,
      name,
      namespace,
      operation,
      userInfo: {
        username: "system:serviceaccount:billing-prod:deployer",
        uid: "0f6a2f2e-6a2b-4f0b-9f9c-0c2f8d3b1a55",
        groups: ["system:serviceaccounts", "system:authenticated"],
      },
      object,
      oldObject: old ?? null,
      dryRun: false,
      options: {
        kind: old === undefined ? "CreateOptions" : "UpdateOptions",
        apiVersion: "meta.k8s.io/v1",
      },
    },
  };
  return { path, body: Buffer.from(JSON.stringify(review)) };
}
