import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { analyzeLens } from "../../../../lib/lens/check/analyze-lens.ts";
import { lensEdge } from "../../../../lib/lens/edge/edge.ts";
import type { LensData, ReferenceRule, RuleData } from "../../../../lib/lens/language/rule.ts";
import type { SchemaNode } from "../../../../lib/lens/language/schema-node.ts";
import { expandedLens } from "../../../../lib/lens/ops/macros.ts";
import { rulesOfReference } from "../../../../lib/lens/ops/reference/rules-of-reference.ts";
import { rulesWithin } from "../../../../lib/lens/ops/registry.ts";
import { ruleText } from "../../../../lib/lens/ops/rule-text.ts";
import { structuralForm } from "../../../../lib/schema/structural/form.ts";
import { allowance } from "../../../support/allowance.ts";

const text = { type: "string" };

function map(names: string, more: JsonObject = {}): JsonObject {
  const properties = Object.fromEntries(names.split(" ").map((name) => [name, text]));
  return { type: "object", properties: { ...properties, ...more } };
}

function node(schema: JsonObject | "free"): SchemaNode {
  return schema === "free" ? schema : structuralForm(schema);
}

const old = map("apiVersion kind name namespace uid");

interface Row {
  readonly name: string;
  readonly from: JsonObject | "free";
  readonly to: JsonObject | "free";
  readonly says?: Partial<ReferenceRule>;
  readonly rules: readonly string[];
}

describe("the rules that a reference expands to", () => {
  test.each<Row>([
    {
      name: "apiVersion and group",
      from: old,
      to: map("apiGroup kind name"),
      rules: ["group apiVersion → apiGroup", "keep namespace", "keep uid"],
    },
    {
      name: "the reverse direction",
      from: map("group kind name"),
      to: old,
      rules: ["group group → apiVersion", "keep namespace", "keep uid"],
    },
    {
      name: "apiVersion on both sides",
      from: old,
      to: map("apiVersion kind name"),
      rules: ["keep namespace", "keep uid"],
    },
    { name: "the same members", from: old, to: old, rules: [] },
    {
      name: "a member for the group of another name",
      from: old,
      to: map("provider kind name"),
      says: { group: "provider" },
      rules: ["group apiVersion → provider", "keep namespace", "keep uid"],
    },
    {
      name: "the members that identify the object are not kept",
      from: old,
      to: map("name uid namespace"),
      rules: [],
    },
    {
      name: "those members are filled in",
      from: map("apiVersion kind name"),
      to: map("name"),
      says: { fill: { from: { value: { apiVersion: "v1", kind: "Node" } } } },
      rules: ["keep apiVersion", "keep kind"],
    },
    {
      name: "a fill of what both sides have",
      from: map("kind name"),
      to: map("kind name"),
      says: { fill: { to: { value: { kind: "Node" } } } },
      rules: ["at kind"],
    },
    {
      name: "schemas that declare nothing",
      from: "free",
      to: "free",
      rules: [
        "group apiVersion → apiGroup",
        "keep namespace",
        "keep uid",
        "keep resourceVersion",
        "keep fieldPath",
      ],
    },
    {
      name: "schemas that declare nothing, inverted",
      from: "free",
      to: "free",
      says: { inverted: true, namespace: "own" },
      rules: [
        "group apiGroup → apiVersion",
        "keep namespace",
        "keep uid",
        "keep resourceVersion",
        "keep fieldPath",
      ],
    },
    {
      name: "the first side free",
      from: "free",
      to: map("apiGroup kind name uid resourceVersion fieldPath"),
      rules: ["group apiVersion → apiGroup", "keep namespace"],
    },
    {
      name: "a namespace that no version has stays in the rule, so that the compiler reports it",
      from: map("name"),
      to: map("name"),
      says: { namespace: "own" },
      rules: ["keep namespace"],
    },
  ])("$name", ({ from, to, says, rules }) => {
    const rule = rulesOfReference(
      { op: "reference", from: "ref", to: "ref", version: "v1", ...says },
      { from: node(from), to: node(to) },
    );
    expect(rulesWithin(rule).map(ruleText)).toEqual(rules);
    expect(ruleText(rule)).toBe("reference ref");
  });
});

