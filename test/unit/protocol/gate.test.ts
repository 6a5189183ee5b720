import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { base64 } from "../../../lib/protocol/base64.ts";
import { admissionGate } from "../../../lib/protocol/gate/admission.ts";
import { conversionGate, type FailureClass } from "../../../lib/protocol/gate/conversion.ts";
import { metadataFault } from "../../../lib/protocol/gate/metadata.ts";
import { labelValueFault, qualifiedNameFault } from "../../../lib/protocol/gate/names.ts";
import type { ReviewHead } from "../../../lib/protocol/review.ts";
import { uid } from "../../support/reviews.ts";

const head: ReviewHead = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", uid };

function answer(response: JsonValue, change: JsonObject = {}): JsonObject {
  return { apiVersion: head.apiVersion, kind: head.kind, response, ...change };
}

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
  ])("takes an answer that is $name", ({ mutating = true, response }) => {
    expect(admissionGate(head, mutating, answer({ uid, ...response }))).toBeUndefined();
  });

  test.each<{ name: string; mutating?: boolean; given: JsonValue; fault: string }>([
    { name: "no object", given: [], fault: "the answer is no JSON object" },
    { name: "no response", given: answer(null), fault: "webhook response was absent" },
    {
      name: "another uid",
      given: answer({ uid: "x", allowed: true }),
      fault: "expected response.uid=",
    },
    { name: "no uid", given: answer({ allowed: true }), fault: "expected response.uid=" },
    {
      name: "another version",
      given: answer({ uid, allowed: true }, { apiVersion: "admission.k8s.io/v1beta1" }),
      fault: "expected webhook response of",
    },
    {
      name: "another kind",
      given: answer({ uid, allowed: true }, { kind: "ConversionReview" }),
      fault: "expected webhook response of",
    },
    { name: "no verdict", given: answer({ uid }), fault: "response.allowed is no boolean" },
    {
      name: "a patch without its type",
      given: answer({ uid, allowed: true, patch: patch.patch }),
      fault: "but not response.patchType",
    },
    {
      name: "a type without its patch",
      given: answer({ uid, allowed: true, patchType: "JSONPatch" }),
      fault: "but not response.patch",
    },
    {
      name: "a patch of another type",
      given: answer({ uid, allowed: true, ...patch, patchType: "MergePatch" }),
      fault: "unsupported patch type",
    },
    {
      name: "a patch that is no base64",
      given: answer({ uid, allowed: true, ...patch, patch: "*" }),
      fault: "received undecodable patch",
    },
    {
      name: "a patch that is no list",
      given: answer({ uid, allowed: true, ...patch, patch: base64("{}") }),
      fault: "received undecodable patch",
    },
    {
      name: "a patch that is no text",
      given: answer({ uid, allowed: true, ...patch, patch: 1 }),
      fault: "received undecodable patch",
    },
    {
      name: "a patch from validating",
      mutating: false,
      given: answer({ uid, allowed: true, ...patch }),
      fault: "may not return response.patch",
    },
    {
      name: "a patch type from validating",
      mutating: false,
      given: answer({ uid, allowed: true, patchType: "x" }),
      fault: "may not return response.patchType",
    },
    {
      name: "a status that is text",
      given: answer({ uid, allowed: false, status: "no" }),
      fault: "response.status is no object",
    },
    {
      name: "a code that is text",
      given: answer({ uid, allowed: false, status: { code: "403" } }),
      fault: "response.status.code",
    },
    {
      name: "a message that is a number",
      given: answer({ uid, allowed: false, status: { message: 1 } }),
      fault: "response.status has",
    },
    {
      name: "warnings that are text",
      given: answer({ uid, allowed: true, warnings: "w" }),
      fault: "response.warnings",
    },
    {
      name: "a warning that is null",
      given: answer({ uid, allowed: true, warnings: [null] }),
      fault: "response.warnings",
    },
    {
      name: "audit annotations that are a list",
      given: answer({ uid, allowed: true, auditAnnotations: [] }),
      fault: "response.auditAnnotations is no map",
    },
    {
      name: "an audit annotation that is a number",
      given: answer({ uid, allowed: true, auditAnnotations: { a: 1 } }),
      fault: "response.auditAnnotations[a] is no string",
    },
    {
      name: "an audit annotation with a prefix",
      given: answer({ uid, allowed: true, auditAnnotations: { "a/b": "c" } }),
      fault: "must have no prefix",
    },
    {
      name: "an audit annotation with a space",
      given: answer({ uid, allowed: true, auditAnnotations: { "a b": "c" } }),
      fault: "response.auditAnnotations[a b]",
    },
  ])("refuses $name", ({ mutating = true, given, fault }) => {
    expect(admissionGate(head, mutating, given)).toContain(fault);
  });
});

