import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import {
  allowed,
  denied,
  patched,
  readAdmissionRequest,
} from "../../../lib/protocol/admission-review.ts";
import { converted, failed } from "../../../lib/protocol/conversion-review.ts";
import type { ReviewHead } from "../../../lib/protocol/review.ts";
import { uid } from "../../support/reviews.ts";

describe("readAdmissionRequest", () => {
  const kind = { group: "g", version: "v1", kind: "K" };
  const resource = { group: "g", version: "v1", resource: "ks" };
  const least = { uid, kind, resource, operation: "CONNECT" };

  test("reads the smallest request that the server sends, with missing names as empty", () => {
    expect(readAdmissionRequest(deepFreeze(least))).toEqual({
      ok: true,
      value: {
        ...least,
        subResource: "",
        requestKind: kind,
        name: "",
        namespace: "",
        userInfo: {},
        object: undefined,
        oldObject: undefined,
        dryRun: false,
        options: {},
      },
    });
  });

  test.each<{ name: string; change: JsonObject; reads: object }>([
    {
      name: "the core group",
      change: { kind: { version: "v1", kind: "Pod" } },
      reads: { kind: { group: "", version: "v1", kind: "Pod" } },
    },
    {
      name: "objects that are null",
      change: { object: null, oldObject: null, options: null },
      reads: { object: undefined, oldObject: undefined, options: {} },
    },
    { name: "dryRun that is null", change: { dryRun: null }, reads: { dryRun: false } },
    { name: "dryRun", change: { dryRun: true }, reads: { dryRun: true } },
    {
      name: "requestKind that is null",
      change: { requestKind: null },
      reads: { requestKind: kind },
    },
    {
      name: "another requestKind",
      change: { requestKind: { ...kind, version: "v2" } },
      reads: { requestKind: { version: "v2" } },
    },
    { name: "a subresource", change: { subResource: "scale" }, reads: { subResource: "scale" } },
  ])("reads $name", ({ change, reads }) => {
    const read = readAdmissionRequest({ ...least, ...change });
    expect(read.ok && read.value).toMatchObject(reads);
  });

  test.each<{ name: string; change: JsonObject; faults: readonly string[] }>([
    {
      name: "a name that is a number",
      change: { name: 5 },
      faults: ["request.name must be string"],
    },
    {
      name: "a kind without version",
      change: { kind: { kind: "K" } },
      faults: ["request.kind must have required property 'version'"],
    },
    {
      name: "a resource that is a list",
      change: { resource: [] },
      faults: ["request.resource must be object"],
    },
    {
      name: "userInfo that is text",
      change: { userInfo: "me" },
      faults: ["request.userInfo must be object"],
    },
    {
      name: "an operation in lower case",
      change: { operation: "create" },
      faults: ["request.operation must be equal to one of the allowed values"],
    },
    {
      name: "several members at once",
      change: { kind: {}, name: 5, object: "x", dryRun: "yes" },
      faults: [
        "request.kind must have required property 'version'",
        "request.kind must have required property 'kind'",
        "request.name must be string",
        "request.object must be object",
        "request.dryRun must be boolean",
      ],
    },
  ])("refuses $name", ({ change, faults }) => {
    const read = readAdmissionRequest({ ...least, ...change });
    expect(read).toEqual({ ok: false, error: faults.join("; ") });
  });
});

describe("replies have uid, apiVersion and kind of their request", () => {
  const conversionHead: ReviewHead = {
    apiVersion: "apiextensions.k8s.io/v1beta1",
    kind: "ConversionReview",
    uid,
  };
  const head: ReviewHead = { apiVersion: "admission.k8s.io/v1beta1", kind: "AdmissionReview", uid };
  const status = { message: "no", reason: "Forbidden", code: 403 };
  const remarks = { warnings: ["w"], auditAnnotations: { a: "b" } };
  test.each<{ name: string; reply: JsonObject; head: ReviewHead; response: JsonObject }>([
    {
      name: "converted",
      reply: converted(conversionHead, [{ a: 1 }]),
      head: conversionHead,
      response: { result: { status: "Success" }, convertedObjects: [{ a: 1 }] },
    },
    {
      name: "failed",
      reply: failed(conversionHead, "no"),
      head: conversionHead,
      response: { result: { status: "Failed", message: "no" }, convertedObjects: [] },
    },
    { name: "allowed", reply: allowed(head), head, response: { allowed: true } },
    {
      name: "allowed with remarks",
      reply: allowed(head, remarks),
      head,
      response: { allowed: true, ...remarks },
    },
    {
      name: "patched",
      reply: patched(head, "[]", { warnings: [], auditAnnotations: {} }),
      head,
      response: { allowed: true, patchType: "JSONPatch", patch: "W10=" },
    },
    {
      name: "denied",
      reply: denied(head, status),
      head,
      response: { allowed: false, status: { status: "Failure", ...status } },
    },
    {
      name: "denied with remarks",
      reply: denied(head, status, remarks),
      head,
      response: { allowed: false, status: { status: "Failure", ...status }, ...remarks },
    },
  ])("$name", ({ reply, head: { uid: own, ...type }, response }) => {
    expect(reply).toEqual({ ...type, response: { uid: own, ...response } });
  });
});
