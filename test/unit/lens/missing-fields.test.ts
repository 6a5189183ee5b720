import { describe, expect, test } from "vitest";
import type { Side } from "../../../lib/converter/side.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { missingFieldsFinder } from "../../../lib/lens/edge/missing-fields.ts";
import type { LensData, RuleData } from "../../../lib/lens/language/rule.ts";
import { structuralForm } from "../../../lib/schema/structural/form.ts";

const text = { type: "string" };
const map = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: "object",
  required: [...required],
  properties,
});

/** The missing fields of an object that was converted by these rules. */
function found(
  spec: JsonObject,
  rules: readonly RuleData[],
  objects: { readonly source: JsonObject; readonly converted: JsonObject; readonly side?: Side },
): readonly string[] {
  const schema = structuralForm(map(["kind", "metadata"], { spec }));
  const lens: LensData = { from: "v1", to: "v2", rules };
  const find = missingFieldsFinder(schema, [{ lens, side: objects.side ?? "from" }]);
  return find({ spec: objects.source }, { spec: objects.converted });
}

describe("unfilledFinder", () => {
  const engine = map(["engine"], { engine: text });
  const named: RuleData = { op: "map", from: "spec.type", to: "spec.engine", table: {} };
  test.each<{
    name: string;
    spec?: JsonObject;
    rules?: readonly RuleData[];
    source: JsonObject;
    converted?: JsonObject;
    side?: Side;
    missing: readonly string[];
  }>([
    { name: "its source had a value", source: { type: "x" }, missing: ["spec.engine"] },
    { name: "a fragment whose source had no value", source: {}, missing: [] },
    { name: "null is not a value", source: { type: null }, missing: [] },
    {
      name: "the field is present",
      source: { type: "x" },
      converted: { engine: "X" },
      missing: [],
    },
    {
      name: "the field is null",
      source: { type: "x" },
      converted: { engine: null },
      missing: [],
    },
    {
      name: "the schema fills it in",
      spec: map(["engine"], { engine: { ...text, default: "X" } }),
      source: { type: "x" },
      missing: [],
    },
    {
      name: "in the other direction",
      spec: map(["type"], { type: text }),
      source: { engine: "X" },
      side: "to",
      missing: ["spec.type"],
    },
    {
      name: "one of several sources had a value",
      rules: [{ op: "first", from: ["spec.a", "spec.type"], to: "spec.engine" }],
      source: { type: "x" },
      missing: ["spec.engine"],
    },
    {
      name: "no rule names the field, and the source had it",
      rules: [],
      source: { engine: "X" },
      missing: ["spec.engine"],
    },
    {
      name: "no rule names the field, and the same path of the source is moved",
      rules: [{ op: "move", from: "spec.engine", to: "spec.other" }],
      source: { engine: "X" },
      missing: [],
    },
    {
      name: "a constant needs no source",
      rules: [{ op: "keep", to: "spec.engine", fill: { to: { value: "X" } } }],
      source: { engine: "X", type: "x" },
      missing: [],
    },
    {
      name: "a map with a member that a rule writes",
      spec: map(["engine"], { engine: map(["name"], { name: text }) }),
      rules: [{ op: "map", from: "spec.type", to: "spec.engine.name", table: {} }],
      source: { type: "x" },
      missing: ["spec.engine"],
    },
    {
      name: "below a move",
      spec: map([], { engine: map(["name"], { name: text }) }),
      rules: [{ op: "move", from: "spec.type", to: "spec.engine" }],
      source: { type: { name: 1 } },
      converted: { engine: {} },
      missing: ["spec.engine.name"],
    },
    {
      name: "in the items of a list, by index",
      spec: map([], { list: { type: "array", items: map(["size"], { size: text }) } }),
      rules: [
        {
          op: "each",
          from: "spec.items",
          to: "spec.list",
          rules: [{ op: "quantity", from: "bytes", to: "size", scale: "Gi" }],
        },
      ],
      source: { items: [{ bytes: "1" }, {}, { bytes: "x" }] },
      converted: { list: [{}, {}, {}] },
      missing: ["spec.list[0].size", "spec.list[2].size"],
    },
    {
      name: "in the values of a map of any key",
      spec: map([], {
        sizes: { type: "object", additionalProperties: map(["size"], { size: text }) },
      }),
      rules: [
        {
          op: "each",
          from: "spec.sizes{}",
          to: "spec.sizes{}",
          rules: [{ op: "quantity", from: "bytes", to: "size", scale: "Gi" }],
        },
      ],
      source: { sizes: { "a.b": { bytes: "x" } } },
      converted: { sizes: { "a.b": {} } },
      missing: ['spec.sizes["a.b"].size'],
    },
    {
      name: "values within the result of an op are not checked",
      spec: map([], { list: { type: "array", items: map(["size"], { size: text }) } }),
      rules: [{ op: "keyed", from: "spec.map", to: "spec.list", key: "name" }],
      source: { map: { a: {} } },
      converted: { list: [{ name: "a" }] },
      missing: [],
    },
  ])("$name", ({ spec = engine, rules = [named], source, converted = {}, side, missing }) => {
    const objects = { source, converted, ...(side !== undefined && { side }) };
    expect(found(spec, rules, objects)).toEqual(missing);
  });

  test("follows several lenses back to the source, and assumes that code preserves paths", () => {
    const schema = structuralForm(map([], { spec: engine }));
    const lens = (rules: readonly RuleData[]): LensData => ({ from: "a", to: "b", rules });
    const find = missingFieldsFinder(schema, [
      { lens: lens([{ op: "move", from: "spec.kind", to: "spec.type" }]), side: "from" },
      undefined,
      { lens: lens([named]), side: "from" },
    ]);
    expect(find({ spec: { kind: "x" } }, { spec: {} })).toEqual(["spec.engine"]);
    expect(find({ spec: { type: "x" } }, { spec: {} })).toEqual([]);
  });

  test("names at most ten, and none for a version without a schema", () => {
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const spec = Object.fromEntries(keys.map((key) => [key, ""]));
    expect(found(map(keys, {}), [], { source: spec, converted: {} })).toHaveLength(10);
    expect(missingFieldsFinder("free", [])({ spec }, {})).toEqual([]);
  });
});
