import { describe, expect, test } from "vitest";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import { maxConvertedBytes, maxResponseGrowthBytes } from "../../../lib/converter/growth.ts";
import { stringify } from "../../../lib/json/write.ts";
import { parsedResult, splicedResult } from "../../support/both-paths.ts";
import { kinds } from "../../support/example-kinds.ts";
import { admissionReview, conversionReview, pizza } from "../../support/reviews.ts";
import { responseIn, send } from "../../support/send-review.ts";

const served = { kinds, registry: conversionRegistry(kinds) };
const group = "restaurant.programming-kubernetes.info";

/** A list of pizzas as one review, to be converted to a version. */
function listOf(count: number, version: string, toppings: (index: number) => readonly unknown[]) {
  const from = version === "v1beta1" ? "v1alpha1" : "v1beta1";
  const objects = Array.from({ length: count }, (_, index) => ({
    apiVersion: `${group}/${from}`,
    kind: "Pizza",
    metadata: { name: `p${index}`, namespace: "default" },
    spec: { toppings: toppings(index) },
  }));
  return JSON.stringify(
    conversionReview(`${group}/${version}`, JSON.parse(JSON.stringify(objects))),
  );
}

const named = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `t${index}`);

/** What the way that parses says: how many objects there are, or the failure. */
function parsed(body: string): number | string {
  const answer = parsedResult(served, body);
  return typeof answer === "string" ? answer : answer.objects;
}

describe("a list of many items", () => {
  test.each([
    { name: "10,000 of 20 toppings", count: 10_000, toppings: named(20) },
    { name: "8,000 of 30 toppings", count: 8000, toppings: named(30) },
    { name: "200 of 1,000 toppings", count: 200, toppings: named(1000) },
    { name: "one of 20,000 toppings that differ", count: 1, toppings: named(20_000) },
  ])("$name is converted, by copy-through and by parsing", ({ count, toppings }) => {
    const body = listOf(count, "v1beta1", () => toppings);
    expect(splicedResult(served, body)?.objects).toBe(count);
    expect(parsed(body)).toBe(count);
  });

  test("the result of 20,000 different toppings comes back", () => {
    const portions = named(20_000).map((name) => ({ name, quantity: 1 }));
    expect(parsed(listOf(1, "v1alpha1", () => portions))).toBe(1);
  });
});

/** As much as one object may repeat: 128 KiB of strings of 20 bytes. */
const most = [{ name: "a-topping-so-long", quantity: Math.floor((128 * 1024) / 20) }];

describe("a value that multiplies", () => {
  test("is refused beyond its limit, with the object and the quantity", () => {
    const body = listOf(3, "v1alpha1", (index) => [
      { name: "ham", quantity: index === 1 ? 20_000_000 : 1 },
    ]);
    expect(splicedResult(served, body)).toBeUndefined();
    expect(parsed(body)).toMatch(
      /^objects\[1\] default\/p1: spec\.toppings\[0\]\.quantity: more than/,
    );
  });

  test("has its limit for each object of a page", () => {
    expect(parsed(listOf(500, "v1alpha1", () => most))).toBe(500);
  });

  test("in a list without pages is reported with the advice to page, and blames no object", () => {
    expect(parsed(listOf(560, "v1alpha1", () => most))).toBe(
      "the response would be more than 64 MiB larger than its review: request fewer objects at once (kubectl --chunk-size, limit=)",
    );
  });

  test.each([
    { name: "the limit", quantity: 513, allowed: true },
    { name: "one more than the limit", quantity: 514, allowed: false },
  ])("is checked by the conversion guard as in a list: $name", async ({ quantity, allowed }) => {
    // With quotes and comma 256 bytes, of which the first are not counted.
    const toppings = [{ name: "x".repeat(253), quantity }];
    const review = admissionReview({ object: pizza("v1beta1", { toppings }) });
    const lookup = { exists: async () => true, get: async () => undefined, list: async () => [] };
    const { httpResponse } = await send("validate", stringify(review), { lookup });
    expect(responseIn(httpResponse.body)).toMatchObject({ allowed });
    expect(parsed(listOf(26, "v1alpha1", () => toppings)) === 26).toBe(allowed);
  });

  test.each([
    { name: "in one list", toppings: [...named(1), ...Array.from({ length: 10_002 }, () => "x")] },
    { name: "by bytes", toppings: Array.from({ length: 3 }, () => "x".repeat(70_000)) },
  ])("is refused $name of strings, which would not come back", ({ toppings }) => {
    const message = parsed(listOf(1, "v1beta1", () => toppings));
    expect(message).toMatch(/^objects\[0\] default\/p0: spec\.toppings: more than/);
  });
});

describe("maxConvertedBytes", () => {
  test.each([
    { bytes: 0, max: 1_048_576 },
    { bytes: 1000, max: 1_112_576 },
    { bytes: 6_000_000, max: 6_000_000 + maxResponseGrowthBytes },
  ])("allows $bytes bytes", ({ bytes, max }) => {
    expect(maxConvertedBytes(bytes)).toBe(max);
  });
});