describe("conversionGate", () => {
  const conversionHead: ReviewHead = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    uid,
  };
  const original = { apiVersion: "g/v1", kind: "K", metadata: { name: "a" } };
  const request = { uid, desiredAPIVersion: "g/v2", objects: [original] };
  const review = (response: JsonValue): JsonObject => ({
    apiVersion: conversionHead.apiVersion,
    kind: "ConversionReview",
    response,
  });
  const success = { uid, result: { status: "Success" } };
  const object = { ...original, apiVersion: "g/v2" };

  test.each<{ name: string; given: JsonValue; failureClass: FailureClass; message: string }>([
    {
      name: "no object",
      given: "x",
      failureClass: "conversion_webhook_call_failure",
      message: "no JSON object",
    },
    {
      name: "a response that is a list",
      given: review([]),
      failureClass: "conversion_webhook_call_failure",
      message: "response is no object",
    },
    {
      name: "a uid that is a number",
      given: review({ ...success, uid: 1 }),
      failureClass: "conversion_webhook_call_failure",
      message: "uid is no string",
    },
    {
      name: "a result that is text",
      given: review({ ...success, result: "x" }),
      failureClass: "conversion_webhook_call_failure",
      message: "result is no object",
    },
    {
      name: "a message that is a number",
      given: review({ uid, result: { message: 1 } }),
      failureClass: "conversion_webhook_call_failure",
      message: "message is no string",
    },
    {
      name: "objects that are a map",
      given: review({ ...success, convertedObjects: {} }),
      failureClass: "conversion_webhook_call_failure",
      message: "is no list",
    },
    {
      name: "no response",
      given: review(null),
      failureClass: "conversion_webhook_malformed_response_failure",
      message: "no response provided",
    },
    {
      name: "no uid",
      given: review({ result: success.result }),
      failureClass: "conversion_webhook_malformed_response_failure",
      message: 'got ""',
    },
    {
      name: "a failure",
      given: review({ uid, result: { status: "Failed", message: "no" } }),
      failureClass: "conversion_webhook_malformed_response_failure",
      message: "no",
    },
    {
      name: "a failure without a message",
      given: review({ uid, result: { status: "Failed" } }),
      failureClass: "conversion_webhook_malformed_response_failure",
      message: "was 'Failed', not 'Success'",
    },
    {
      name: "no objects",
      given: review(success),
      failureClass: "conversion_webhook_partial_response_failure",
      message: "returned 0 objects, expected 1",
    },
    {
      name: "an object too many",
      given: review({ ...success, convertedObjects: [object, object] }),
      failureClass: "conversion_webhook_partial_response_failure",
      message: "returned 2 objects, expected 1",
    },
    {
      name: "an object that is text",
      given: review({ ...success, convertedObjects: ["x"] }),
      failureClass: "conversion_webhook_invalid_converted_object_failure",
      message: "at index 0",
    },
    {
      name: "another uid of the object",
      given: review({
        ...success,
        convertedObjects: [{ ...object, metadata: { name: "a", uid: "u" } }],
      }),
      failureClass: "conversion_webhook_invalid_converted_object_failure",
      message: "must have the same UID:  != u",
    },
    {
      name: "an apiVersion that is none",
      given: review({ ...success, convertedObjects: [{ ...object, apiVersion: "a/b/c" }] }),
      failureClass: "conversion_webhook_invalid_converted_object_failure",
      message: "(expected g/v2, received )",
    },
  ])("refuses $name: $failureClass", ({ given, failureClass, message }) => {
    const fault = conversionGate(conversionHead, request, given);
    expect(fault?.failureClass).toBe(failureClass);
    expect(fault?.message).toContain(message);
  });

  test("takes objects as they should be", () => {
    const given = review({ ...success, convertedObjects: [object] });
    expect(conversionGate(conversionHead, request, given)).toBeUndefined();
  });
});