describe("a reference in a lens", () => {
  const group = map("apiGroup kind name");
  const body = (ref: JsonObject): JsonObject => ({
    type: "object",
    properties: {
      spec: map("a", {
        ref,
        refs: { type: "array", items: ref },
        by: { type: "object", additionalProperties: ref },
      }),
    },
  });
  const schemas = { v1: body(old), v2: body(group) };
  const refOf = (path: string): RuleData => ({
    op: "reference",
    from: path,
    to: path,
    version: "v1",
    namespace: "own",
  });
  const lens = (rules: readonly RuleData[], lenses?: LensData["lenses"]): LensData => ({
    from: "v1",
    to: "v2",
    rules,
    ...(lenses && { lenses }),
  });
  const nodes = { from: node(schemas.v1), to: node(schemas.v2) };

  const everywhere: readonly { name: string; lens: LensData }[] = [
    {
      name: "by their paths",
      lens: lens([refOf("spec.ref"), refOf("spec.refs[*]"), refOf("spec.by{}")]),
    },
    {
      name: "within containers",
      lens: lens([
        {
          op: "at",
          from: "spec",
          to: "spec",
          rules: [refOf("ref"), { op: "each", from: "refs", to: "refs", rules: [refOf(".")] }],
        },
        { op: "each", from: "spec.by{}", to: "spec.by{}", rules: [refOf(".")] },
      ]),
    },
    {
      name: "of a named lens",
      lens: lens(
        ["spec.ref", "spec.refs[*]", "spec.by{}"].map((path) => ({
          op: "include",
          from: path,
          to: path,
          lens: "own",
        })),
        { own: [refOf(".")] },
      ),
    },
  ];

  test.each(everywhere)("compiles: $name", ({ lens: data }) => {
    const { faults } = analyzeLens({ from: "v1", to: "v2", schemas: nodes }, data);
    expect(faults.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each(everywhere)("converts, and comes back: $name", ({ lens: data }) => {
    const edge = lensEdge(
      { group: "example.com", schemaOf: (version) => (version === "v1" ? schemas.v1 : schemas.v2) },
      data,
    );
    const ref = { apiVersion: "apps/v1", kind: "D", name: "a", namespace: "here" };
    const other = {
      apiVersion: "apps/v1beta1",
      kind: "D",
      name: "b",
      namespace: "there",
      uid: "u",
    };
    const body = { spec: { ref, refs: [ref, other], by: { x: other } } };
    const own = { labels: {}, name: "o", namespace: "here" };
    const image = edge.forward({ ...own, annotations: {}, body }, allowance());
    if (!image.ok) throw new Error(image.error.message);
    const [one, two] = [
      { apiGroup: "apps", kind: "D", name: "a" },
      { apiGroup: "apps", kind: "D", name: "b" },
    ];
    expect(image.value.body).toEqual({ spec: { ref: one, refs: [one, two], by: { x: two } } });
    const back = edge.backward({ annotations: {}, ...image.value, ...own }, allowance());
    expect(back).toMatchObject({ ok: true, value: { body, annotations: {} } });
  });

  test("a path that a version does not have is reported as E103, once", () => {
    const { faults } = analyzeLens(
      { from: "v1", to: "v2", schemas: nodes },
      lens([refOf("spec.rfe")]),
    );
    expect(faults.filter(({ code }) => code === "E103").map(({ path }) => path)).toEqual([
      "spec.rfe",
      "spec.rfe",
    ]);
  });

  test("a lens without macros stays the same object", () => {
    const plain = lens([{ op: "keep", from: "spec.a" }]);
    expect(expandedLens(plain, () => nodes)).toBe(plain);
  });
});
