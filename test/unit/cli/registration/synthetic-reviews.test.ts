import { describe, expect, test } from "vitest";
import {
  type SyntheticReview,
  syntheticReviews,
} from "../../../../lib/cli/verbs/manifests/synthetic-reviews.ts";
import { conversionRegistry } from "../../../../lib/conversion/registry.ts";
import type { JsonObject, JsonValue } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";
import { base64 } from "../../../../lib/protocol/base64.ts";
import { deadlineOf } from "../../../../lib/request/deadline.ts";
import { bodyText } from "../../../../lib/request/http-response.ts";
import { createService } from "../../../../lib/service/service.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { sampleLookup } from "../../../support/send-review.ts";

const source = { registry: conversionRegistry(kinds), reviewVersions: ["v1"], uid: () => "u" };
const reviews = syntheticReviews(kinds, source, ["crd", "webhooks", "access"]);

function reviewOf(verb: string): SyntheticReview {
  const found = reviews.find((review) => review.verb === verb);
  if (found === undefined) throw new Error(`no review to ${verb}`);
  return found;
}

describe("syntheticReviews", () => {
  test("covers everything that is registered: each pair of versions, each webhook at each version", () => {
    const pizzas = reviews.filter(({ title }) => title.includes("Pizza."));
    const name = "Pizza.restaurant.programming-kubernetes.info";
    const specimens = ["sample margherita", "an object without fields"];
    expect(pizzas.map(({ verb, title }) => `${verb} ${title}`)).toEqual([
      ...specimens.map((each) => `convert ${name} v1alpha1 to v1beta1, ${each}`),
      ...specimens.map((each) => `convert ${name} v1beta1 to v1alpha1, ${each}`),
      ...specimens.map((each) => `mutate CREATE of ${name} v1alpha1, ${each}`),
      ...specimens.map((each) => `mutate CREATE of ${name} v1beta1, ${each}`),
      ...specimens.map((each) => `validate CREATE of ${name} v1alpha1, ${each}`),
      ...specimens.map((each) => `validate CREATE of ${name} v1beta1, ${each}`),
    ]);
  });

  test("is empty for a kind of one version without handlers", () => {
    expect(reviews.filter(({ title }) => title.includes("Topping"))).toEqual([]);
  });

  test.each([
    { part: "crd", verbs: ["convert"] },
    { part: "webhooks", verbs: ["mutate", "validate"] },
    { part: "access", verbs: [] },
  ] as const)("only $part: $verbs", ({ part, verbs }) => {
    const asked = syntheticReviews(kinds, source, [part]).map(({ verb }) => verb);
    expect([...new Set(asked)]).toEqual(verbs);
  });

  test.each(["v1", "v1beta1"])(
    "gets correct responses of our own service in %s",
    async (version) => {
      const service = createService({ kinds, lookup: sampleLookup, log: () => undefined });
      const asked = syntheticReviews(kinds, { ...source, reviewVersions: [version] }, [
        "crd",
        "webhooks",
      ]);
      const faults = await Promise.all(
        asked.map(async ({ verb, review, faultOf }) => {
          const answer = await service.answer(verb, stringify(review), deadlineOf(null));
          return faultOf({ status: answer.status, body: bodyText(answer) });
        }),
      );
      expect(faults).toEqual(asked.map(() => undefined));
    },
  );

  test("reports a sample that this build can't convert as the user's fault", () => {
    const { crd } = defineKind({
      crd: {
        group: "example.com",
        kind: "Widget",
        plural: "widgets",
        scope: "Namespaced",
        versions: [
          { name: "v1", served: true, storage: true, schema: {} },
          { name: "v2", served: true, storage: false, schema: {} },
        ],
      },
    });
    const same = { from: "v1", to: "v2" };
    const fail = () =>
      ({ ok: false, error: { code: "ValueRefused", path: "spec", message: "is bent" } }) as const;
    const edges = [{ ...same, forward: fail, backward: fail }];
    const samples = [{ apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } }];
    const kind = defineKind({ crd, edges, samples });
    const registry = conversionRegistry([kind]);
    expect(() => syntheticReviews([kind], { ...source, registry }, ["crd"])).toThrow(
      "Widget.example.com, sample a: can't be converted to v2: spec: is bent",
    );
  });
});

describe("faultOf a response to a conversion", () => {
  const answer = (response: JsonObject): string =>
    stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", response });

  test.each([
    { name: "HTTP 404", response: { status: 404, body: "" }, fault: /could not find/ },
    { name: "HTML", response: { body: "<html>" }, fault: /json parse error/ },
    {
      name: "another uid",
      response: { body: answer({ uid: "x", result: { status: "Success" } }) },
      fault: /expected response.uid="u", got "x"/,
    },
    {
      name: "a failure",
      response: { body: answer({ uid: "u", result: { status: "Failed", message: "no" } }) },
      fault: /failed: no$/,
    },
    {
      name: "too few objects",
      response: {
        body: answer({ uid: "u", result: { status: "Success" }, convertedObjects: [] }),
      },
      fault: /returned 0 objects, expected 1/,
    },
  ])("$name", ({ response, fault }) => {
    expect(reviewOf("convert").faultOf(response)).toMatch(fault);
  });
});

describe("faultOf a response to an admission", () => {
  const patch = (operations: JsonValue): JsonObject => ({
    uid: "u",
    allowed: true,
    patchType: "JSONPatch",
    patch: base64(stringify(operations)),
  });
  const denial = (code: number): JsonObject => ({
    uid: "u",
    allowed: false,
    status: { code, message: "says no" },
  });
  const faultOf = (response: JsonObject): string | undefined =>
    reviewOf("mutate").faultOf({
      body: stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response }),
    });

  test.each([
    { name: "allowed", response: { uid: "u", allowed: true } },
    { name: "a rule's denial", response: denial(403) },
    { name: "a denial without a status", response: { uid: "u", allowed: false } },
    {
      name: "a patch that applies",
      response: patch([
        { op: "add", path: "/spec", value: {} },
        { op: "replace", path: "/spec", value: { a: 1 } },
        { op: "remove", path: "/spec" },
      ]),
    },
  ])("$name: no fault", ({ response }) => {
    expect(faultOf(response)).toBe(undefined);
  });

  test.each([
    { name: "another uid", response: { uid: "x", allowed: true }, fault: /expected response.uid/ },
    {
      name: "a failure because the review was not understood",
      response: denial(400),
      fault: /says no/,
    },
    { name: "a failure because a handler failed", response: denial(500), fault: /says no/ },
    {
      name: "a patch that does not apply",
      response: patch([{ op: "remove", path: "/spec/none/such" }]),
      fault: /the patch cannot be applied: remove \/spec\/none\/such/,
    },
    { name: "a patch that changes nothing", response: patch([1]), fault: /not a JSON Patch/ },
    {
      name: "an invalid path",
      response: patch([{ op: "add", path: 1 }]),
      fault: /not a JSON Patch/,
    },
    {
      name: "a move operation",
      response: patch([{ op: "move", path: "/a", from: "/b" }]),
      fault: /not a JSON/,
    },
  ])("$name: a fault", ({ response, fault }) => {
    expect(faultOf(response)).toMatch(fault);
  });
});
