import { describe, expect, test } from "vitest";
import { mapAt } from "../../../lib/json/members.ts";
import { type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { Verb } from "../../../lib/request/routes.ts";
import { admissionReview, conversionReview, cronTab, pizza, uid } from "../../support/reviews.ts";
import { responseIn, send } from "../../support/send-review.ts";

const verbs: readonly Verb[] = ["convert", "mutate", "validate"];

/** The status of a denial for which no field is at fault. */
const badRequest = { status: "Failure", reason: "BadRequest", code: 400 };

/** The status of a denial for one fault. */
function refusedBy(reason: string, field: string): { readonly [key: string]: JsonValue } {
  const causes = [{ reason, field }];
  return { status: "Failure", reason: "Forbidden", code: 403, details: { causes } };
}

/** A verb's good review, whose parts a row takes away or replaces. */
function goodReview(verb: Verb): { [key: string]: JsonValue } {
  return verb === "convert"
    ? { ...conversionReview("stable.example.com/v1", [cronTab("v1beta1", { hostPort: "a:1" })]) }
    : { ...admissionReview({ object: pizza("v1beta1", { toppings: [] }) }) };
}

function withRequest(verb: Verb, change: { readonly [key: string]: JsonValue }): string {
  const review = goodReview(verb);
  return stringify({ ...review, request: { ...mapAt(review, "request"), ...change } });
}

/** A row for each verb. */
function forEachVerb<T extends object>(rows: readonly T[]): readonly (T & { verb: Verb })[] {
  return rows.flatMap((row) => verbs.map((verb) => ({ ...row, verb })));
}

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const text = (value: string) => () => value;

describe("a body without a uid gets HTTP 400", () => {
  test.each(
    forEachVerb<{ name: string; body: (verb: Verb) => string | Uint8Array }>([
      { name: "empty", body: text("") },
      { name: "no bytes", body: () => bytes() },
      { name: "white space", body: text(" \n") },
      { name: "not JSON", body: text("hello") },
      { name: "HTML", body: text("<html></html>") },
      { name: "YAML", body: text("apiVersion: v1") },
      { name: "trailing data", body: (verb) => `${stringify(goodReview(verb))}x` },
      { name: "two reviews", body: (verb) => stringify(goodReview(verb)).repeat(2) },
      { name: "cut short", body: (verb) => stringify(goodReview(verb)).slice(0, -1) },
      { name: "a byte order mark", body: (verb) => `\ufeff${stringify(goodReview(verb))}` },
      { name: "an array", body: (verb) => stringify([goodReview(verb)]) },
      { name: "null", body: text("null") },
      { name: "a number", body: text("1") },
      { name: "a string", body: text('"review"') },
      { name: "beyond float64", body: (verb) => withRequest(verb, {}).replace("{", '{"a":1e999,') },
      { name: "invalid UTF-8", body: () => bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d) },
      { name: "UTF-16", body: (verb) => Buffer.from(stringify(goodReview(verb)), "utf16le") },
      { name: "gzip", body: () => bytes(0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3) },
      { name: "10,000 levels", body: text("[".repeat(10_000) + "]".repeat(10_000)) },
      { name: "a million brackets", body: text("[".repeat(1_000_000)) },
      { name: "a million maps", body: text('{"a":'.repeat(1_000_000)) },
      { name: "no request", body: (verb) => stringify({ ...goodReview(verb), request: null }) },
      { name: "an empty map", body: text("{}") },
      { name: "a request that is a list", body: text('{"request":[{"uid":"u"}]}') },
      { name: "no uid", body: (verb) => withRequest(verb, { uid: null }) },
      { name: "an empty uid", body: (verb) => withRequest(verb, { uid: "" }) },
      { name: "a uid that is a number", body: (verb) => withRequest(verb, { uid: 5 }) },
      { name: "an inherited uid", body: text('{"request":{"__proto__":{"uid":"u"}}}') },
      { name: "an inherited request", body: text('{"__proto__":{"request":{"uid":"u"}}}') },
    ]),
  )("$verb: $name", async ({ verb, body }) => {
    const { httpResponse, log } = await send(verb, body(verb));
    expect(httpResponse.status).toBe(400);
    expect(log).toMatchObject({ verb, outcome: "refused", status: 400 });
    expect(log.uid).toBeUndefined();
  });
});

