import { describe, expect, test } from "vitest";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { internalText, responseFaults, type ServerVerb } from "../../support/api-server-rules.ts";
import { conversionFaults } from "../../support/conversion-rules.ts";
import { jsonLines } from "../../support/json-lines.ts";
import { objectOf } from "../../support/review-rules.ts";
import { admissionReview, conversionReview, pizza, uid } from "../../support/reviews.ts";

describe("conversionFaults", () => {
  const vectors = jsonLines(new URL("../../vectors/gate.jsonl", import.meta.url)).map((vector) => ({
    name: String(member(vector, "name")),
    review: objectOf(member(vector, "review")),
    answer: objectOf(member(vector, "answer")),
    accepted: member(vector, "error") === undefined,
  }));
  const successes = vectors.filter(({ name }) => !name.startsWith("hand/failed/"));
  test.each(successes)("$name: accepted $accepted, as by the server", (vector) => {
    const faults = conversionFaults(vector.review, vector.answer);
    expect(faults.length === 0).toBe(vector.accepted);
  });
});

const json = { "Content-Type": "application/json" };
const object = pizza("v1beta1", { toppings: [] });
const failure = { kind: "Status", apiVersion: "v1", message: "the webhook failed; see its log" };

function admissionResponse(response: JsonObject): JsonObject {
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, ...response },
  };
}

function patch(...operations: readonly JsonObject[]): JsonObject {
  const text = Buffer.from(stringify(operations)).toString("base64");
  return { allowed: true, patchType: "JSONPatch", patch: text };
}

describe("responseFaults", () => {
  test.each<{ name: string; verb?: ServerVerb; response: JsonObject; fault: string }>([
    { name: "no decision", response: {}, fault: "allowed is not a boolean" },
    { name: "another uid", response: { uid: "x", allowed: true }, fault: "another uid" },
    {
      name: "a patch without its type",
      response: { allowed: true, patch: "W10=" },
      fault: "a patch without its type",
    },
    { name: "an empty patch", response: patch(), fault: "a patch without operations" },
    {
      name: "a patch that does not apply",
      response: patch({ op: "remove", path: "/spec/none" }),
      fault: "a patch that does not apply",
    },
    {
      name: "a patch of the name",
      response: patch({ op: "replace", path: "/metadata/name", value: "x" }),
      fault: "a patch that changes name",
    },
    {
      name: "a patch of the version",
      response: patch({ op: "replace", path: "/apiVersion", value: "x" }),
      fault: "a patch that changes apiVersion",
    },
    {
      name: "a patch of a validating webhook",
      verb: "validate",
      response: patch({ op: "remove", path: "/spec" }),
      fault: "patch in a response that may not have it",
    },
    {
      name: "a denial without a status",
      response: { allowed: false },
      fault: "a denial without a message",
    },
    {
      name: "a warning of 257 characters",
      response: { allowed: true, warnings: ["x".repeat(257)] },
      fault: "a warning too long",
    },
    {
      name: "a warning of two lines",
      response: { allowed: true, warnings: ["a\nb"] },
      fault: "a control character",
    },
    {
      name: "warnings of 4,097 characters",
      response: { allowed: true, warnings: [...Array(16).fill("x".repeat(256)), "y"] },
      fault: "warnings too long",
    },
    {
      name: "an audit annotation with a prefix",
      response: { allowed: true, auditAnnotations: { "a/b": "c" } },
      fault: "audit annotation a/b is not valid",
    },
  ])("finds $name", ({ verb = "mutate", response, fault }) => {
    const body = stringify(admissionResponse(response));
    const faults = responseFaults(verb, admissionReview({ object }), {
      status: 200,
      headers: json,
      body,
    });
    expect(faults.join()).toContain(fault);
  });

  test.each<{ name: string; status: number; headers: Record<string, string>; body: JsonValue }>([
    { name: "a list", status: 200, headers: json, body: [] },
    { name: "text", status: 400, headers: { "Content-Type": "text/plain" }, body: {} },
    { name: "an error without a Status", status: 400, headers: json, body: { code: 400 } },
    {
      name: "429 without Retry-After",
      status: 429,
      headers: json,
      body: { ...failure, code: 429 },
    },
    {
      name: "503 without Retry-After",
      status: 503,
      headers: json,
      body: { ...failure, code: 503 },
    },
    {
      name: "500 with Retry-After",
      status: 500,
      headers: { ...json, "Retry-After": "1" },
      body: { ...failure, code: 500 },
    },
    {
      name: "500 that quotes an exception",
      status: 500,
      headers: json,
      body: { ...failure, code: 500, message: "boom" },
    },
    { name: "an unknown status", status: 418, headers: json, body: { ...failure, code: 418 } },
  ])("finds $name", ({ body, ...response }) => {
    const review = conversionReview("example.com/v1", []);
    const faults = responseFaults("convert", review, { ...response, body: stringify(body) });
    expect(faults).not.toEqual([]);
  });

  test.each<{ status: number; retry: Record<string, string> }>([
    { status: 404, retry: {} },
    { status: 429, retry: { "Retry-After": "2" } },
    { status: 500, retry: {} },
    { status: 503, retry: { "Retry-After": "0" } },
  ])("accepts HTTP $status with Retry-After where it is needed", ({ status, retry }) => {
    const body = stringify({ ...failure, code: status });
    const response = { status, headers: { ...json, ...retry }, body };
    expect(responseFaults("validate", admissionReview({ object }), response)).toEqual([]);
  });
});

describe("internalText", () => {
  test.each([
    { text: "TypeError: x is not a function", found: "TypeError" },
    { text: "at parse (x:1)", found: "at parse (" },
    { text: "lib/a.ts:12", found: ".ts:1" },
    { text: 'topping "tomato" not known', found: undefined },
  ])("$text", ({ text, found }) => {
    expect(internalText(text)).toBe(found);
  });
});