describe("metadataFault", () => {
  const bad = { "not a label!": "" };
  const long = { a: "x".repeat(262_144) };
  test.each<{ name: string; before: JsonObject; after: JsonObject; fault: string | undefined }>([
    {
      name: "bad labels that were there before",
      before: { labels: bad },
      after: { labels: { ...bad } },
      fault: undefined,
    },
    {
      name: "long annotations that were there before",
      before: { annotations: long },
      after: { annotations: long },
      fault: undefined,
    },
    { name: "labels taken away", before: { labels: bad }, after: {}, fault: undefined },
    {
      name: "labels that are null",
      before: { labels: bad },
      after: { labels: null },
      fault: undefined,
    },
    {
      name: "one more beside a bad one",
      before: { labels: bad },
      after: { labels: { ...bad, a: "b" } },
      fault: "metadata.labels: Invalid value",
    },
    {
      name: "a bad value",
      before: {},
      after: { labels: { a: "no value!" } },
      fault: 'Invalid value: "no value!": a valid label must be',
    },
    {
      name: "a value of 64 letters",
      before: {},
      after: { labels: { a: "x".repeat(64) } },
      fault: "no more than 63 bytes",
    },
    {
      name: "a bad annotation",
      before: {},
      after: { annotations: { "a b": "" } },
      fault: 'metadata.annotation: Invalid value: "a b"',
    },
    {
      name: "an annotation in upper case, whose prefix counts in lower case",
      before: {},
      after: { annotations: { "Example.COM/A": "" } },
      fault: undefined,
    },
    {
      name: "annotations too long",
      before: {},
      after: { annotations: long },
      fault: "may not be more than 262144 bytes",
    },
    {
      name: "annotations just short enough",
      before: {},
      after: { annotations: { a: "x".repeat(262_143) } },
      fault: undefined,
    },
    {
      name: "unchanged values that are no text",
      before: { labels: { a: 1 } },
      after: { labels: { a: 1 } },
      fault: "metadata.labels[a] must be a string, but is int64",
    },
    { name: "a float", before: {}, after: { labels: { a: 1.5 } }, fault: "but is float64" },
    {
      name: "an integer of 64 bits",
      before: {},
      after: { labels: { a: 2n ** 60n } },
      fault: "but is int64",
    },
    { name: "a boolean", before: {}, after: { labels: { a: true } }, fault: "but is bool" },
    { name: "a list", before: {}, after: { labels: { a: [] } }, fault: "but is []interface {}" },
    {
      name: "a map",
      before: {},
      after: { labels: { a: {} } },
      fault: "but is map[string]interface {}",
    },
    { name: "null", before: {}, after: { labels: { a: null } }, fault: "but is <nil>" },
    {
      name: "labels that were text",
      before: { labels: "x" },
      after: { labels: {} },
      fault: "invalid metadata.labels of type string in original object",
    },
    {
      name: "labels that became text",
      before: {},
      after: { labels: "x" },
      fault: "invalid metadata.labels of type string in converted object",
    },
  ])("$name: $fault", ({ before, after, fault }) => {
    const found = metadataFault({ metadata: before }, { metadata: after });
    expect(found ?? "nothing").toContain(fault ?? "nothing");
  });

  test.each<{ name: string; original: JsonObject; object: JsonObject; fault: string | undefined }>([
    { name: "no metadata before", original: {}, object: { metadata: {} }, fault: undefined },
    {
      name: "no metadata after",
      original: {},
      object: {},
      fault: "missing metadata in converted object",
    },
    {
      name: "null before",
      original: { metadata: null },
      object: { metadata: {} },
      fault: "invalid metadata of type <nil> in input object",
    },
    {
      name: "null after",
      original: {},
      object: { metadata: null },
      fault: "invalid metadata of type <nil> in converted object",
    },
  ])("$name", ({ original, object, fault }) => {
    expect(metadataFault(original, object)).toBe(fault);
  });
});

describe("qualifiedNameFault", () => {
  test.each([
    { key: "a", ok: true },
    { key: "A.b-c_D1", ok: true },
    { key: "example.com/a", ok: true },
    { key: `${"x".repeat(63)}.${"y".repeat(63)}/a`, ok: true },
    { key: "x".repeat(63), ok: true },
    { key: "x".repeat(64), ok: false },
    { key: "", ok: false },
    { key: "a/", ok: false },
    { key: "/a", ok: false },
    { key: "a/b/c", ok: false },
    { key: "-a", ok: false },
    { key: "a-", ok: false },
    { key: "Example.com/a", ok: false },
    { key: "a..b/c", ok: false },
    { key: `${"x".repeat(254)}/a`, ok: false },
    { key: "é", ok: false },
    { key: "a\n", ok: false },
  ])("$key: $ok", ({ key, ok }) => {
    expect(qualifiedNameFault(key) === undefined).toBe(ok);
  });
});

describe("labelValueFault", () => {
  test.each([
    { value: "", ok: true },
    { value: "a.B_c-1", ok: true },
    { value: "x".repeat(63), ok: true },
    { value: "x".repeat(64), ok: false },
    { value: "é".repeat(32), ok: false },
    { value: "a b", ok: false },
    { value: ".a", ok: false },
    { value: "a\n", ok: false },
  ])("$value: $ok", ({ value, ok }) => {
    expect(labelValueFault(value) === undefined).toBe(ok);
  });
});
