import type { JsonObject } from "../../lib/json/value.ts";
import type { Verb } from "../../lib/request/routes.ts";

/** A review as `lambda:InvokeFunction` passes it, and the `response` member of its response. */
interface RawReview {
  readonly review: JsonObject;
  readonly response: JsonObject;
}

const uid = "0a1b2c3d-0000-4000-8000-000000000002";
const group = "restaurant.programming-kubernetes.info";
const metadata = { name: "hawaii", namespace: "default", uid: "u-1" };

function pizzaReview(spec: JsonObject): JsonObject {
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid,
      kind: { group, version: "v1beta1", kind: "Pizza" },
      resource: { group, version: "v1beta1", resource: "pizzas" },
      name: "hawaii",
      namespace: "default",
      operation: "CREATE",
      userInfo: { username: "kubernetes-admin" },
      object: { apiVersion: `${group}/v1beta1`, kind: "Pizza", metadata, spec },
      oldObject: null,
      dryRun: false,
      options: { apiVersion: "meta.k8s.io/v1", kind: "CreateOptions" },
    },
  };
}

/** One small review for each function. */
export const rawReviews: Readonly<Record<Verb, RawReview>> = {
  convert: {
    review: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: {
        uid,
        desiredAPIVersion: `${group}/v1beta1`,
        objects: [
          {
            apiVersion: `${group}/v1alpha1`,
            kind: "Pizza",
            metadata,
            spec: { toppings: ["ham", "ham"] },
          },
        ],
      },
    },
    response: {
      uid,
      result: { status: "Success" },
      convertedObjects: [
        {
          apiVersion: `${group}/v1beta1`,
          kind: "Pizza",
          metadata,
          spec: { toppings: [{ name: "ham", quantity: 2 }] },
        },
      ],
    },
  },
  mutate: {
    review: pizzaReview({ toppings: [{ name: "tomato", quantity: 1 }] }),
    response: { uid, allowed: true },
  },
  validate: {
    review: pizzaReview({ toppings: [{ name: "salami", quantity: 1 }] }),
    response: { uid, allowed: true },
  },
};
