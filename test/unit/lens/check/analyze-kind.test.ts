import { describe, expect, test } from "vitest";
import { type AnalyzedKind, analyzeKind } from "../../../../lib/lens/check/analyze-kind.ts";

const schema = { type: "object", properties: { spec: { type: "object" } } };
const kind = { group: "example.com", kind: "Thing" };
const [v1, v2, v3] = ["v1", "v2", "v3"].map((name) => ({ name, schema }));
const versions = [v1, v2, v3].filter((version) => version !== undefined);

interface Row {
  readonly name: string;
  readonly kind: Omit<AnalyzedKind, "group" | "kind">;
  readonly faults: readonly string[];
}

describe("analyzeKind", () => {
  test.each<Row>([
    {
      name: "a tree over all versions, and one that the CRD no longer lists",
      kind: {
        versions: [...versions, { name: "v0" }],
        lenses: [
          { from: "v0", to: "v1", rules: [] },
          { from: "v1", to: "v2", rules: [] },
        ],
        edges: [{ from: "v2", to: "v3" }],
      },
      faults: [],
    },
    {
      name: "E113: a version without a lens",
      kind: { versions, lenses: [{ from: "v1", to: "v2", rules: [] }] },
      faults: [
        "E113 v3 cannot be reached from v1. Add a lens between it and a version that can be reached",
      ],
    },
    {
      name: "E114: two lenses for a pair, one with itself",
      kind: {
        versions: versions.slice(0, 2),
        lenses: [
          { from: "v1", to: "v2", rules: [] },
          { from: "v2", to: "v1", rules: [] },
          { from: "v1", to: "v1", rules: [] },
        ],
      },
      faults: [
        "E114 a conversion is from v1 to itself. Remove it",
        "E114 there are several conversions between v1 and v2. Combine them into one",
      ],
    },
    {
      name: "E115: an unknown version",
      kind: {
        versions: versions.slice(0, 2),
        lenses: [
          { from: "v1", to: "v2", rules: [] },
          { from: "v2", to: "v9", rules: [] },
        ],
      },
      faults: [
        "E115 a conversion names v9, which is not a version of Thing.example.com (did you mean v1?). If stored objects may still name it, add it to gone",
      ],
    },
  ])("$name", ({ kind: own, faults }) => {
    const found = analyzeKind({ ...kind, ...own }).faults;
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual(faults);
  });

  test("analyses each lens with the schemas of its versions", () => {
    const lenses = [{ from: "v1", to: "v2", rules: [{ op: "keep", from: "spec.a" }] }] as const;
    const [found] = analyzeKind({ ...kind, versions: versions.slice(0, 2), lenses }).lenses;
    expect(found?.faults.map(({ code }) => code)).toEqual(["E103"]);
  });
});
