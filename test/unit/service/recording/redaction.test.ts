import { describe, expect, test } from "vitest";
import { mapAt, mapsIn } from "../../../../lib/json/members.ts";
import { type JsonObject, type JsonValue, member } from "../../../../lib/json/value.ts";
import {
  admissionRequestSchema,
  conversionRequestSchema,
} from "../../../../lib/protocol/envelope/schemas.ts";
import { declaredSchemas } from "../../../../lib/service/recording/declared-schemas.ts";
import { redactReview } from "../../../../lib/service/recording/redaction.ts";
import { asMap } from "../../../support/as-map.ts";
import { kinds } from "../../../support/example-kinds.ts";
import {
  admissionReview,
  conversionReview,
  cronTab,
  pizza,
  uid,
} from "../../../support/reviews.ts";

const schemas = declaredSchemas(kinds);
const meta: JsonObject = {
  name: "a",
  namespace: "b",
  uid: "c",
  deletionTimestamp: "2026-11-21T13:42:10Z",
};
const moreMeta: JsonObject = {
  ...meta,
  generateName: "x",
  labels: { a: "b" },
  annotations: { a: "b" },
  finalizers: ["a/b"],
  ownerReferences: [{ name: "x" }],
  managedFields: [{ manager: "x" }],
  selfLink: "x",
};
const old = cronTab("v1beta1", { cronSpec: "* * * * *", hostPort: "a:1", secret: "x" }, moreMeta);
const kept = cronTab("v1beta1", { cronSpec: "* * * * *", hostPort: "a:1" }, meta);

function requestOf(review: JsonObject | undefined): JsonValue | undefined {
  return review && member(review, "request");
}

describe("redactReview of a ConversionReview", () => {
  test("keeps the envelope, and the names and declared fields of each object", () => {
    const review = { ...conversionReview("stable.example.com/v1", [old, old]), more: "x" };
    expect(redactReview(schemas, "convert", review)).toEqual({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { uid, desiredAPIVersion: "stable.example.com/v1", objects: [kept, kept] },
    });
  });

  test.each([
    { name: "without metadata", object: { metadata: undefined }, metadata: undefined },
    { name: "with metadata that is not a map", object: { metadata: "x" }, metadata: undefined },
    { name: "with empty metadata", object: { metadata: {} }, metadata: {} },
    {
      name: "with invalid names",
      object: { metadata: { name: { a: "x" }, uid: 1, namespace: null, deletionTimestamp: "x" } },
      metadata: { namespace: null },
    },
  ])("keeps an object $name a fragment", ({ object, metadata }) => {
    const { metadata: _, ...rest } = { ...old, ...object };
    const part = { ...rest, ...(object.metadata !== undefined && object) };
    const review = conversionReview("stable.example.com/v1", [part]);
    expect(requestOf(redactReview(schemas, "convert", review))).toMatchObject({
      objects: [{ apiVersion: "stable.example.com/v1beta1", spec: kept["spec"] }],
    });
    const request = asMap(requestOf(redactReview(schemas, "convert", review)));
    const [redacted] = mapsIn(member(request, "objects"));
    expect(redacted?.["metadata"]).toEqual(metadata);
  });

  test.each<{ name: string; body: JsonValue }>([
    { name: "no object", body: "x" },
    { name: "no review", body: { kind: "x" } },
    { name: "a review without a uid", body: { ...conversionReview("a/v1", []), request: {} } },
    { name: "a review of another kind", body: admissionReview({ object: old }) },
    { name: "an invalid version", body: conversionReview("x y", [old]) },
    { name: "invalid objects", body: conversionReview("stable.example.com/v1", ["x"]) },
    {
      name: "a kind that is not served",
      body: conversionReview("stable.example.com/v1", [old, { ...old, kind: "Secret" }]),
    },
    {
      name: "a version that is not served",
      body: conversionReview("stable.example.com/v1", [
        { ...old, apiVersion: "stable.example.com/v9" },
      ]),
    },
    {
      name: "an invalid apiVersion",
      body: conversionReview("stable.example.com/v1", [{ ...old, apiVersion: "a/b/c" }]),
    },
    {
      name: "a Scale",
      body: conversionReview("stable.example.com/v1", [
        { apiVersion: "autoscaling/v1", kind: "Scale" },
      ]),
    },
  ])("keeps nothing of $name", ({ body }) => {
    expect(redactReview(schemas, "convert", body)).toBeUndefined();
  });
});

