import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPatch } from "../../lib/admission/patch/apply.ts";
import type { PatchOperation } from "../../lib/admission/patch/diff.ts";
import { equal } from "../../lib/json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { json, jsonObject, metadata } from "../support/arbitraries.ts";
import { convertOne } from "../support/convert-one.ts";
import { admissionReview } from "../support/reviews.ts";
import { responseIn, senderTo } from "../support/send-review.ts";
import { tries } from "../support/tries.ts";

const numRuns = tries({ test: 80, deep: 1_000 });
const send = senderTo();

const known = fc.constantFrom("tomato", "mozzarella", "salami");
const names: fc.Arbitrary<JsonValue> = fc.array(known, { maxLength: 5 });
const portions: fc.Arbitrary<JsonValue> = fc.array(
  fc.record({ name: known, quantity: fc.integer({ min: 1, max: 3 }) }),
  { maxLength: 4 },
);

/** Pizzas that the server's schema takes, with members that it does not name. */
function pizzas(version: string, toppings: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  const spec = fc
    .tuple(jsonObject, fc.option(toppings))
    .map(([{ toppings: _, ...unknown }, list]) => ({
      ...unknown,
      ...(list !== null && { toppings: list }),
    }));
  return fc
    .tuple(jsonObject, fc.option(spec), metadata, json)
    .map(([{ spec: _, status: __, ...unknown }, own, meta, more]) => ({
      ...unknown,
      ...(own !== null && { spec: own }),
      apiVersion: `restaurant.programming-kubernetes.info/${version}`,
      kind: "Pizza",
      metadata: meta,
      more,
    }));
}

async function mutatedBy(object: JsonObject): Promise<JsonObject> {
  const { httpResponse } = await send("mutate", stringify(admissionReview({ object })));
  const response = responseIn(httpResponse.body);
  if (member(response, "allowed") !== true) throw new Error(httpResponse.body);
  const patch = member(response, "patch") ?? Buffer.from("[]").toString("base64");
  const operations: PatchOperation[] = JSON.parse(Buffer.from(String(patch), "base64").toString());
  const applied = applyPatch(object, operations);
  if (!applied.ok || !isObject(applied.value)) throw new Error("the patch does not apply");
  return applied.value;
}

async function decisionOn(object: JsonObject): Promise<unknown> {
  const { log } = await send("validate", stringify(admissionReview({ object })));
  return log.outcome;
}

/** Without what only one version's form has to keep, and without what the server does not store. */
function meaning(object: JsonObject): JsonObject {
  const { metadata: _, ...rest } = object;
  return rest;
}

describe.each([
  { version: "v1alpha1", other: "v1beta1", objects: pizzas("v1alpha1", names) },
  { version: "v1beta1", other: "v1alpha1", objects: pizzas("v1beta1", portions) },
])("the mutating handler, for a pizza in $version", ({ other, objects }) => {
  test("is idempotent", async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (object) => {
        const once = await mutatedBy(object);
        expect(equal(await mutatedBy(once), once)).toBe(true);
      }),
      { numRuns },
    );
  });

  test("returns an object that our own validation allows", async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (object) => {
        expect(await decisionOn(await mutatedBy(object))).toBe("allowed");
      }),
      { numRuns },
    );
  });

  test("returns the same in each version, except for conversion", async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (object) => {
        const here = convertOne(await mutatedBy(object), other);
        const there = await mutatedBy(convertOne(object, other));
        expect(equal(meaning(here), meaning(there))).toBe(true);
      }),
      { numRuns },
    );
  });

  test("does not change a pizza that has toppings and no unknown field", async () => {
    await fc.assert(
      fc.asyncProperty(objects, async (object) => {
        const settled = await mutatedBy(object);
        const back = convertOne(
          convertOne(settled, other),
          String(settled["apiVersion"]).split("/")[1] ?? "",
        );
        const { log } = await send("mutate", stringify(admissionReview({ object: back })));
        expect(log.outcome).toBe("allowed");
      }),
      { numRuns: 300 },
    );
  });
});
