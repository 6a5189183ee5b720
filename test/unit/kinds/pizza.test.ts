import { describe, expect, test } from "vitest";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";
import { convertOne } from "../../support/convert-one.ts";
import { pizza } from "../../support/reviews.ts";

const group = "restaurant.programming-kubernetes.info";

function kept(version: string, toppings: JsonValue): JsonObject {
  return { [`${group}/kept.${version}.${id}`]: JSON.stringify({ "spec.toppings": [toppings] }) };
}

/** The name of the address `spec.toppings` in an annotation. */
const id = "05xrsb21p336e2";

function converted(from: string, toppings: JsonValue, annotations: JsonObject = {}) {
  const to = from === "v1alpha1" ? "v1beta1" : "v1alpha1";
  const result = convertOne(pizza(from, { toppings }, { annotations }), to);
  const metadata = mapAt(result, "metadata");
  const spec = mapAt(result, "spec");
  return { toppings: spec["toppings"], annotations: metadata["annotations"] ?? {} };
}

const portion = (name: string, quantity: JsonValue) => ({ name, quantity });

describe("Pizza from v1alpha1 to v1beta1, and back", () => {
  test.each<{ name: string; old: JsonValue; now: JsonValue; keeps: JsonObject }>([
    { name: "empty", old: [], now: [], keeps: {} },
    { name: "null", old: null, now: null, keeps: {} },
    {
      name: "names that occur once, in order",
      old: ["b", "a"],
      now: [portion("b", 1), portion("a", 1)],
      keeps: {},
    },
    {
      name: "repeated names side by side",
      old: ["a", "a", "b"],
      now: [portion("a", 2), portion("b", 1)],
      keeps: {},
    },
    {
      name: "repeated names apart, in the order of first appearance",
      old: ["ham", "cheese", "ham"],
      now: [portion("ham", 2), portion("cheese", 1)],
      keeps: kept("v1alpha1", ["ham", "cheese", "ham"]),
    },
    {
      name: "names of a prototype's members",
      old: ["__proto__", "constructor"],
      now: [portion("__proto__", 1), portion("constructor", 1)],
      keeps: {},
    },
    { name: "an empty name", old: [""], now: [portion("", 1)], keeps: {} },
  ])("$name", ({ old, now, keeps }) => {
    expect(converted("v1alpha1", old)).toEqual({ toppings: now, annotations: keeps });
    expect(converted("v1beta1", now, keeps)).toEqual({ toppings: old, annotations: {} });
  });

  test.each<{ name: string; spec: JsonValue }>([
    { name: "empty", spec: {} },
    { name: "without toppings", spec: { sauce: "none" } },
    { name: "null", spec: null },
    { name: "text", spec: "x" },
  ])("a spec that is $name is not changed", ({ spec }) => {
    expect(convertOne(pizza("v1alpha1", spec), "v1beta1")["spec"]).toEqual(spec);
  });

  test("a fragment without spec stays one, also with its status", () => {
    const whole: JsonObject = { ...pizza("v1alpha1", null), status: { cost: 9.5 } };
    const { spec: _, ...part } = whole;
    expect(convertOne(part, "v1beta1")).toEqual({ ...part, apiVersion: `${group}/v1beta1` });
  });

  test("1,000 portions are written out", () => {
    expect(converted("v1beta1", [portion("ham", 1000)]).toppings).toEqual(Array(1000).fill("ham"));
  });
});

