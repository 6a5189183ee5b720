import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { base64 } from "../../../lib/protocol/base64.ts";
import { admissionGate } from "../../../lib/protocol/gate/admission.ts";
import type { ReviewHead } from "../../../lib/protocol/review.ts";
import { uid } from "../../support/reviews.ts";

const head: ReviewHead = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", uid };

function answer(response: JsonValue, change: JsonObject = {}): JsonObject {
  return { apiVersion: head.apiVersion, kind: head.kind, response, ...change };
}

const namePart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const patch = { patchType: "JSONPatch", patch: base64('[{"op":"remove","path":"/a"}]') };

describe("admissionGate", () => {
  test.each<{ name: string; mutating?: boolean; response: JsonObject }>([
    { name: "allowed", response: { allowed: true } },
    {
      name: "denied",
      response: { allowed: false, status: { code: 403, message: "no", reason: "Forbidden" } },
    },
    { name: "patched", response: { allowed: true, ...patch } },
    {
      name: "with remarks",
      response: { allowed: true, warnings: ["w"], auditAnnotations: { a: "b" } },
    },
    { name: "of a validating webhook", mutating: false, response: { allowed: true } },
  ])("accepts a response that is $name", ({ mutating = true, response }) => {
    expect(admissionGate(head, mutating, answer({ uid, ...response }))).toBeUndefined();
  });

  test.each<{ name: string; mutating?: boolean; given: JsonValue; fault: string }>([
    { name: "not an object", given: [], fault: "the review is not a JSON object" },
    { name: "no response", given: answer(null), fault: "webhook response was absent" },
    {
      name: "another uid",
      given: answer({ uid: "x", allowed: true }),
      fault: `expected response.uid="${uid}", got "x"`,
    },
    {
      name: "no uid",
      given: answer({ allowed: true }),
      fault: `expected response.uid="${uid}", got undefined`,
    },
    {
      name: "another version",
      given: answer({ uid, allowed: true }, { apiVersion: "admission.k8s.io/v1beta1" }),
      fault: "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview",
    },
    {
      name: "another kind",
      given: answer({ uid, allowed: true }, { kind: "ConversionReview" }),
      fault: "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview",
    },
    { name: "no decision", given: answer({ uid }), fault: "response.allowed is not a boolean" },
    {
      name: "a patch without its type",
      given: answer({ uid, allowed: true, patch: patch.patch }),
      fault: "webhook returned response.patch but not response.patchType",
    },
    {
      name: "a type without its patch",
      given: answer({ uid, allowed: true, patchType: "JSONPatch" }),
      fault: "webhook returned response.patchType but not response.patch",
    },
    {
      name: "a patch of another type",
      given: answer({ uid, allowed: true, ...patch, patchType: "MergePatch" }),
      fault: 'unsupported patch type "MergePatch"',
    },
    {
      name: "a patch that is not base64",
      given: answer({ uid, allowed: true, ...patch, patch: "*" }),
      fault: "received undecodable patch in webhook response",
    },
    {
      name: "a patch that is not a list",
      given: answer({ uid, allowed: true, ...patch, patch: base64("{}") }),
      fault: "received undecodable patch in webhook response",
    },
    {
      name: "a patch that is not a text",
      given: answer({ uid, allowed: true, ...patch, patch: 1 }),
      fault: "received undecodable patch in webhook response",
    },
    {
      name: "a patch from validating",
      mutating: false,
      given: answer({ uid, allowed: true, ...patch }),
      fault: "validating webhook may not return response.patch",
    },
    {
      name: "a patch type from validating",
      mutating: false,
      given: answer({ uid, allowed: true, patchType: "x" }),
      fault: "validating webhook may not return response.patchType",
    },
    {
      name: "a status that is text",
      given: answer({ uid, allowed: false, status: "no" }),
      fault: "response.status is not an object",
    },
    {
      name: "a code that is text",
      given: answer({ uid, allowed: false, status: { code: "403" } }),
      fault: "response.status.code is not an integer",
    },
    {
      name: "a message that is a number",
      given: answer({ uid, allowed: false, status: { message: 1 } }),
      fault: "response.status.message, reason or status is not a string",
    },
    {
      name: "a reason that is a number",
      given: answer({ uid, allowed: false, status: { reason: 1 } }),
      fault: "response.status.message, reason or status is not a string",
    },
    {
      name: "a status in the status that is a number",
      given: answer({ uid, allowed: false, status: { status: 1 } }),
      fault: "response.status.message, reason or status is not a string",
    },
    {
      name: "warnings that are text",
      given: answer({ uid, allowed: true, warnings: "w" }),
      fault: "response.warnings is not a list of strings",
    },
    {
      name: "a warning that is null",
      given: answer({ uid, allowed: true, warnings: [null] }),
      fault: "response.warnings is not a list of strings",
    },
    {
      name: "audit annotations that are a list",
      given: answer({ uid, allowed: true, auditAnnotations: [] }),
      fault: "response.auditAnnotations is not a map",
    },
    {
      name: "an audit annotation that is a number",
      given: answer({ uid, allowed: true, auditAnnotations: { a: 1 } }),
      fault: "response.auditAnnotations[a] is not a string",
    },
    {
      name: "an audit annotation with a prefix",
      given: answer({ uid, allowed: true, auditAnnotations: { "a/b": "c" } }),
      fault: "response.auditAnnotations[a/b]: must have no prefix",
    },
    {
      name: "an audit annotation with a space",
      given: answer({ uid, allowed: true, auditAnnotations: { "a b": "c" } }),
      fault: `response.auditAnnotations[a b]: ${namePart}`,
    },
  ])("refuses $name", ({ mutating = true, given, fault }) => {
    expect(admissionGate(head, mutating, given)).toBe(fault);
  });
});
