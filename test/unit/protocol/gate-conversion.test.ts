import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import {
  conversionGate,
  convertedObjectsOf,
  type FailureClass,
  objectFault,
} from "../../../lib/protocol/gate/conversion.ts";
import { uid } from "../../support/reviews.ts";

describe("conversionGate", () => {
  const conversionHead = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    uid,
  } as const;
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
      name: "not an object",
      given: "x",
      failureClass: "conversion_webhook_call_failure",
      message: "the review is not a JSON object",
    },
    {
      name: "a response that is a list",
      given: review([]),
      failureClass: "conversion_webhook_call_failure",
      message: "response is not an object",
    },
    {
      name: "a uid that is a number",
      given: review({ ...success, uid: 1 }),
      failureClass: "conversion_webhook_call_failure",
      message: "response.uid is not a string",
    },
    {
      name: "a result that is text",
      given: review({ ...success, result: "x" }),
      failureClass: "conversion_webhook_call_failure",
      message: "response.result is not an object",
    },
    {
      name: "a message that is a number",
      given: review({ uid, result: { message: 1 } }),
      failureClass: "conversion_webhook_call_failure",
      message: "response.result.status, message or reason is not a string",
    },
    {
      name: "a reason that is a number",
      given: review({ ...success, result: { status: "Success", reason: 1 } }),
      failureClass: "conversion_webhook_call_failure",
      message: "response.result.status, message or reason is not a string",
    },
    {
      name: "a code that is text",
      given: review({ ...success, result: { status: "Success", code: "200" } }),
      failureClass: "conversion_webhook_call_failure",
      message: "response.result.code is not an integer",
    },
    {
      name: "objects that are a map",
      given: review({ ...success, convertedObjects: {} }),
      failureClass: "conversion_webhook_call_failure",
      message: "convertedObjects is not a list",
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
      message: `expected response.uid="${uid}", got ""`,
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
      message: "response.result.status was 'Failed', not 'Success'",
    },
    {
      name: "no objects",
      given: review(success),
      failureClass: "conversion_webhook_partial_response_failure",
      message: "returned 0 objects, expected 1",
    },
    {
      name: "an additional object",
      given: review({ ...success, convertedObjects: [object, object] }),
      failureClass: "conversion_webhook_partial_response_failure",
      message: "returned 2 objects, expected 1",
    },
    {
      name: "an object that is text",
      given: review({ ...success, convertedObjects: ["x"] }),
      failureClass: "conversion_webhook_invalid_converted_object_failure",
      message: `returned invalid converted object at index 0: Object 'Kind' is missing in '"x"'`,
    },
    {
      name: "another uid of the object",
      given: review({
        ...success,
        convertedObjects: [{ ...object, metadata: { name: "a", uid: "u" } }],
      }),
      failureClass: "conversion_webhook_invalid_converted_object_failure",
      message: "returned invalid converted object at index 0: must have the same UID:  != u",
    },
    {
      name: "an invalid apiVersion",
      given: review({ ...success, convertedObjects: [{ ...object, apiVersion: "a/b/c" }] }),
      failureClass: "conversion_webhook_invalid_converted_object_failure",
      message:
        "returned invalid converted object at index 0: invalid groupVersion (expected g/v2, received )",
    },
    {
      name: "a status that is a number",
      given: review({ uid, result: { status: 1 } }),
      failureClass: "conversion_webhook_call_failure",
      message: "response.result.status, message or reason is not a string",
    },
    {
      name: "a result without a status",
      given: review({ uid, result: {} }),
      failureClass: "conversion_webhook_malformed_response_failure",
      message: "response.result.status was '', not 'Success'",
    },
    {
      name: "a review of another version",
      given: { ...review(success), apiVersion: "apiextensions.k8s.io/v1beta1" },
      failureClass: "conversion_webhook_malformed_response_failure",
      message:
        "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1beta1, Kind=ConversionReview",
    },
    {
      name: "a review of another kind",
      given: { ...review(success), kind: "AdmissionReview" },
      failureClass: "conversion_webhook_malformed_response_failure",
      message:
        "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=AdmissionReview",
    },
    {
      name: "a review without a type",
      given: { response: success },
      failureClass: "conversion_webhook_malformed_response_failure",
      message:
        "expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
    },
  ])("refuses $name: $failureClass", ({ given, failureClass, message }) => {
    expect(conversionGate(conversionHead, request, given)).toEqual({ failureClass, message });
  });

  test("names the index of the object that it refuses", () => {
    const second = { ...original, metadata: { name: "b" } };
    const given = review({ ...success, convertedObjects: [object, object] });
    const both = { ...request, objects: [original, second] };
    expect(conversionGate(conversionHead, both, given)?.message).toBe(
      "returned invalid converted object at index 1: must have the same name: b != a",
    );
  });

  test("accepts correct objects", () => {
    const given = review({ ...success, convertedObjects: [object] });
    expect(conversionGate(conversionHead, request, given)).toBeUndefined();
  });
});

describe("convertedObjectsOf", () => {
  test("accepts any uid if the server does not check it", () => {
    const response = { uid: "another", result: { status: "Success" }, convertedObjects: [{}] };
    expect(convertedObjectsOf({ response }, undefined)).toEqual({ ok: true, value: [{}] });
  });
});

describe("objectFault", () => {
  const metadata = { name: "a", namespace: "n", uid: "u" };
  const original: JsonObject = { apiVersion: "g/v1", kind: "K", metadata };
  const object: JsonObject = { ...original, apiVersion: "g/v2" };

  test.each<{ name: string; converted: JsonValue; step: string; message: string }>([
    {
      name: "null, which the server has no text for",
      converted: null,
      step: "decode",
      message: "unexpected end of JSON input",
    },
    {
      name: "no kind",
      converted: { apiVersion: "g/v2" },
      step: "decode",
      message: `Object 'Kind' is missing in '{"apiVersion":"g/v2"}'`,
    },
    {
      name: "a kind that is a number",
      converted: { kind: 1 },
      step: "decode",
      message: `Object 'Kind' is missing in '{"kind":1}'`,
    },
    {
      name: "an object that still has the source version",
      converted: original,
      step: "type",
      message: "invalid groupVersion (expected g/v2, received g/v1)",
    },
    {
      name: "another kind",
      converted: { ...object, kind: "L" },
      step: "type",
      message: "invalid kind (expected K, received L)",
    },
    {
      name: "another name",
      converted: { ...object, metadata: { ...metadata, name: "b" } },
      step: "identity",
      message: "must have the same name: a != b",
    },
    {
      name: "no namespace",
      converted: { ...object, metadata: { name: "a", uid: "u" } },
      step: "identity",
      message: "must have the same namespace: n != ",
    },
    {
      name: "a uid that is a number",
      converted: { ...object, metadata: { ...metadata, uid: 1 } },
      step: "identity",
      message: "must have the same UID: u != ",
    },
    {
      name: "labels that are text",
      converted: { ...object, metadata: { ...metadata, labels: "x" } },
      step: "metadata",
      message: "invalid metadata.labels of type string in converted object",
    },
  ])("refuses $name", ({ converted, step, message }) => {
    expect(objectFault(original, converted, "g/v2")).toEqual({ step, message });
  });

  test("refuses an object without metadata, also if the original had none", () => {
    const fault = objectFault(
      { apiVersion: "g/v1", kind: "K" },
      { apiVersion: "g/v2", kind: "K" },
      "g/v2",
    );
    expect(fault).toEqual({ step: "metadata", message: "missing metadata in converted object" });
  });
});
