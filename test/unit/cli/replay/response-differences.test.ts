import { describe, expect, test } from "vitest";
import { responseDifferences } from "../../../../lib/cli/verbs/replay/response-differences.ts";
import type { JsonObject, JsonValue } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";

const object: JsonObject = { spec: { a: 1, list: ["x"] } };
const review: JsonObject = { request: { uid: "u", object } };

function admitted(response: JsonObject): JsonObject {
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid: "u", ...response },
  };
}

function patched(...operations: readonly JsonValue[]): JsonObject {
  const patch = Buffer.from(stringify(operations)).toString("base64");
  return admitted({ allowed: true, patchType: "JSONPatch", patch });
}

function compared(recorded: JsonObject, now: JsonObject, status = 200) {
  return responseDifferences(review, recorded, { status, body: stringify(now) });
}

const replacing = patched({ op: "replace", path: "/spec/a", value: 2 });

describe("responseDifferences", () => {
  test.each([
    {
      name: "the same response",
      one: admitted({ allowed: true }),
      other: admitted({ allowed: true }),
    },
    {
      name: "another uid",
      one: admitted({ allowed: true }),
      other: admitted({ allowed: true, uid: "v" }),
    },
    {
      name: "another patch to the same object",
      one: replacing,
      other: patched({ op: "remove", path: "/spec/a" }, { op: "add", path: "/spec/a", value: 2 }),
    },
    {
      name: "no patch, and a patch that changes nothing",
      one: patched({ op: "replace", path: "/spec/a", value: 1 }),
      other: admitted({ allowed: true }),
    },
  ])("finds no difference for $name", ({ one, other }) => {
    expect(compared(one, other)).toEqual([]);
  });

  const foreign = (...operations: readonly JsonValue[]) => ({
    one: admitted({ allowed: true }),
    other: patched(...operations),
    differences: [
      { path: "object", one: object, other: undefined },
      { path: "patch", one: undefined, other: expect.any(String) },
    ],
  });
  test.each([
    {
      name: "the decision, without the object that goes with it",
      one: replacing,
      other: admitted({ allowed: false, status: { code: 422 } }),
      differences: [
        { path: "allowed", one: true, other: false },
        { path: "object", one: { spec: { a: 2, list: ["x"] } }, other: undefined },
        { path: "status", one: undefined, other: { code: 422 } },
      ],
    },
    {
      name: "a field of the patched object",
      one: replacing,
      other: patched({ op: "replace", path: "/spec/a", value: 3 }),
      differences: [{ path: "object.spec.a", one: 2, other: 3 }],
    },
    {
      name: "a patch and no patch",
      one: replacing,
      other: admitted({ allowed: true }),
      differences: [{ path: "object.spec.a", one: 2, other: 1 }],
    },
    {
      name: "an item of a list",
      one: patched({ op: "replace", path: "/spec/list/0", value: "y" }),
      other: admitted({ allowed: true }),
      differences: [{ path: "object.spec.list[0]", one: "y", other: "x" }],
    },
    {
      name: "a warning",
      one: admitted({ allowed: true, warnings: ["a"] }),
      other: admitted({ allowed: true, warnings: ["b"] }),
      differences: [{ path: "warnings[0]", one: "a", other: "b" }],
    },
    {
      name: "the review's version",
      one: admitted({ allowed: true }),
      other: { ...admitted({ allowed: true }), apiVersion: "admission.k8s.io/v1beta1" },
      differences: [
        { path: "apiVersion", one: "admission.k8s.io/v1", other: "admission.k8s.io/v1beta1" },
      ],
    },
    { name: "a patch that does not apply", ...foreign({ op: "remove", path: "/x" }) },
    {
      name: "an operation that our webhooks never send",
      ...foreign({ op: "copy", from: "/a", path: "/b" }),
    },
    { name: "an operation without a path", ...foreign({ op: "remove" }) },
    { name: "an operation without a value", ...foreign({ op: "add", path: "/b" }) },
    { name: "an operation that is not a map", ...foreign(1) },
    {
      name: "a patch that is not a text",
      one: admitted({ allowed: true }),
      other: admitted({ allowed: true, patch: 1 }),
      differences: [
        { path: "object", one: object, other: undefined },
        { path: "patch", one: undefined, other: 1 },
      ],
    },
    {
      name: "a patch that is not a list",
      one: admitted({ allowed: true }),
      other: admitted({ allowed: true, patch: "e30=" }),
      differences: [
        { path: "object", one: object, other: undefined },
        { path: "patch", one: undefined, other: "e30=" },
      ],
    },
  ])("finds $name", ({ one, other, differences }) => {
    expect(compared(one, other)).toEqual(differences);
  });

  test("finds a field of a converted object, and integers of 64 bits that differ by one", () => {
    const converted = (cost: bigint): JsonObject => ({
      response: {
        uid: "u",
        result: { status: "Success" },
        convertedObjects: [{ status: { cost } }],
      },
    });
    expect(compared(converted(9_007_199_254_740_993n), converted(9_007_199_254_740_994n))).toEqual([
      {
        path: "convertedObjects[0].status.cost",
        one: 9_007_199_254_740_993n,
        other: 9_007_199_254_740_994n,
      },
    ]);
  });

  test.each([
    { name: "with a Status", body: '{"message":"not found"}', message: "not found" },
    { name: "without one", body: "no JSON", message: undefined },
  ])("finds another HTTP status $name", ({ body, message }) => {
    expect(responseDifferences(review, replacing, { status: 404, body })).toEqual([
      { path: "HTTP status", one: 200, other: 404 },
      ...(message === undefined ? [] : [{ path: "message", one: undefined, other: message }]),
    ]);
  });

  test("reports the whole response if there is none to compare", () => {
    const paths = responseDifferences(review, replacing, { status: 200, body: "x" }).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(["apiVersion", "kind", "allowed", "object"]);
  });

  test("compares a request without an object", () => {
    const answer = admitted({ allowed: true });
    const body = stringify(answer);
    for (const request of [{ request: { uid: "u" } }, {}]) {
      expect(responseDifferences(request, answer, { status: 200, body })).toEqual([]);
    }
  });
});