describe("Pizza from v1beta1 to v1alpha1, and back", () => {
  test.each<{ name: string; now: JsonValue; old: JsonValue }>([
    {
      name: "a repeated name",
      now: [portion("a", 1), portion("b", 1), portion("a", 2)],
      old: ["a", "a", "a", "b"],
    },
    {
      name: "a repeated name side by side",
      now: [portion("a", 1), portion("a", 1)],
      old: ["a", "a"],
    },
  ])("$name is preserved", ({ now, old }) => {
    const image = converted("v1beta1", now);
    expect(image).toEqual({ toppings: old, annotations: kept("v1beta1", now) });
    expect(converted("v1alpha1", old, asMap(image.annotations))).toEqual({
      toppings: now,
      annotations: {},
    });
  });

  test.each<{ name: string; now: JsonValue; old: readonly string[] }>([
    { name: "a quantity of 0", now: [portion("ham", 0)], old: [] },
    { name: "0 among others", now: [portion("a", 1), portion("ham", 0)], old: ["a"] },
  ])("$name, which the schema refuses, is held back", ({ now, old }) => {
    const image = converted("v1beta1", now);
    const annotations = kept("v1beta1", now);
    expect(image).toEqual({ toppings: old, annotations });
    const { toppings, ...returned } = converted("v1alpha1", old, annotations);
    expect(returned).toEqual({ annotations });
    expect(toppings).toEqual(old.map((name) => portion(name, 1)));
    expect(converted("v1beta1", toppings ?? [], annotations)).toEqual({
      toppings: old,
      annotations,
    });
  });

  test.each<{ name: string; toppings: JsonValue; fault: string }>([
    {
      name: "1.5",
      toppings: [portion("a", 1.5)],
      fault:
        "spec.toppings[0].quantity: must be a list of toppings, each a name or a name with a whole",
    },
    {
      name: "-1",
      toppings: [portion("a", 1), portion("b", -1)],
      fault: "spec.toppings[1].quantity: must be",
    },
    { name: "text", toppings: [portion("a", "2")], fault: "spec.toppings[0].quantity: must be" },
    { name: "null", toppings: [portion("a", null)], fault: "spec.toppings[0].quantity: must be" },
    { name: "missing", toppings: [{ name: "a" }], fault: "spec.toppings[0].quantity: must be" },
    {
      name: "20,000,000",
      toppings: [portion("a", 20_000_000)],
      fault: "spec.toppings[0].quantity: more than",
    },
    {
      name: "of 64 bits",
      toppings: [portion("a", 9223372036854775807n)],
      fault: "spec.toppings[0].quantity: more than",
    },
    {
      name: "1e300",
      toppings: [portion("a", 1e300)],
      fault: "spec.toppings[0].quantity: more than",
    },
    {
      name: "too large in total",
      toppings: [portion("a", 6000), portion("b", 6000)],
      fault: "spec.toppings[1].quantity: more than",
    },
  ])("a quantity that is $name fails the review", ({ toppings, fault }) => {
    expect(() => converted("v1beta1", toppings)).toThrow(`objects[0] default/margherita: ${fault}`);
  });

  test.each<{ name: string; from: string; toppings: JsonValue; fault: string }>([
    {
      name: "toppings that are a map",
      from: "v1beta1",
      toppings: {},
      fault: "spec.toppings: must be a list",
    },
    {
      name: "toppings that are text",
      from: "v1alpha1",
      toppings: "ham",
      fault: "spec.toppings: must be a list",
    },
    {
      name: "a topping that is text",
      from: "v1beta1",
      toppings: ["ham"],
      fault: "spec.toppings[0]: must be",
    },
    {
      name: "a topping that is null",
      from: "v1alpha1",
      toppings: ["a", null],
      fault: "spec.toppings[1]: must be",
    },
    {
      name: "a name that is a number",
      from: "v1beta1",
      toppings: [{ name: 5, quantity: 1 }],
      fault: "spec.toppings[0].name",
    },
    {
      name: "a name that is missing",
      from: "v1beta1",
      toppings: [{ quantity: 1 }],
      fault: "spec.toppings[0].name",
    },
  ])("$name fails the review", ({ from, toppings, fault }) => {
    expect(() => converted(from, toppings)).toThrow(fault);
  });
});

describe("a preserved value", () => {
  const order = kept("v1alpha1", ["ham", "cheese", "ham"]);
  test.each<{ name: string; now: JsonValue; keeps: JsonObject; old: JsonValue }>([
    {
      name: "is ignored after an edit of a quantity",
      now: [portion("ham", 1), portion("cheese", 1)],
      keeps: order,
      old: ["ham", "cheese"],
    },
    {
      name: "is ignored after an edit of the order",
      now: [portion("cheese", 1), portion("ham", 2)],
      keeps: order,
      old: ["cheese", "ham", "ham"],
    },
    { name: "is ignored after all toppings were removed", now: [], keeps: order, old: [] },
  ])("$name", ({ now, keeps, old }) => {
    expect(converted("v1beta1", now, keeps)).toEqual({ toppings: old, annotations: {} });
  });

  test.each<{ name: string; now: JsonValue; keeps: JsonObject; old: JsonValue }>([
    {
      name: "text that is not a list",
      now: [portion("ham", 1)],
      keeps: kept("v1alpha1", "ham"),
      old: ["ham"],
    },
    {
      name: "a list without toppings",
      now: [portion("ham", 1)],
      keeps: kept("v1alpha1", [1]),
      old: ["ham"],
    },
  ])("that the schema refuses is not applied, and not dropped: $name", (row) => {
    const { toppings, annotations } = converted("v1beta1", row.now, row.keeps);
    expect({ toppings, annotations }).toEqual({ toppings: row.old, annotations: row.keeps });
    expect(converted("v1alpha1", toppings ?? null, row.keeps).annotations).toEqual(row.keeps);
  });

  test("with a forged quantity does not let anything grow", () => {
    const forged = kept("v1beta1", [portion("ham", 20_000_000)]);
    expect(converted("v1alpha1", ["ham"], forged)).toEqual({
      toppings: [portion("ham", 1)],
      annotations: {},
    });
  });
});