describe("every field of a request is recorded, or left out on purpose", () => {
  const fields = (schema: { readonly properties: object }) => Object.keys(schema.properties).sort();
  const recorded = (redacted: JsonObject | undefined) =>
    Object.keys(asMap(requestOf(redacted) ?? {}));

  test("of a ConversionReview", () => {
    const review = conversionReview("stable.example.com/v1", [old]);
    expect(recorded(redactReview(schemas, "convert", review)).sort()).toEqual(
      fields(conversionRequestSchema),
    );
  });

  test("of an AdmissionReview", () => {
    const ordered = pizza("v1beta1", { toppings: [] });
    const request = { subResource: "status", requestSubResource: "status" };
    const review = admissionReview({ object: ordered, oldObject: ordered, request });
    const leftOut = ["userInfo"];
    expect([...recorded(redactReview(schemas, "mutate", review)), ...leftOut].sort()).toEqual(
      fields(admissionRequestSchema),
    );
  });
});

describe("redactReview of an AdmissionReview", () => {
  const ordered = pizza("v1beta1", { toppings: [] }, moreMeta);
  const review = admissionReview({ object: ordered, oldObject: ordered, operation: "UPDATE" });
  const given = mapAt(review, "request");

  /** The request of a review that differs from the usual one. */
  const redacted = (change: JsonObject): JsonObject | undefined =>
    requestOf(redactReview(schemas, "mutate", { ...review, request: { ...given, ...change } })) as
      | JsonObject
      | undefined;

  test("keeps the request, and the names and declared fields of both objects", () => {
    const { userInfo: _, ...rest } = given;
    const part = pizza("v1beta1", { toppings: [] }, meta);
    expect(redacted({})).toEqual({ ...rest, object: part, oldObject: part });
  });

  test("keeps the known options of a request, and no option that may have free text", () => {
    const harmless: JsonObject = {
      kind: "PatchOptions",
      apiVersion: "meta.k8s.io/v1",
      dryRun: ["All"],
      fieldValidation: "Strict",
      force: true,
      gracePeriodSeconds: 0,
      orphanDependents: false,
      propagationPolicy: "Orphan",
    };
    const others = { fieldManager: "x", preconditions: { uid: "x" } };
    expect(redacted({ options: { ...harmless, ...others } })).toMatchObject({ options: harmless });
    const wrong = { kind: "x", dryRun: ["x"], fieldValidation: ["Strict"], propagationPolicy: "x" };
    expect(redacted({ options: wrong })?.["options"]).toEqual({});
    expect(redacted({ options: null })?.["options"]).toBeNull();
  });

  test("keeps the numbers of a scale, and not its selector", () => {
    const scale = {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "a", labels: { a: "x" } },
      spec: { replicas: 5, more: "x" },
      status: { replicas: 2, selector: "a=x" },
    };
    const kind = { group: "autoscaling", version: "v1", kind: "Scale" };
    const asked = { kind, requestKind: kind, subResource: "scale", requestSubResource: "scale" };
    expect(redacted({ ...asked, object: scale, oldObject: null })).toMatchObject({
      ...asked,
      object: {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "a" },
        spec: { replicas: 5 },
        status: { replicas: 2 },
      },
      oldObject: null,
    });
    expect(redacted({ ...asked, subResource: "", object: scale })).toBeUndefined();
  });

  test("drops the requested resource and kind if they are not served", () => {
    const change = {
      requestKind: { group: "x", version: "x", kind: "x" },
      requestResource: { group: "x", version: "x", resource: "x" },
      requestSubResource: "x",
    };
    expect(Object.keys(redacted(change) ?? {})).not.toContain("requestKind");
    expect(Object.keys(redacted(change) ?? {})).not.toContain("requestResource");
    expect(Object.keys(redacted(change) ?? {})).not.toContain("requestSubResource");
    const absent = { requestKind: null, requestResource: null, options: null, dryRun: null };
    expect(Object.keys(redacted(absent) ?? {})).not.toContain("requestKind");
  });

  test.each<{ name: string; change: JsonObject }>([
    {
      name: "a kind that is not served",
      change: { kind: { group: "", version: "v1", kind: "Secret" } },
    },
    {
      name: "a resource that is not served",
      change: { resource: { group: "", version: "v1", resource: "secrets" } },
    },
    { name: "an unknown subresource", change: { subResource: "x" } },
    { name: "an object of another kind", change: { object: { apiVersion: "v1", kind: "Secret" } } },
    { name: "an object without a type", change: { oldObject: { spec: {} } } },
    { name: "an unknown operation", change: { operation: "x" } },
  ])("keeps nothing of $name", ({ change }) => {
    expect(redacted(change)).toBeUndefined();
  });
});
