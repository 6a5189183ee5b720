import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allEngines } from "../../../lib/crd/engines/all-engines.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { pathText } from "../../../lib/lens/language/path.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import type { ReviewObject } from "../../../lib/protocol/conversion-review.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { ruleLiterals } from "../../../lib/verify/rules/rule-literals.ts";
import { bodyOfValue } from "../../../lib/verify/rules/set-value.ts";
import { editedObjects } from "../../../lib/verify/samples/edited-objects.ts";
import { validObjects } from "../../../lib/verify/samples/objects.ts";
import { directionsOf, type ObjectRules, subjectOf } from "../../../lib/verify/subject.ts";
import { checkedKind } from "../../support/checked-kind.ts";
import { free, listOf, mapOf, text } from "../../support/lens-analysis.ts";
import { structuralOf } from "./schemas.ts";

const runs = 200;

const runRules: ObjectRules = (schema, object) =>
  allEngines.rules.evaluateRules(schema, true, object).refusals;

/** Valid objects of a kind's first version, for conversion to its second; or of the second for conversion to the first. */
function validOf(kind: Kind, from: "v1" | "v2" = "v1"): readonly ReviewObject[] {
  const pair = directionsOf(subjectOf(kind, runRules)).find((each) => each.from.name === from);
  return pair === undefined ? [] : fc.sample(validObjects(pair), { seed: 1, numRuns: runs });
}

describe("null in a required member that is not nullable", () => {
  const item = { v: free };
  test.each<{ name: string; rules: readonly RuleData[]; v1: object; v2: object }>([
    {
      name: "beside a kept field",
      rules: [{ op: "keep", to: "spec.l[*].b" }],
      v1: item,
      v2: { ...item, b: text },
    },
    { name: "without a rule near it", rules: [], v1: item, v2: item },
  ])("is not generated $name", async ({ rules, v1, v2 }) => {
    const kind = checkedKind({
      v1: mapOf({ l: listOf(mapOf({ ...v1 }, "v")) }),
      v2: mapOf({ l: listOf(mapOf({ ...v2 }, "v")) }),
      rules,
    });
    const { laws } = await checkKind(kind, { runs });
    expect(laws.filter(({ passed }) => !passed)).toEqual([]);
  });
});

describe("objects generated from samples", () => {
  // Only one word of a million passes, so chance never finds one.
  const image = { type: "string", pattern: "^al2@v[0-9]{8}$" };
  const spec = {
    ...mapOf({ image, size: { type: "integer" }, note: text }),
    "x-kubernetes-validations": [
      { rule: "self.image == 'al2@v20240101' && self.size > 7", message: "only this" },
    ],
  };
  const sample = { spec: { image: "al2@v20240101", size: 8, note: "a" } };

  test("satisfy a schema's rules that random objects satisfy by chance alone, in either version", () => {
    const kind = checkedKind({ v1: spec, v2: spec, samples: [sample] });
    for (const version of ["v1", "v2"] as const) {
      const withSpec = validOf(kind, version).filter(({ spec }) => spec !== undefined);
      expect(withSpec.length).toBeGreaterThan(runs / 4);
      expect(new Set(withSpec.map((object) => JSON.stringify(object))).size).toBeGreaterThan(20);
    }
  });

  test("can have a required member of a recursive type that may hold anything", () => {
    const kind = checkedKind({
      v1: mapOf({ tree: mapOf({ child: free }, "child") }, "tree"),
      v2: mapOf({ tree: mapOf({ child: free }, "child") }, "tree"),
    });
    expect(validOf(kind).length).toBe(runs);
  });

  test("are not generated from a sample that the schema refuses", () => {
    const kind = checkedKind({ v1: spec, v2: spec, samples: [{ spec: { image: "none" } }] });
    expect(validOf(kind).filter(({ spec }) => spec !== undefined)).toEqual([]);
  });

  test("reveal a fault that only realistic values have", async () => {
    const rules: readonly RuleData[] = [
      {
        op: "hook",
        from: ["spec.image"],
        to: ["spec.image"],
        forward: ([value]) => [value === "al2@v20240101" ? "al2@v1" : value],
        backward: ([value]) => [value],
      },
    ];
    const only = ["valid-result"] as const;
    const parts = { v1: spec, v2: spec, rules };
    const [without, withSample] = await Promise.all([
      checkKind(checkedKind(parts), { runs, only }),
      checkKind(checkedKind({ ...parts, samples: [sample] }), { runs, only }),
    ]);
    expect(without.laws.filter(({ passed }) => !passed)).toEqual([]);
    expect(without.objectFaults.map(({ code }) => code)).toContain("E133");
    expect(withSample.laws[0]?.failure?.explanation).toContain("spec.image");
  });
});

