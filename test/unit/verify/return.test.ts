import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { ReviewObject } from "../../../lib/protocol/conversion-review.ts";
import { roundTripFault } from "../../../lib/verify/round-trip-fault.ts";
import { directionsOf, subjectOf } from "../../../lib/verify/subject.ts";
import { gadget, list, map, text } from "../../support/law-kinds.ts";

const schema = {
  spec: map(
    {
      mode: { type: "string", enum: ["a", "b"] },
      note: text,
      inner: map({ x: text, y: text }, { required: ["y"] }),
      list: list(map({ x: text })),
      sets: {
        type: "object",
        additionalProperties: { ...list(text), "x-kubernetes-list-type": "set" },
      },
    },
    { required: ["note"] },
  ),
};
const subject = subjectOf(gadget({ v1: schema, v2: schema, lens: "rules: []" }));
const [pair] = directionsOf(subject);

/** An object of v1 with what is held back for v1. */
function gadgetOf(spec: JsonObject, heldBack: JsonObject = {}, labels?: JsonObject): ReviewObject {
  const held = Object.entries(heldBack).map(([address, entry], index) => [
    `example.org/kept.v1.${index}`,
    JSON.stringify({ [address]: entry }),
  ]);
  const annotations = Object.fromEntries(held);
  const metadata = { name: "sample", annotations, ...(labels && { labels }) };
  return { apiVersion: "example.org/v1", kind: "Gadget", metadata, spec };
}

interface Row {
  readonly name: string;
  readonly expected: ReviewObject;
  readonly returned: ReviewObject;
  /** What comes back where no server sets defaults. */
  readonly undefaulted?: ReviewObject;
  readonly fault?: string;
}

