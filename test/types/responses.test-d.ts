import { describe, expectTypeOf, test } from "vitest";
import { mutate } from "../../lib/admission/mutate.ts";
import { validate } from "../../lib/admission/validate.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import {
  type AdmissionResponse,
  type AdmissionReview,
  allowed,
  denied,
  type PatchedReview,
  patched,
} from "../../lib/protocol/admission-review.ts";
import {
  type ConversionResponse,
  type ConversionReview,
  converted,
  failed,
} from "../../lib/protocol/conversion-review.ts";
import { type ReviewHead, type ReviewKind, readReview } from "../../lib/protocol/review.ts";
import type { VerbHandler } from "../../lib/service/review-service.ts";
import { admitting } from "../../lib/service/verbs/admitting.ts";
import { converting } from "../../lib/service/verbs/converting.ts";

const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
const object = { apiVersion: "example.com/v1", kind: "CronTab" };
const status = {
  status: "Failure",
  message: "spec.cron is required",
  reason: "Invalid",
  code: 422,
} as const;

/** Accepts a response that the API server takes. */
function conversion(_response: ConversionResponse): void {}
function admission(_response: AdmissionResponse): void {}
function conversionReview(_review: ConversionReview): void {}
function admissionReview(_review: AdmissionReview): void {}

const conversionHead = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "ConversionReview",
  uid,
} as const;
const admissionHead = {
  apiVersion: "admission.k8s.io/v1beta1",
  kind: "AdmissionReview",
  uid,
} as const;

describe("the types of responses", () => {
  test("take what the constructors build, as JSON", () => {
    conversion({ uid, result: { status: "Success" }, convertedObjects: [object] });
    conversion({ uid, result: { status: "Failed", message: "no" }, convertedObjects: [] });
    admission({ uid, allowed: true });
    admission({ uid, allowed: true, patchType: "JSONPatch", patch: "W10=", warnings: ["old"] });
    admission({ uid, allowed: false, status });
    expectTypeOf<AdmissionReview>().toExtend<JsonValue>();
    expectTypeOf<ConversionReview>().toExtend<JsonValue>();
  });

  test("refuse a failed conversion with objects, and one without a message", () => {
    // @ts-expect-error a failed review has no converted objects
    conversion({ uid, result: { status: "Failed", message: "no" }, convertedObjects: [object] });
    // @ts-expect-error the user has to see why
    conversion({ uid, result: { status: "Failed" }, convertedObjects: [] });
    // @ts-expect-error the server refuses a review without the list
    conversion({ uid, result: { status: "Success" } });
  });

  test("refuse a patch without its type, and a type without a patch", () => {
    // @ts-expect-error the server refuses a patch of no type
    admission({ uid, allowed: true, patch: "W10=" });
    // @ts-expect-error the server refuses a type without a patch
    admission({ uid, allowed: true, patchType: "JSONPatch" });
  });

  test("refuse a denial with a patch or without a reason, and a reason to allow", () => {
    // @ts-expect-error what is denied is not changed
    admission({ uid, allowed: false, status, patchType: "JSONPatch", patch: "W10=" });
    // @ts-expect-error the user has to see why
    admission({ uid, allowed: false });
    // @ts-expect-error nothing is denied
    admission({ uid, allowed: true, status });
  });

  test("refuse a denial whose status has a member that is not declared", () => {
    const details = { name: "nightly", group: "example.com", kind: "Backup", causes: [] };
    admission({ uid, allowed: false, status: { ...status, details } });
    // @ts-expect-error misspelt
    admission({ uid, allowed: false, status: { ...status, detials: details } });
  });

  test("refuse a conversion with a member that is not declared", () => {
    const success = { uid, result: { status: "Success" }, convertedObjects: [object] } as const;
    const failure = {
      uid,
      result: { status: "Failed", message: "no" },
      convertedObjects: [],
    } as const;
    conversion(success);
    conversion(failure);
    // @ts-expect-error a conversion has no warnings
    conversion({ ...success, warnings: ["old"] });
    // @ts-expect-error a success has no message
    conversion({ ...success, result: { status: "Success", message: "done" } });
    // @ts-expect-error a failure has no such member
    conversion({ ...failure, result: { status: "Failed", message: "no", mesage: "no" } });
    const { apiVersion, kind } = conversionHead;
    // @ts-expect-error a review with a response has no request
    conversionReview({ apiVersion, kind, response: success, request: {} });
    expectTypeOf<keyof ConversionReview>().toEqualTypeOf<"apiVersion" | "kind" | "response">();
  });

  test("refuse another apiVersion or kind of the review", () => {
    const response = { uid, allowed: true } as const;
    admissionReview({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response });
    // @ts-expect-error the server refuses another kind
    admissionReview({ apiVersion: "admission.k8s.io/v1", kind: "AdmisionReview", response });
    // @ts-expect-error the server refuses another group
    admissionReview({ apiVersion: "apiextensions.k8s.io/v1", kind: "AdmissionReview", response });
    // @ts-expect-error nothing is allowed in a version that is not supported
    admissionReview({ apiVersion: "admission.k8s.io/v2", kind: "AdmissionReview", response });
    const success = { uid, result: { status: "Success" }, convertedObjects: [object] } as const;
    const { apiVersion, kind } = conversionHead;
    conversionReview({ apiVersion, kind, response: success });
    // @ts-expect-error the server refuses another kind
    conversionReview({ apiVersion, kind: "AdmissionReview", response: success });
    // @ts-expect-error the server refuses another group
    conversionReview({ apiVersion: "admission.k8s.io/v1", kind, response: success });
    // @ts-expect-error nothing is converted in a version that is not supported
    conversionReview({ apiVersion: "apiextensions.k8s.io/v2", kind, response: success });
  });
});