describe("a body with a uid gets HTTP 200 and a failure or denial", () => {
  const rows = [
    { name: "another kind of review", change: { kind: "TokenReview" } },
    { name: "no kind", change: { kind: null } },
    { name: "no apiVersion", change: { apiVersion: null } },
    { name: "an apiVersion that is a number", change: { apiVersion: 1 } },
    { name: "an unknown group", change: { apiVersion: "example.com/v1" } },
    { name: "an unknown review version", change: { apiVersion: "apiextensions.k8s.io/v7" } },
    { name: "an unknown admission version", change: { apiVersion: "admission.k8s.io/v7" } },
    { name: "the core group", change: { apiVersion: "v1" } },
  ];
  test.each(forEachVerb(rows))("$verb: $name", async ({ verb, change }) => {
    const { httpResponse, log } = await send(verb, stringify({ ...goodReview(verb), ...change }));
    expect(httpResponse.status).toBe(200);
    expect(log).toMatchObject({ uid, outcome: verb === "convert" ? "failed" : "denied" });
  });

  test.each([
    { verb: "convert", other: "mutate", outcome: "denied" },
    { verb: "mutate", other: "convert", outcome: "failed" },
    { verb: "validate", other: "convert", outcome: "failed" },
  ] as const)("$verb: a review for $other gets a response of its own kind", async (row) => {
    const { httpResponse, log } = await send(row.verb, stringify(goodReview(row.other)));
    expect(httpResponse.status).toBe(200);
    expect(log.outcome).toBe(row.outcome);
  });

  test.each(verbs)("%s: 5,000 levels are parsed", async (verb) => {
    const deep = "[".repeat(5000) + "]".repeat(5000);
    const { httpResponse, log } = await send(
      verb,
      withRequest(verb, { kept: "@" }).replace('"@"', deep),
    );
    expect(httpResponse.status).toBe(200);
    expect(log.uid).toBe(uid);
  });
});

describe("convert", () => {
  const object = cronTab("v1beta1", { hostPort: "a:1" });
  const { apiVersion: _, ...typeless } = object;
  const { kind: __, ...kindless } = object;
  const v1 = "stable.example.com/v1";
  test.each<{ name: string; desired?: JsonValue; objects: JsonValue; says: string }>([
    { name: "no objects", objects: null, says: "request.objects" },
    { name: "objects that are a map", objects: {}, says: "request.objects" },
    { name: "objects that are a string", objects: "x", says: "request.objects" },
    { name: "an object that is null", objects: [object, null], says: "request.objects[1]" },
    { name: "an object that is a list", objects: [[]], says: "request.objects[0]" },
    { name: "an object without apiVersion", objects: [typeless], says: "request.objects[0]" },
    { name: "an object without kind", objects: [object, kindless], says: "request.objects[1]" },
    {
      name: "an apiVersion with two slashes",
      objects: [{ ...object, apiVersion: "a/b/c" }],
      says: "objects[0] default/report: apiVersion",
    },
    {
      name: "an unknown kind",
      objects: [{ ...object, kind: "Cron" }],
      says: "this webhook does not serve Cron.stable.example.com",
    },
    {
      name: "an unknown group",
      objects: [{ ...object, apiVersion: "b.example.com/v1" }],
      says: "this webhook does not serve CronTab.b.example.com",
    },
    {
      name: "an unknown version",
      objects: [object, { ...object, apiVersion: "stable.example.com/v3" }],
      says: "objects[1] default/report: apiVersion: CronTab.stable.example.com has no version v3",
    },
    {
      name: "an unknown desired version",
      desired: "stable.example.com/v3",
      objects: [object],
      says: "has no version v3",
    },
    {
      name: "a desired version of another group",
      desired: "example.com/v1",
      objects: [object],
      says: "another group",
    },
    { name: "no slash", desired: "v1", objects: [object], says: "request.desiredAPIVersion" },
    { name: "two slashes", desired: "a/b/c", objects: [object], says: "desiredAPIVersion" },
    {
      name: "a desired version that is a number",
      desired: 1,
      objects: [object],
      says: "desiredAPIVersion",
    },
    { name: "no desired version", desired: null, objects: [object], says: "desiredAPIVersion" },
    {
      name: "names of a prototype's members",
      desired: "constructor/v1",
      objects: [object],
      says: "group",
    },
    {
      name: "a version named as a prototype's member",
      desired: "stable.example.com/__proto__",
      objects: [object],
      says: "has no version __proto__",
    },
    {
      name: "metadata that is a string",
      objects: [{ ...object, metadata: "x" }],
      says: "objects[0]: metadata: must be a map",
    },
    {
      name: "metadata that is null",
      objects: [{ ...object, metadata: null }],
      says: "objects[0]: metadata: must be a map",
    },
    {
      name: "labels that are a list",
      objects: [{ ...object, metadata: { labels: ["a"] } }],
      says: "objects[0]: metadata.labels: must be a map of strings",
    },
    {
      name: "an annotation that is a number, on an object of the desired version",
      objects: [{ ...object, apiVersion: v1, metadata: { annotations: { a: 1 } } }],
      says: "annotations",
    },
  ])("$name fails the review", async ({ desired = v1, objects, says }) => {
    const review = conversionReview(desired, []);
    const request = { ...mapAt(review, "request"), objects };
    const { httpResponse, log } = await send("convert", stringify({ ...review, request }));
    const failureClass = "conversion_webhook_malformed_response_failure";
    expect(httpResponse.status).toBe(200);
    expect(log).toMatchObject({ outcome: "failed", failureClass });
    expect(log.message).toContain(says);
    expect(member(responseIn(httpResponse.body), "result")).toEqual({
      status: "Failed",
      message: log.message,
    });
  });

  test.each([
    { name: "no object at all", objects: [] },
    { name: "an object without metadata", objects: [{ ...cronTab("v1beta1", {}), metadata: {} }] },
    { name: "lone surrogates", objects: [cronTab("v1beta1", { image: "\ud800", "\udfff": 1 })] },
  ])("$name is converted", async ({ objects }) => {
    const { log } = await send("convert", stringify(conversionReview(v1, objects)));
    expect(log.outcome).toBe("converted");
  });
});

