import { describe, expectTypeOf, test } from "vitest";
import type { JsonValue } from "../../lib/json/value.ts";
import type { AdmissionResponse, AdmissionReview } from "../../lib/protocol/admission-review.ts";
import type { ConversionResponse, ConversionReview } from "../../lib/protocol/conversion-review.ts";

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
});