describe("the values that rules name", () => {
  const words = {
    op: "map",
    from: "spec.mode",
    to: "spec.kind",
    table: { zig: "Zig", zag: "Zag" },
  } as const;

  test.each<{ rule: RuleData; side?: "v1" | "v2"; expected: readonly unknown[] }>([
    {
      rule: words,
      expected: [
        { spec: { mode: "zig" } },
        { spec: { mode: "Zig" } },
        { spec: { mode: "zag" } },
        { spec: { mode: "Zag" } },
      ],
    },
    {
      rule: {
        op: "each",
        from: "spec.l",
        to: "spec.l",
        rules: [{ ...words, from: "mode", to: "kind" }],
      },
      side: "v2",
      expected: expect.arrayContaining([{ spec: { l: [{ kind: "zag" }] } }]),
    },
    {
      rule: { op: "at", from: "spec.size", to: "spec.size", fill: { to: { value: 77 } } },
      expected: [{ spec: { size: 77 } }],
    },
    {
      rule: { op: "reference", from: "spec.ref", to: "spec.ref", versions: { apps: "v3" } },
      expected: [{ spec: { ref: { apiVersion: "apps/v3" } } }],
    },
    {
      rule: { op: "reference", from: "spec.ref", to: "spec.ref", versions: { apps: "v3" } },
      side: "v2",
      expected: [{ spec: { ref: { apiGroup: "apps" } } }],
    },
    {
      rule: {
        op: "variant",
        from: "spec.source",
        to: "spec.source",
        tag: "type",
        cases: { Http: { where: { kind: "http" } } },
      },
      side: "v2",
      expected: [{ spec: { source: { kind: "http" } } }],
    },
    {
      rule: {
        op: "keyed",
        from: "spec.env",
        to: "spec.env",
        key: "name",
        rules: [{ op: "at", from: "a", to: "a", fill: { from: { value: 5 } } }],
      },
      expected: [{ spec: { env: { "some-key": { a: 5 } } } }],
    },
  ])("$rule.op $side: occur each alone at each path", ({ rule, side = "v1", expected }) => {
    const kind = checkedKind({ v1: free, v2: free, rules: [rule] });
    const pair = directionsOf(subjectOf(kind)).find(({ from }) => from.name === side);
    const bodies = (pair === undefined ? [] : ruleLiterals(pair)).map(({ path, value }) =>
      bodyOfValue(structuralOf({ type: "object", properties: { spec: free } }), path, value),
    );
    expect(bodies).toEqual(expected);
  });

  test("are found in a lens that names itself, to a few levels", () => {
    const kind = checkedKind({
      v1: free,
      v2: free,
      rules: [{ op: "include", from: "spec", to: "spec", lens: "route" }],
      lenses: {
        route: [
          { op: "keep", from: "old", fill: { from: { value: 1 } } },
          {
            op: "each",
            from: "routes",
            to: "routes",
            rules: [{ op: "include", from: ".", to: ".", lens: "route" }],
          },
        ],
      },
    });
    const [pair] = directionsOf(subjectOf(kind));
    const paths = pair === undefined ? [] : ruleLiterals(pair).map(({ path }) => pathText(path));
    expect(paths).toEqual(["spec.old", "spec.routes[*].old", "spec.routes[*].routes[*].old"]);
  });

  test("are among the first objects, in valid ones, and in edits", async () => {
    const rules: readonly RuleData[] = [
      { op: "at", from: "spec.size", to: "spec.size", fill: { to: { value: 123_456 } } },
    ];
    const v1 = mapOf({ size: { type: "integer" }, name: text }, "name");
    const kind = checkedKind({ v1, v2: v1, rules });
    const [pair] = directionsOf(subjectOf(kind));
    if (pair === undefined) throw new Error("there are two versions");
    const objects = validObjects(pair);
    expect(objects.first.map(({ spec }) => spec)).toEqual([
      expect.objectContaining({ size: 123_456, name: expect.any(String) }),
    ]);
    const edits = editedObjects(pair, objects).first.map((each) => JSON.stringify(each.edits));
    expect(edits.some((each) => each.includes('"size":123456'))).toBe(true);
  });
});
