import { describe, expect, test } from "vitest";
import type { StringMap } from "../../../lib/converter/converter.ts";
import type { Side } from "../../../lib/converter/side.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

interface Meta {
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
}

/** An object's spec with its labels and annotations. */
interface Thing extends Meta {
  readonly spec: JsonValue | undefined;
}

const anything: JsonObject = {
  type: "object",
  properties: { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
};

function outcomeOf(rules: readonly RuleData[], from: Side, { spec, ...meta }: Thing) {
  const kind = { group: "example.com", schemaOf: () => anything };
  const edge = lensEdge(kind, { from: "v1", to: "v2", rules });
  const object = { labels: {}, annotations: {}, ...meta, name: "n", namespace: "ns" };
  const convert = from === "from" ? edge.forward : edge.backward;
  return convert({ ...object, body: spec === undefined ? {} : { spec } }, allowance());
}

function converted(rules: readonly RuleData[], from: Side, thing: Thing) {
  const outcome = outcomeOf(rules, from, thing);
  if (!outcome.ok) throw new Error(`${outcome.error.path}: ${outcome.error.message}`);
  const { body, labels = {}, annotations = {}, remarks } = outcome.value;
  const stashed = Object.entries(annotations).filter(([key]) => key.includes("/kept"));
  const plain = Object.entries(annotations).filter(([key]) => !key.includes("/kept"));
  return {
    thing: { spec: body["spec"], labels, annotations },
    labels,
    annotations: Object.fromEntries(plain),
    spec: body["spec"],
    stashed: stashed.map(([, text]) => text),
    unparsed: remarks?.unparsed ?? [],
  };
}

const label = (key: string): string => `metadata.labels[${JSON.stringify(key)}]`;
const annotation = (key: string): string => `metadata.annotations[${JSON.stringify(key)}]`;
const note: RuleData = { op: "move", from: "spec.note", to: annotation("example.com/note") };
const tier: RuleData = { op: "move", from: "spec.tier", to: label("example.com/tier") };

describe("move between a field and metadata", () => {
  test.each<{ name: string; rule: RuleData; at: Thing; there: object }>([
    {
      name: "a field is an annotation",
      rule: note,
      at: { spec: { note: "two words" } },
      there: { annotations: { "example.com/note": "two words" }, spec: {} },
    },
    {
      name: "a field is a label",
      rule: tier,
      at: { spec: { tier: "gold" } },
      there: { labels: { "example.com/tier": "gold" }, spec: {} },
    },
    {
      name: "an annotation is a field",
      rule: { op: "move", from: annotation("a"), to: "spec.a" },
      at: { spec: { b: 1 }, annotations: { a: "x", b: "y" } },
      there: { annotations: { b: "y" }, spec: { b: 1, a: "x" } },
    },
    {
      name: "a label is an annotation",
      rule: { op: "move", from: label("a"), to: annotation("b") },
      at: { spec: {}, labels: { a: "x" }, annotations: { c: "z" } },
      there: { labels: {}, annotations: { b: "x", c: "z" } },
    },
    {
      name: "a label has another key",
      rule: { op: "move", from: label("old"), to: label("new") },
      at: { spec: {}, labels: { old: "x", other: "y" } },
      there: { labels: { new: "x", other: "y" } },
    },
    {
      name: "a boolean is a text",
      rule: {
        op: "convert",
        from: "spec.paused",
        to: annotation("p"),
        types: ["boolean", "string"],
      },
      at: { spec: { paused: true } },
      there: { annotations: { p: "true" }, spec: {} },
    },
  ])("$name, and comes back", ({ rule, at, there }) => {
    const result = converted([rule], "from", at);
    expect(result).toMatchObject({ ...there, stashed: [], unparsed: [] });
    const back = converted([rule], "to", result.thing);
    expect(back).toMatchObject({ ...at, stashed: [], unparsed: [] });
  });
});

describe("a value that a label or an annotation can't hold is preserved and reported", () => {
  test.each<{ name: string; rule: RuleData; value: JsonValue }>([
    { name: "a boolean", rule: note, value: true },
    { name: "a number", rule: note, value: 5 },
    { name: "a list", rule: note, value: ["a"] },
    { name: "a map", rule: note, value: { a: "b" } },
    { name: "an empty map", rule: note, value: {} },
    { name: "null", rule: note, value: null },
    { name: "a number for a label", rule: tier, value: 5 },
    { name: "a label with a blank", rule: tier, value: "a b" },
    { name: "a label of 64 characters", rule: tier, value: "a".repeat(64) },
  ])("$name", ({ rule, value }) => {
    const field = rule.from === "spec.note" ? "note" : "tier";
    const there = converted([rule], "from", { spec: { [field]: value } });
    expect(there).toMatchObject({ labels: {}, annotations: {}, spec: {} });
    expect(there.unparsed).toEqual([`spec.${field}`]);
    expect(there.stashed).toHaveLength(1);
    const back = converted([rule], "to", there.thing);
    expect(back).toMatchObject({ spec: { [field]: value }, stashed: [], labels: {} });
  });

  test("in a rule on several values", () => {
    const rule: RuleData = {
      op: "hook",
      from: ["spec.a", "spec.b"],
      to: [annotation("a"), label("b")],
      forward: (values) => values,
      backward: (values) => values,
    };
    const there = converted([rule], "from", { spec: { a: "x", b: "not a label" } });
    expect(there).toMatchObject({ labels: {}, annotations: {}, spec: {} });
    expect(there.unparsed).toEqual(["spec.a"]);
    const back = converted([rule], "to", there.thing);
    expect(back).toMatchObject({ spec: { a: "x", b: "not a label" }, stashed: [] });
  });

  test("and refused by `fail`", () => {
    const rule = { ...tier, fail: "tier must be a label" };
    const error = { code: "ValueRefused", path: "spec.tier", message: rule.fail };
    expect(outcomeOf([rule], "from", { spec: { tier: "a b" } })).toEqual({ ok: false, error });
  });
});

describe("a label or annotation that a rule of the other version writes", () => {
  test("comes back where the field is absent", () => {
    const at = { spec: {}, annotations: { "example.com/note": "mine" } };
    const there = converted([note], "from", at);
    expect(there.annotations).toEqual({});
    expect(converted([note], "to", there.thing)).toMatchObject({ ...at, stashed: [] });
  });

  test("comes back beside the field", () => {
    const at = { spec: { tier: "gold" }, labels: { "example.com/tier": "mine" } };
    const there = converted([tier], "from", at);
    expect(there.labels).toEqual({ "example.com/tier": "gold" });
    expect(converted([tier], "to", there.thing)).toMatchObject({ ...at, stashed: [] });
  });
});

describe("keep, drop and values ops reach metadata", () => {
  test("keep", () => {
    const rule: RuleData = { op: "keep", from: label("old") };
    const at = { spec: {}, labels: { old: "x", other: "y" } };
    const there = converted([rule], "from", at);
    expect(there.labels).toEqual({ other: "y" });
    expect(converted([rule], "to", there.thing)).toMatchObject({ ...at, stashed: [] });
  });

  test("drop", () => {
    const rule: RuleData = { op: "drop", from: annotation("old"), reason: "gone" };
    const there = converted([rule], "from", { spec: {}, annotations: { old: "x", other: "y" } });
    expect(there).toMatchObject({ annotations: { other: "y" }, stashed: [] });
  });

  test("drop, of the only one, beside something that is preserved", () => {
    const rules: RuleData[] = [
      { op: "drop", from: annotation("old"), reason: "gone" },
      { op: "keep", from: "spec.b" },
    ];
    const there = converted(rules, "from", { spec: { b: 1 }, annotations: { old: "x" } });
    expect(there.stashed).toEqual(['{"spec.b":[1]}']);
    expect(converted(rules, "to", there.thing)).toMatchObject({ spec: { b: 1 }, stashed: [] });
  });

  test("map, on a single key", () => {
    const rule: RuleData = {
      op: "map",
      from: label("tier"),
      to: label("tier"),
      table: { gold: "1", silver: "2" },
    };
    const there = converted([rule], "from", { spec: {}, labels: { tier: "gold" } });
    expect(there.labels).toEqual({ tier: "1" });
    expect(converted([rule], "to", there.thing).labels).toEqual({ tier: "gold" });
  });

  test("duration, for an annotation without any option for text", () => {
    const rule: RuleData = { op: "duration", from: "spec.timeout", to: annotation("t"), unit: "s" };
    const seconds: JsonObject = {
      type: "object",
      properties: { spec: { type: "object", properties: { timeout: { type: "integer" } } } },
    };
    const kind = { group: "example.com", schemaOf: () => seconds };
    const edge = lensEdge(kind, { from: "v1", to: "v2", rules: [rule] });
    const object = { labels: {}, annotations: {}, name: "n", namespace: undefined };
    const there = edge.forward({ ...object, body: { spec: { timeout: 90 } } }, allowance());
    expect(there).toMatchObject({ value: { body: {}, annotations: { t: "1m30s" } } });
  });
});

describe("a hook", () => {
  test("reads the name, the namespace and labels", () => {
    const rule: RuleData = {
      op: "hook",
      from: ["spec.a"],
      to: ["spec.a"],
      reads: { from: ["metadata.name", "metadata.namespace", label("l")] },
      forward: (_, reads) => [reads.join("/")],
      backward: (values) => values,
    };
    const there = converted([rule], "from", { spec: { a: "x" }, labels: { l: "v" } });
    expect(there).toMatchObject({ spec: { a: "n/ns/v" }, labels: { l: "v" }, annotations: {} });
    expect(converted([rule], "to", there.thing)).toMatchObject({ spec: { a: "x" }, stashed: [] });
  });
});

describe("the stash's own annotations", () => {
  test.each([
    { path: annotation("example.com/kept.v1.abc") },
    { path: annotation("example.com/kept") },
    { path: annotation("example.com/kept-lost") },
    { path: "metadata.annotations" },
    { path: "metadata.labels" },
    { path: "metadata.name" },
    { path: "metadata" },
    { path: `${annotation("a")}.b` },
  ])("no rule can name $path", ({ path }) => {
    const rule: RuleData = { op: "move", from: path, to: "spec.a" };
    expect(() => converted([rule], "from", { spec: {} })).toThrow("metadata");
  });

  test("a forged entry restores no value that a label can't have", () => {
    const forged = {
      "example.com/kept.v2.x": '{"metadata.labels[\\"example.com/tier\\"]":["a b"]}',
    };
    for (const side of ["from", "to"] as const) {
      const result = converted([tier], side, { spec: {}, annotations: forged });
      expect(result.labels).toEqual({});
    }
  });
});

describe("a fill of the only label or annotation", () => {
  const labels = { "example.com/tier": "gold" };
  const fill = { to: { value: "gold" } };
  const { to } = tier;

  test.each<{ name: string; rule: RuleData }>([
    { name: "of a moved field", rule: { ...tier, fill } },
    { name: "of a label that only one version has", rule: { op: "keep", to: String(to), fill } },
    {
      name: "of a label with another key",
      rule: { op: "move", from: label("old"), to: String(to), fill },
    },
  ])("$name comes back", ({ rule }) => {
    const at = { spec: {}, labels };
    const there = converted([rule], "to", at);
    expect(there.labels).toEqual({});
    expect(converted([rule], "from", there.thing)).toMatchObject({ ...at, stashed: [] });
  });

  test("is not made where another label was taken away", () => {
    const at = { spec: {}, labels: { "example.com/tier": "mine" } };
    const there = converted([{ ...tier, fill }], "from", at);
    expect(there.labels).toEqual({});
    expect(converted([{ ...tier, fill }], "to", there.thing)).toMatchObject({ ...at, stashed: [] });
  });
});
