import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { ReviewKind } from "../../../lib/protocol/review.ts";
import { type ReviewFacts, reviewFacts } from "../../../lib/request/review-facts.ts";

const known = {
  has: (group: string, kind: string, version: string) =>
    group === "example.com" && kind === "Topic" && (version === "v1" || version === "v2"),
};

const heads = {
  ConversionReview: { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", uid: "u" },
  AdmissionReview: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", uid: "u" },
} as const;

function factsOf(kind: ReviewKind, request: JsonObject): ReviewFacts {
  return reviewFacts({ head: heads[kind], request }, known);
}

function topic(version: string): JsonObject {
  return { apiVersion: `example.com/${version}`, kind: "Topic" };
}

describe("the facts of a conversion review", () => {
  test.each<{ name: string; request: JsonObject; facts: ReviewFacts }>([
    {
      name: "of one version",
      request: { desiredAPIVersion: "example.com/v2", objects: [topic("v1"), topic("v1")] },
      facts: { kind: "Topic.example.com", from: "v1", to: "v2" },
    },
    {
      name: "of several",
      request: { desiredAPIVersion: "example.com/v1", objects: [topic("v2"), topic("v1"), {}] },
      facts: { kind: "Topic.example.com", from: "other v1 v2", to: "v1" },
    },
    {
      name: "to an unknown version",
      request: { desiredAPIVersion: "example.com/planted", objects: [topic("v1")] },
      facts: { kind: "Topic.example.com", from: "v1", to: "other" },
    },
    { name: "of an unknown kind", request: { objects: [{ kind: "planted" }] }, facts: {} },
    { name: "of no objects", request: { objects: [] }, facts: {} },
    { name: "without objects", request: {}, facts: {} },
  ])("$name", ({ request, facts }) => {
    expect(factsOf("ConversionReview", request)).toEqual(facts);
  });
});

describe("the facts of an admission review", () => {
  const gvk = (version: string) => ({ group: "example.com", version, kind: "Topic" });
  const entry = (manager: string) => ({ manager, operation: "Update", apiVersion: "v1" });
  const managed = (...managers: string[]) => ({
    metadata: { managedFields: managers.map(entry) },
  });
  const request = { kind: gvk("v2"), requestKind: gvk("v1"), operation: "UPDATE" };
  const facts = { kind: "Topic.example.com", from: "v2", requested: "v1", operation: "UPDATE" };

  test.each<{ name: string; request: JsonObject; facts: ReviewFacts }>([
    {
      name: "whose client has a name of its own",
      request: { ...request, options: { fieldManager: "helm" }, object: managed("kubectl") },
      facts: { ...facts, client: "helm" },
    },
    {
      name: "whose client wrote an entry of managedFields",
      request: { ...request, oldObject: managed("a", "b"), object: managed("a", "kubectl", "b") },
      facts: { ...facts, client: "kubectl" },
    },
    {
      name: "whose client wrote more fields within the same second",
      request: {
        ...request,
        oldObject: { metadata: { managedFields: [entry("a"), { ...entry("b"), fieldsV1: {} }] } },
        object: {
          metadata: { managedFields: [entry("a"), { ...entry("b"), fieldsV1: { "f:spec": {} } }] },
        },
      },
      facts: { ...facts, client: "b" },
    },
    {
      name: "of an object with more managers than the limit",
      request: {
        ...request,
        oldObject: managed("a"),
        object: managed(...Array.from({ length: 1_001 }, (_, at) => `m${at}`)),
      },
      facts: { ...facts, client: "other" },
    },
    {
      name: "whose client wrote nothing",
      request: { ...request, oldObject: managed("a"), object: managed("a") },
      facts: { ...facts, client: "other" },
    },
    {
      name: "whose client changed only the order of managedFields",
      request: { ...request, oldObject: managed("b", "a"), object: managed("a", "b") },
      facts: { ...facts, client: "other" },
    },
    {
      name: "whose client has no name",
      request: { ...request, options: { fieldManager: "a planted text with blanks" } },
      facts: { ...facts, client: "other" },
    },
    {
      name: "requested in the version that the webhook gets",
      request: { kind: gvk("v2"), operation: "CREATE" },
      facts: { ...facts, requested: "v2", operation: "CREATE", client: "other" },
    },
    {
      name: "of an unknown operation",
      request: { kind: gvk("v2"), operation: "planted" },
      facts: { ...facts, requested: "v2", operation: "other", client: "other" },
    },
    { name: "of an unknown kind", request: { kind: gvk("planted") }, facts: {} },
    { name: "without a kind", request: {}, facts: {} },
  ])("$name", ({ request: one, facts: expected }) => {
    expect(factsOf("AdmissionReview", one)).toEqual(expected);
  });

  test("read each manager once, and none if there are too many", () => {
    const readsOf = (count: number): number => {
      let reads = 0;
      const counted = (at: number): JsonObject =>
        Object.defineProperty(entry(""), "manager", {
          enumerable: true,
          get: () => {
            reads++;
            return `m${at}`;
          },
        });
      const object = (): JsonObject => ({
        metadata: { managedFields: Array.from({ length: count }, (_, at) => counted(at)) },
      });
      factsOf("AdmissionReview", { ...request, oldObject: object(), object: object() });
      return reads;
    };
    const few = readsOf(100);
    expect(few).toBeGreaterThanOrEqual(200);
    expect(readsOf(1_000)).toBe(10 * few);
    expect(readsOf(16_000)).toBe(0);
  });
});
