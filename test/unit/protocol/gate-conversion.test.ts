import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { conversionGate, type FailureClass } from "../../../lib/protocol/gate/conversion.ts";
import type { ReviewHead } from "../../../lib/protocol/review.ts";
import { uid } from "../../support/reviews.ts";

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
      name: "not an object",
      given: "x",
      failureClass: "conversion_webhook_call_failure",
      message: "not a JSON object",
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
      message: "uid is not a string",
    },
    {
      name: "a result that is text",
      given: review({ ...success, result: "x" }),
      failureClass: "conversion_webhook_call_failure",
      message: "result is not an object",
    },
    {
      name: "a message that is a number",
      given: review({ uid, result: { message: 1 } }),
      failureClass: "conversion_webhook_call_failure",
      message: "message is not a string",
    },
    {
      name: "objects that are a map",
      given: review({ ...success, convertedObjects: {} }),
      failureClass: "conversion_webhook_call_failure",
      message: "is not a list",
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