describe.each(["mutate", "validate"] as const)("%s", (verb) => {
  const object = pizza("v1alpha1", { toppings: ["salami"] });
  const good = admissionReview({ object });
  const request = mapAt(good, "request");
  const foreign = { group: "b.example.com", version: "v1", kind: "B" };
  test.each<{
    name: string;
    change: { readonly [key: string]: JsonValue };
    says: string;
    status?: { readonly [key: string]: JsonValue };
  }>([
    { name: "no object", change: { object: null }, says: "request.object is missing on CREATE" },
    { name: "an object that is a list", change: { object: [] }, says: "request.object" },
    { name: "an object that is a string", change: { object: "x" }, says: "request.object" },
    { name: "an old object that is a list", change: { oldObject: [] }, says: "request.oldObject" },
    { name: "no kind", change: { kind: null }, says: "request.kind" },
    { name: "a kind that is a string", change: { kind: "Pizza" }, says: "request.kind" },
    { name: "no resource", change: { resource: null }, says: "request.resource" },
    { name: "no operation", change: { operation: null }, says: "request.operation" },
    { name: "an unknown operation", change: { operation: "PATCH" }, says: "request.operation" },
    { name: "dryRun as text", change: { dryRun: "yes" }, says: "request.dryRun" },
    {
      name: "an unknown resource",
      change: { resource: { ...foreign, resource: "bs" } },
      says: "this webhook does not serve bs.b.example.com",
    },
    {
      name: "an unknown kind",
      change: { kind: foreign },
      says: "this webhook does not serve B.b.example.com",
    },
    {
      name: "an unknown version",
      change: { kind: { ...(request["kind"] as object), version: "v3" } },
      says: "has no version v3",
    },
    {
      name: "an object without a type",
      change: { object: { spec: {} } },
      says: "request.object has another apiVersion or kind",
    },
    {
      name: "an object of another version than the request's",
      change: { object: pizza("v1beta1", { toppings: [] }) },
      says: "request.object has another apiVersion or kind",
    },
    {
      name: "an object of another kind than the request's",
      change: { object: { ...object, kind: "Topping" } },
      says: "request.object has another apiVersion or kind",
    },
    {
      name: "an old object of another version than the request's",
      change: { operation: "UPDATE", oldObject: pizza("v1beta1", { toppings: [] }) },
      says: "request.oldObject has another apiVersion or kind",
    },
    {
      name: "an object that can't be converted",
      change: { object: pizza("v1alpha1", { toppings: [5] }) },
      says: "spec.toppings[0]: must be a list of toppings, each a name",
      status: verb === "validate" ? refusedBy("FieldValueInvalid", "spec.toppings[0]") : badRequest,
    },
  ])("$name is denied", async ({ change, says, status = badRequest }) => {
    const body = stringify({ ...good, request: { ...request, ...change } });
    const { httpResponse, log } = await send(verb, body);
    expect(httpResponse.status).toBe(200);
    expect(log.outcome).toBe("denied");
    expect(log.message).toContain(says);
    expect(responseIn(httpResponse.body)).toMatchObject({
      allowed: false,
      status: { ...status, message: log.message },
    });
  });
});
