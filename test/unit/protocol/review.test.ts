import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { mapAt } from "../../../lib/json/members.ts";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { base64, fromBase64 } from "../../../lib/protocol/base64.ts";
import { isReviewObject, readConversionRequest } from "../../../lib/protocol/conversion-review.ts";
import { apiVersionOf, parseApiVersion } from "../../../lib/protocol/gvk.ts";
import { quotedRequestText, readReview } from "../../../lib/protocol/review.ts";
import { statusBody } from "../../../lib/protocol/status.ts";
import { admissionReview, conversionReview, pizza, uid } from "../../support/reviews.ts";

const conversion = conversionReview("example.com/v1", []);
const admission = admissionReview({ object: pizza("v1beta1", {}) });

describe("readReview", () => {
  test.each([
    { name: "v1", review: conversion, apiVersion: "apiextensions.k8s.io/v1" },
    {
      name: "v1beta1",
      review: { ...conversion, apiVersion: "apiextensions.k8s.io/v1beta1" },
      apiVersion: "apiextensions.k8s.io/v1beta1",
    },
    {
      name: "an empty response beside the request",
      review: { ...conversion, response: {} },
      apiVersion: "apiextensions.k8s.io/v1",
    },
    {
      name: "unknown members",
      review: { ...conversion, zzz: 1 },
      apiVersion: "apiextensions.k8s.io/v1",
    },
  ])("reads a ConversionReview: $name", ({ review, apiVersion }) => {
    expect(readReview(deepFreeze(review), "ConversionReview")).toEqual({
      ok: true,
      value: {
        head: { apiVersion, kind: "ConversionReview", uid },
        request: member(review, "request"),
      },
    });
  });

  test.each<{ name: string; body: JsonValue; head: object | undefined }>([
    { name: "not an object", body: [], head: undefined },
    { name: "no request", body: {}, head: undefined },
    { name: "no uid", body: { request: {} }, head: undefined },
    {
      name: "nothing but a uid",
      body: { request: { uid } },
      head: { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" },
    },
    {
      name: "an unknown version",
      body: { ...conversion, apiVersion: "apiextensions.k8s.io/v7" },
      head: { apiVersion: "apiextensions.k8s.io/v7", kind: "ConversionReview" },
    },
    {
      name: "a group without version",
      body: { ...conversion, apiVersion: "apiextensions.k8s.io" },
      head: { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" },
    },
    {
      name: "another kind of review",
      body: admission,
      head: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" },
    },
    {
      name: "a kind of another group",
      body: { ...conversion, kind: "AdmissionReview" },
      head: { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" },
    },
    {
      name: "a kind that is a prototype's member",
      body: { ...conversion, kind: "constructor" },
      head: { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" },
    },
  ])("refuses $name, with as much of its head as is there", ({ body, head }) => {
    const read = readReview(body, "ConversionReview");
    expect(read).toMatchObject({ ok: false, error: { head: head && { ...head, uid } } });
  });
});

describe("quoted", () => {
  test.each<{ value: JsonValue | undefined; text: string }>([
    { value: 'a"b', text: '"a\\"b"' },
    { value: "x".repeat(300), text: `"${"x".repeat(253)}"` },
    { value: 5, text: "a value that is not a string" },
    { value: undefined, text: "a value that is not a string" },
  ])("$text", ({ value, text }) => {
    expect(quotedRequestText(value)).toBe(text);
  });
});

describe("readConversionRequest", () => {
  test.each<{ name: string; change: JsonObject; faults: readonly string[] }>([
    {
      name: "an object with a number for a kind",
      change: { objects: [{ apiVersion: "a/v1", kind: 5 }] },
      faults: ["request.objects[0].kind must be string"],
    },
    {
      name: "objects without a type, or that are not objects",
      change: {
        objects: [{}, { apiVersion: "a/v1", kind: "K" }, { apiVersion: null, kind: "K" }, 5],
      },
      faults: [
        "request.objects[0].apiVersion must be string",
        "request.objects[0].kind must be string",
        "request.objects[2].apiVersion must be string",
        "request.objects[3] must be object",
      ],
    },
    {
      name: "a uid that is a number",
      change: { uid: 5 },
      faults: ["request.uid must be string"],
    },
    {
      name: "several members at once",
      change: { uid: 5, desiredAPIVersion: null, objects: "none" },
      faults: [
        "request.uid must be string",
        "request.desiredAPIVersion must be string",
        "request.objects must be array",
      ],
    },
    {
      name: "a uid and an object",
      change: { uid: 5, objects: [[]] },
      faults: ["request.uid must be string", "request.objects[0] must be object"],
    },
    {
      name: "more malformed objects than a message lists",
      change: { objects: Array.from({ length: 1000 }, () => null) },
      faults: [
        ...Array.from({ length: 10 }, (_, index) => `request.objects[${index}] must be object`),
        "990 more objects are malformed",
      ],
    },
    {
      name: "one malformed object more than a message lists",
      change: { objects: Array.from({ length: 11 }, () => null) },
      faults: [
        ...Array.from({ length: 10 }, (_, index) => `request.objects[${index}] must be object`),
        "1 more object is malformed",
      ],
    },
  ])("refuses $name", ({ change, faults }) => {
    const request = { ...mapAt(conversion, "request"), ...change };
    expect(readConversionRequest(request)).toEqual({ ok: false, error: faults.join("; ") });
  });

  test("refuses an empty request with a fault for each required member", () => {
    expect(readConversionRequest({})).toEqual({
      ok: false,
      error: ["uid", "desiredAPIVersion", "objects"]
        .map((name) => `request must have required property '${name}'`)
        .join("; "),
    });
  });
});

describe("isReviewObject", () => {
  test.each<{ value: JsonValue | undefined; is: boolean }>([
    { value: { apiVersion: "v1", kind: "K" }, is: true },
    { value: { apiVersion: "v1" }, is: false },
    { value: { kind: "K", apiVersion: 1 }, is: false },
    { value: [], is: false },
    { value: undefined, is: false },
  ])("$value: $is", ({ value, is }) => {
    expect(isReviewObject(value)).toBe(is);
  });
});

describe("statusBody", () => {
  test("is a metav1.Status, with its details", () => {
    const details = {
      name: "n",
      group: "g",
      kind: "K",
      causes: [{ reason: "r", message: "m", field: "f" }],
    };
    expect(statusBody({ message: "no", reason: "Invalid", code: 422, details })).toEqual({
      ...{ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" },
      ...{ message: "no", reason: "Invalid", code: 422, details },
    });
  });
});

describe("base64 and fromBase64", () => {
  test.each([
    { name: "empty", text: "" },
    { name: "ASCII", text: '[{"op":"add"}]' },
    { name: "four bytes a character", text: "😀é☃" },
    { name: "100,000 characters", text: "xyzé".repeat(25_000) },
  ])("$name, as Node's Buffer makes it", ({ text }) => {
    expect(base64(text)).toBe(Buffer.from(text).toString("base64"));
    expect(fromBase64(base64(text))).toBe(text);
  });

  test.each([
    { name: "text that is not base64", encoded: "*" },
    { name: "bytes that are not UTF-8", encoded: "/w==" },
  ])("fromBase64 refuses $name", ({ encoded }) => {
    expect(fromBase64(encoded)).toBeUndefined();
  });
});

describe("parseApiVersion and apiVersionOf", () => {
  test.each([
    { text: "example.com/v1", group: "example.com", version: "v1" },
    { text: "v1", group: "", version: "v1" },
  ])("$text", ({ text, ...groupVersion }) => {
    expect(parseApiVersion(text)).toEqual(groupVersion);
    expect(apiVersionOf(groupVersion)).toBe(text);
  });

  test("a text with two slashes is not an apiVersion", () => {
    expect(parseApiVersion("a/b/c")).toBeUndefined();
  });
});

test("member finds own members only", () => {
  expect(member({ a: 1 }, "a")).toBe(1);
  expect(member({}, "constructor")).toBeUndefined();
});
