import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import type { Verb } from "../../lib/request/routes.ts";
import { json } from "../support/arbitraries.ts";
import { mutated } from "../support/mutations.ts";
import { admissionReview, conversionReview, cronTab, pizza } from "../support/reviews.ts";
import { senderTo } from "../support/send-review.ts";
import { tries } from "../support/tries.ts";

/** `send` checks every response by the server's rules, and for internal details. */
const send = senderTo();
const verb = fc.constantFrom<Verb>("convert", "mutate", "validate");
const numRuns = tries({ test: 160, deep: 3_000 });

const whole: JsonObject = {
  uid: "0b0b3c5e-52a1-4b61-8a1e-0e4c7a4d6f4e",
  resourceVersion: "5",
  generation: 2,
  creationTimestamp: "2026-11-20T10:00:00Z",
  labels: { app: "a" },
  annotations: {
    "stable.example.com/kept.v1.1h5x2k3": '{"spec.host":["h"]}',
    "restaurant.programming-kubernetes.info/kept": '{"v1alpha1":{"spec.toppings":[["a","b","a"]]}}',
  },
  managedFields: [{ manager: "kubectl", operation: "Apply", fieldsV1: { "f:spec": {} } }],
};
const report = cronTab("v1beta1", { cronSpec: "* * * * *", hostPort: "a:1", replicas: 2 }, whole);
const half = { ...cronTab("v1", { host: "h" }), metadata: { name: "q" } };
const alpha = pizza("v1alpha1", { toppings: ["tomato", "ham", "tomato"] }, whole);
const beta = pizza("v1beta1", { toppings: [{ name: "salami", quantity: 2 }] }, whole);
const printed = { apiVersion: "example.com/v1beta1", kind: "CronTab", hostPort: "localhost:1234" };

const conversion = fc.constantFrom<JsonValue>(
  conversionReview("stable.example.com/v1", [report, half]),
  conversionReview("stable.example.com/v1beta1", [half], "v1beta1"),
  conversionReview("restaurant.programming-kubernetes.info/v1beta1", [alpha, beta]),
  conversionReview("restaurant.programming-kubernetes.info/v1alpha1", [beta]),
  conversionReview("example.com/v1", [printed]),
);
const admission = fc.constantFrom<JsonValue>(
  admissionReview({ object: alpha }),
  admissionReview({ object: beta, reviewVersion: "v1beta1" }),
  admissionReview({ object: pizza("v1alpha1", {}), oldObject: alpha, operation: "UPDATE" }),
  admissionReview({ object: pizza("v1beta1", { toppings: [] }), request: { dryRun: true } }),
  admissionReview({ oldObject: alpha, operation: "DELETE" }),
  admissionReview({ object: report, oldObject: report, operation: "UPDATE" }),
);

describe("kube-apiserver would accept every response", () => {
  test("to a body of random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(verb, fc.uint8Array({ maxLength: 60 }), async (to, body) => {
        expect((await send(to, body)).httpResponse.status).toBe(400);
      }),
      { numRuns },
    );
  });

  test("to a body of random JSON", async () => {
    await fc.assert(
      fc.asyncProperty(verb, json, async (to, value) => {
        expect((await send(to, stringify(value))).httpResponse.status).toBeOneOf([200, 400]);
      }),
      { numRuns },
    );
  });

  test("to a review with a random request", async () => {
    const request = fc.tuple(json, json, json).map(([objects, object, kind]) => ({
      ...{ uid: "u", desiredAPIVersion: "example.com/v1", objects },
      ...{ object, kind, resource: kind, operation: "CREATE" },
    }));
    await fc.assert(
      fc.asyncProperty(verb, request, async (to, it) => {
        expect((await send(to, stringify({ request: it }))).httpResponse.status).toBe(200);
      }),
      { numRuns: tries({ test: 300, deep: 3_000 }) },
    );
  });

  test("to a conversion review with random changes", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(conversion), async (review) => {
        expect((await send("convert", stringify(review))).httpResponse.status).toBeOneOf([
          200, 400,
        ]);
      }),
      { numRuns },
    );
  });

  test("to an admission review with random changes", async () => {
    const to = fc.constantFrom<Verb>("mutate", "validate");
    await fc.assert(
      fc.asyncProperty(to, mutated(admission), async (it, review) => {
        expect((await send(it, stringify(review))).httpResponse.status).toBeOneOf([200, 400]);
      }),
      { numRuns },
    );
  });

  test("to a review with random characters replaced", async () => {
    const review = fc.oneof(conversion, admission).map((it) => stringify(it));
    const splice = fc.record({
      at: fc.nat(),
      cut: fc.nat({ max: 3 }),
      put: fc.string({ unit: "binary", maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(verb, review, splice, async (to, text, { at, cut, put }) => {
        const index = at % text.length;
        const body = text.slice(0, index) + put + text.slice(index + cut);
        expect((await send(to, body)).httpResponse.status).toBeOneOf([200, 400]);
      }),
      { numRuns },
    );
  });
});