const rows: readonly Row[] = [
  { name: "the same object", expected: gadgetOf({ note: "n" }), returned: gadgetOf({ note: "n" }) },
  {
    name: "a refused value that is held back",
    expected: gadgetOf({ note: "n", mode: "z" }),
    returned: gadgetOf({ note: "n" }, { "spec.mode": ["z"] }),
  },
  ...["a", "a.b/c"].map((key) => ({
    name: `a list that is refused and held back, at the key ${key}`,
    expected: gadgetOf({ note: "n", sets: { [key]: ["x", "x"] } }),
    returned: gadgetOf(
      { note: "n", sets: {} },
      { [`spec.sets[${JSON.stringify(key)}]`]: [["x", "x"]] },
    ),
  })),
  {
    name: "an absence that is refused and held back",
    expected: gadgetOf({ mode: "a" }),
    returned: gadgetOf({ mode: "a", note: "filled" }, { "spec.note": [] }),
  },
  {
    name: "a value of a map that lacks a required member, and another that is held back with it",
    expected: gadgetOf({ note: "n", inner: { x: "1" }, mode: "a" }),
    returned: gadgetOf({ note: "n" }, { "spec.inner.x": ["1"], "spec.mode": ["a"] }),
  },
  {
    name: "a label that is held back beside a refused value",
    expected: gadgetOf({ note: "n", mode: "z" }, {}, { tier: "gold" }),
    returned: gadgetOf(
      { note: "n" },
      { "spec.mode": ["z"], "?.metadata.labels.tier": ["gold"] },
      { app: "x" },
    ),
    fault:
      'metadata.labels.tier: "gold" became absent; metadata.labels.app: absent became "x"; spec.mode: "z" became absent',
  },
  {
    name: "a label that is held back beside a refused value, and no other",
    expected: gadgetOf({ note: "n", mode: "z" }, {}, { tier: "gold", app: "x" }),
    returned: gadgetOf(
      { note: "n" },
      { "spec.mode": ["z"], "?.metadata.labels.tier": ["gold"] },
      { app: "x" },
    ),
  },
  {
    name: "a label that is held back without a reason",
    expected: gadgetOf({ note: "n" }, {}, { tier: "gold" }),
    returned: gadgetOf({ note: "n" }, { "?.metadata.labels.tier": ["gold"] }, {}),
    fault:
      'metadata.labels: {"tier":"gold"} became absent; metadata.annotations: absent became {"example.org/kept.v1.0":{"?.metadata.labels.tier":["gold"]}…',
  },
  {
    name: "labels of which only one is held back",
    expected: gadgetOf({ note: "n", mode: "z" }, {}, { tier: "gold", app: "x" }),
    returned: gadgetOf({ note: "n" }, { "spec.mode": ["z"], "?.metadata.labels.tier": ["gold"] }),
    fault: 'metadata.labels: {"tier":"gold","app":"x"} became absent; spec.mode: "z" became absent',
  },
  {
    name: "a refused value that is lost",
    expected: gadgetOf({ note: "n", mode: "z" }),
    returned: gadgetOf({ note: "n" }),
    fault: 'spec.mode: "z" became absent',
  },
  {
    name: "a valid value that stays in an annotation",
    expected: gadgetOf({ note: "n", mode: "a" }),
    returned: gadgetOf({ note: "n" }, { "spec.mode": ["a"] }),
    fault: 'spec.mode: "a" became absent',
  },
  {
    name: "a valid value that is lost beside one that is held back",
    expected: gadgetOf({ note: "n", mode: "z", list: [{ x: "1" }] }),
    returned: gadgetOf({ note: "n", list: [{}] }, { "spec.mode": ["z"] }),
    fault: 'spec.list[0].x: "1" became absent',
  },
  {
    name: "an item that is lost",
    expected: gadgetOf({ note: "n", list: [{ x: "1" }, { x: "2" }] }),
    returned: gadgetOf({ note: "n", list: [{ x: "2" }] }),
    fault: 'spec.list: [{"x":"1"},{"x":"2"}] became [{"x":"2"}]',
  },
  {
    name: "a value that was added",
    expected: gadgetOf({ note: "n" }),
    returned: gadgetOf({ note: "n", mode: "a" }),
    fault: 'spec.mode: absent became "a"',
  },
  {
    name: "a label that is lost beside a value that is held back",
    expected: gadgetOf({ note: "n", mode: "z" }, {}, { app: "x" }),
    returned: gadgetOf({ note: "n" }, { "spec.mode": ["z"] }),
    fault: 'metadata.labels: {"app":"x"} became absent; spec.mode: "z" became absent',
  },
  {
    name: "a preserved value that is left in its annotation",
    expected: gadgetOf({ note: "n" }),
    returned: gadgetOf({ note: "n" }, { "spec.mode": ["a"] }),
    fault: 'metadata.annotations: absent became {"example.org/kept.v1.0":{"spec.mode":["a"]}}',
  },
  {
    name: "values that the server's defaults added",
    expected: gadgetOf({ note: "n" }),
    returned: gadgetOf({ note: "n", mode: "a" }),
    undefaulted: gadgetOf({ note: "n" }),
  },
  {
    name: "defaults beside a value that is held back",
    expected: gadgetOf({ note: "n", mode: "z" }),
    returned: gadgetOf({ note: "n", list: [] }, { "spec.mode": ["z"] }),
    undefaulted: gadgetOf({ note: "n" }, { "spec.mode": ["z"] }),
  },
  {
    name: "a new value that was not added by the server",
    expected: gadgetOf({ note: "n" }),
    returned: gadgetOf({ note: "n", mode: "a" }),
    undefaulted: gadgetOf({ note: "n", mode: "a" }),
    fault: 'spec.mode: absent became "a"',
  },
  {
    name: "a default in place of a former value",
    expected: gadgetOf({ note: "n", mode: "b" }),
    returned: gadgetOf({ note: "n", mode: "a" }),
    undefaulted: gadgetOf({ note: "n" }),
    fault: 'spec.mode: "b" became "a"',
  },
];

describe("objects that come back are compared", () => {
  test.each(rows)("$name", ({ expected, returned, undefaulted, fault }) => {
    if (pair === undefined) throw new Error("the kind has two versions");
    const server = undefaulted && { isBetween: true, undefaulted: () => undefaulted };
    const found = roundTripFault(pair, { expected, returned, ...(server && { server }) });
    expect(found?.explanation).toBe(fault);
  });
});
