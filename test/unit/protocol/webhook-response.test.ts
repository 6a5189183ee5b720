import { describe, expect, test } from "vitest";
import { reviewIn } from "../../../lib/protocol/webhook-client/http-response.ts";

const expected = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" };
const generic = (text: string): string =>
  `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`;
const kindless = (what: string): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`;

const wrongMember = (what: string, name: string): string =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into Go struct field .${name} of type string`;

describe("reviewIn", () => {
  test("reads null as a review without fields, as Go does", () => {
    expect(reviewIn({ body: "null" }, expected)).toEqual({ ok: true, value: {} });
  });

  test("reads a kind and a version that are null as absent", () => {
    expect(reviewIn({ body: '{"apiVersion":null,"kind":null}' }, expected).ok).toBe(true);
  });

  test("reads a review, and adds its type if it has none", () => {
    expect(reviewIn({ body: '{"response":{}}' }, expected)).toEqual({
      ok: true,
      value: { response: {} },
    });
  });

  test.each([
    {
      name: "an empty body",
      response: { body: "" },
      error: "0-length response with status code: 200 and content type: application/json",
    },
    { name: "a list", response: { body: "[]" }, error: kindless("array") },
    { name: "a number", response: { body: "1" }, error: kindless("number") },
    { name: "a fraction", response: { body: "1.5" }, error: kindless("number") },
    { name: "a long number", response: { body: "123456789012345678" }, error: kindless("number") },
    { name: "a boolean", response: { body: "true" }, error: kindless("bool") },
    // What Go 1.26 prints for these bodies.
    {
      name: "a kind that is a number",
      response: { body: '{"kind":5,"apiVersion":true}' },
      error: wrongMember("number", "kind"),
    },
    {
      name: "an apiVersion that is a boolean, before such a kind",
      response: { body: '{"apiVersion":true,"kind":5}' },
      error: wrongMember("bool", "apiVersion"),
    },
    {
      name: "an apiVersion that is a list",
      response: { body: '{"apiVersion":["a"]}' },
      error: wrongMember("array", "apiVersion"),
    },
    {
      name: "a kind that is a map",
      response: { body: '{"kind":{"a":1}}' },
      error: wrongMember("object", "kind"),
    },
    { name: "text that is not JSON", response: { body: "<html>" }, error: kindless("string") },
    {
      name: "another version of the type",
      response: { body: '{"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"ConversionReview"}' },
      error: "converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
    },
    {
      name: "another kind",
      response: { body: '{"apiVersion":"apiextensions.k8s.io/v1","kind":"Review"}' },
      error:
        'no kind "Review" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    },
    {
      name: "a Status with a message",
      response: { body: '{"apiVersion":"v1","kind":"Status","message":"try later"}' },
      error: "try later",
    },
    {
      name: "a Status without a message",
      response: { body: '{"apiVersion":"v1","kind":"Status"}' },
      error: "unknown",
    },
    {
      name: "HTTP 404",
      response: { status: 404, body: "" },
      error: "the server could not find the requested resource",
    },
    {
      name: "HTTP 403 with text",
      response: { status: 403, contentType: "text/plain", body: "go away\n" },
      error: "go away",
    },
    {
      name: "HTTP 406 with text",
      response: { status: 406, contentType: "text/plain", body: "only XML" },
      error: "only XML",
    },
    {
      name: "HTTP 406 without text",
      response: { status: 406, body: "{}" },
      error: "the server was unable to respond with a content type that the client supports",
    },
    {
      name: "HTTP 500 with text",
      response: { status: 500, contentType: "text/plain", body: "panic" },
      error: generic("panic"),
    },
    {
      name: "HTTP 502 with HTML",
      response: { status: 502, body: "<p>" },
      error: generic("unknown"),
    },
    {
      name: "an HTTP error with a Status",
      response: { status: 500, body: '{"kind":"Status","message":"out of disk"}' },
      error: "out of disk",
    },
    {
      name: "HTTP 418",
      response: { status: 418, body: "" },
      error: "the server responded with the status code 418 but did not return more information",
    },
  ])("$name", ({ response, error }) => {
    expect(reviewIn(response, expected)).toEqual({ ok: false, error });
  });
});