describe("the constructors of responses", () => {
  test("take the head of their kind of review, and failures one of any version", () => {
    converted(conversionHead, [object]);
    failed({ ...conversionHead, apiVersion: "apiextensions.k8s.io/v7" }, "no");
    patched(admissionHead, "[]", { warnings: [], auditAnnotations: {} });
    denied({ ...admissionHead, apiVersion: "admission.k8s.io/v7" }, status);
  });

  test("refuse the head of the other kind of review", () => {
    // @ts-expect-error a ConversionReview is not denied
    denied(conversionHead, status);
    // @ts-expect-error a ConversionReview is not allowed
    allowed(conversionHead);
    // @ts-expect-error a ConversionReview is not patched
    patched(conversionHead, "[]", { warnings: [], auditAnnotations: {} });
    // @ts-expect-error an AdmissionReview is not converted
    converted(admissionHead, [object]);
    // @ts-expect-error an AdmissionReview does not fail
    failed(admissionHead, "no");
  });

  test("refuse a head that may be of either kind, until the kind is known", () => {
    const failing = (head: ReviewHead<ReviewKind, string>): ConversionReview | AdmissionReview =>
      head.kind === "ConversionReview" ? failed(head, "no") : denied(head, status);
    expectTypeOf(failing).returns.toExtend<JsonValue>();
    const untested = (head: ReviewHead): ConversionReview =>
      // @ts-expect-error it may be an AdmissionReview
      failed(head, "no");
    expectTypeOf(untested).returns.toExtend<JsonValue>();
  });

  test("refuse a head whose kind and group do not agree", () => {
    // @ts-expect-error the group of the other kind
    const head: ReviewHead = { ...conversionHead, apiVersion: "admission.k8s.io/v1" };
    expectTypeOf(head.uid).toEqualTypeOf<string>();
  });

  test("refuse to allow in a version that is not supported", () => {
    // @ts-expect-error only denied
    allowed({ ...admissionHead, apiVersion: "admission.k8s.io/v7" });
    // @ts-expect-error only failed
    converted({ ...conversionHead, apiVersion: "apiextensions.k8s.io/v7" }, [object]);
  });
});

describe("the kinds of reviews", () => {
  test("that are read are those expected", () => {
    const read = readReview({}, "AdmissionReview");
    if (read.ok) allowed(read.value.head);
    // @ts-expect-error an AdmissionReview was expected
    if (read.ok) converted(read.value.head, []);
  });

  test("that a handler receives are those of its verb", () => {
    expectTypeOf(converting).returns.toEqualTypeOf<VerbHandler<"convert">>();
    type Answered<H extends VerbHandler> = Parameters<H["answer"]>[0]["head"]["kind"];
    expectTypeOf<Answered<VerbHandler<"convert">>>().toEqualTypeOf<"ConversionReview">();
    expectTypeOf<Answered<VerbHandler<"validate">>>().toEqualTypeOf<"AdmissionReview">();
  });
});

describe("a validating webhook", () => {
  test("returns no patch", () => {
    expectTypeOf(mutate).returns.resolves.toEqualTypeOf<AdmissionReview>();
    expectTypeOf(validate).returns.resolves.toEqualTypeOf<
      Exclude<AdmissionReview, PatchedReview>
    >();
    const review = patched(admissionHead, "[]", { warnings: [], auditAnnotations: {} });
    // @ts-expect-error the server refuses a patch of a validating webhook
    const validating: ReturnType<typeof validate> = Promise.resolve(review);
    expectTypeOf(validating).resolves.toExtend<JsonValue>();
  });

  test("is not served by what may return a patch", () => {
    const serving = (options: Parameters<typeof admitting>[2]): readonly VerbHandler[] => [
      admitting("mutate", mutate, options),
      admitting("validate", validate, options),
      // @ts-expect-error it may return a patch
      admitting("validate", mutate, options),
    ];
    expectTypeOf(serving).returns.toEqualTypeOf<readonly VerbHandler[]>();
  });
});
