import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../../lib/json/deep-freeze.ts";
import type { JsonValue } from "../../../../lib/json/value.ts";
import type { RuleData } from "../../../../lib/lens/language/rule.ts";
import { unparsable } from "../../../../lib/lens/ops/codec.ts";
import { newRun } from "../../../../lib/lens/ops/run-state.ts";
import { scopeLens } from "../../../../lib/lens/place/scope-lens.ts";
import { compileLens } from "../../../../lib/lens/run/compile.ts";
import { allowance } from "../../../support/allowance.ts";

const named: RuleData = { op: "move", from: ".", to: "name" };
const deep: RuleData = { op: "move", from: ".", to: "ref.name" };
const lifted: RuleData = { op: "move", from: "spec", to: ".", rules: [{ op: "keep", from: "k" }] };

/** Converts a list in one direction by `each` with these rules. */
function converted(rules: readonly RuleData[], way: "forward" | "backward", list: JsonValue) {
  const each: RuleData = { op: "each", from: "l", to: "l", rules };
  const unknown = { from: undefined, to: undefined };
  const free = { from: "free", to: "free" } as const;
  const lens = compileLens(scopeLens({ from: "v1", to: "v2", rules: [each] }), free, unknown);
  const run = newRun({ name: undefined, namespace: undefined }, allowance());
  const image = lens[way](deepFreeze({ l: list }), run);
  return {
    image: image === unparsable ? "cannot be parsed" : image,
    isInexact: run.isInexact,
    unparsed: run.unparsed,
  };
}

describe("a rule for the whole item on one side", () => {
  test.each<{
    name: string;
    rules: readonly RuleData[];
    way: "forward" | "backward";
    list: JsonValue;
    image: JsonValue;
    isInexact?: boolean;
    unparsed?: readonly string[];
  }>([
    {
      name: "to a member",
      rules: [named],
      way: "forward",
      list: ["a"],
      image: { l: [{ name: "a" }] },
    },
    {
      name: "from a member",
      rules: [named],
      way: "backward",
      list: [{ name: "a" }],
      image: { l: ["a"] },
    },
    {
      name: "other members stay with their item",
      rules: [named],
      way: "backward",
      list: [{ name: "a", note: "n" }, { name: "b" }],
      image: { l: ["a", "b"] },
      isInexact: true,
    },
    {
      name: "an item without the member",
      rules: [named],
      way: "backward",
      list: [{ name: "a" }, { note: "n" }],
      image: {},
      isInexact: true,
      unparsed: ["l"],
    },
    {
      name: "an item that is not a map",
      rules: [named],
      way: "backward",
      list: ["a"],
      image: {},
      isInexact: true,
      unparsed: ["l"],
    },
    {
      name: "a member that is null",
      rules: [named],
      way: "backward",
      list: [{ name: null }],
      image: { l: [null] },
      isInexact: true,
    },
    { name: "null", rules: [named], way: "forward", list: [null], image: { l: [null] } },
    {
      name: "a map with a member of the name that is used inside",
      rules: [named],
      way: "backward",
      list: [{ ".": "x", name: "a" }],
      image: { l: ["a"] },
      isInexact: true,
    },
    {
      name: "an item that the inner rules can't parse stays if either version allows it",
      rules: [lifted],
      way: "backward",
      list: ["x"],
      image: { l: ["x"] },
      isInexact: true,
      unparsed: ["l[0]"],
    },
    {
      name: "to a member of a map",
      rules: [deep],
      way: "forward",
      list: [["a"]],
      image: { l: [{ ref: { name: ["a"] } }] },
    },
    {
      name: "a constant beside it",
      rules: [named, { op: "keep", to: "type", fill: { to: { value: "x" } } }],
      way: "forward",
      list: ["a"],
      image: { l: [{ type: "x", name: "a" }] },
    },
    {
      name: "the same constant beside it",
      rules: [named, { op: "keep", to: "type", fill: { to: { value: "x" } } }],
      way: "backward",
      list: [{ name: "a", type: "x" }],
      image: { l: ["a"] },
    },
    {
      name: "rules within the member",
      rules: [lifted],
      way: "forward",
      list: [{ spec: { k: 1, x: 2 } }],
      image: { l: [{ x: 2 }] },
      isInexact: true,
    },
    {
      name: "a value that a rule within can't parse",
      rules: [
        {
          op: "move",
          from: "spec",
          to: ".",
          rules: [{ op: "duration", from: "t", to: "s", unit: "s" }],
        },
      ],
      way: "backward",
      list: [{ s: "x" }],
      image: { l: [{ spec: {} }] },
      isInexact: true,
      unparsed: ["l[0].s"],
    },
  ])("$name, $way", ({ rules, way, list, image, isInexact = false, unparsed = [] }) => {
    expect(converted(rules, way, list)).toEqual({ image, isInexact, unparsed });
  });
});

describe("a rule for a whole item is allowed", () => {
  const within = (...rules: readonly RuleData[]) =>
    scopeLens({
      from: "v1",
      to: "v2",
      rules: [{ op: "each", from: "l", to: "l", rules }],
    }).faults.map(({ code }) => code);

  test.each<{ name: string; rules: readonly RuleData[]; codes: readonly string[] }>([
    { name: "once", rules: [named], codes: [] },
    { name: "beside rules for other members", rules: [named, { op: "keep", to: "k" }], codes: [] },
    {
      name: "beside a rule for a part of the item",
      rules: [named, { op: "move", from: "a", to: "b" }],
      codes: ["E102"],
    },
    { name: "twice", rules: [named, { op: "move", from: ".", to: "k" }], codes: ["E102"] },
    { name: "in another op", rules: [{ op: "convert", from: ".", to: "k" }], codes: ["E110"] },
  ])("$name", ({ rules, codes }) => {
    expect(within(...rules)).toEqual(codes);
  });

  test("is not allowed for the object itself", () => {
    const { faults } = scopeLens({ from: "v1", to: "v2", rules: [named] });
    expect(faults.map(({ code }) => code)).toEqual(["E110"]);
  });
});
