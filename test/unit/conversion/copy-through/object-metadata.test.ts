import { describe, expect, test } from "vitest";
import { conversionRegistry } from "../../../../lib/conversion/registry.ts";
import { lensEdge } from "../../../../lib/lens/edge/edge.ts";
import type { LensData } from "../../../../lib/lens/language/rule.ts";
import { differenceOf, parsedResult, splicedResult } from "../../../support/both-paths.ts";

const group = "example.com";
const reference = { op: "reference", versions: { g: "v1" }, namespace: "own" } as const;
const ref = { ...reference, from: "ref", to: "ref" };

describe("a lens that reads an object's metadata", () => {
  test.each<{ name: string; data: Pick<LensData, "rules" | "lenses">; says: string }>([
    {
      name: "for a reference's namespace",
      data: { rules: [{ ...reference, from: "spec.a.ref", to: "spec.a.ref" }] },
      says: '"namespace":"ns"',
    },
    {
      name: "for that of a reference in a list",
      data: { rules: [{ op: "each", from: "spec.list", to: "spec.list", rules: [ref] }] },
      says: '"namespace":"ns"',
    },
    {
      name: "for that of a reference in a lens with a name",
      data: {
        rules: [{ op: "include", from: "spec.a", to: "spec.a", lens: "r" }],
        lenses: { r: [ref] },
      },
      says: '"namespace":"ns"',
    },
    {
      name: "for a label",
      data: { rules: [{ op: "move", from: "spec.c", to: "metadata.labels.l" }] },
      says: '"c":"m"',
    },
  ])("gets it $name", ({ data, says }) => {
    const kind = { group, kind: "Any", schemaOf: () => undefined };
    const edges = [lensEdge(kind, { from: "v1", to: "v2", ...data })];
    const kinds = [{ ...kind, versions: ["v1", "v2"], edges }];
    const served = { kinds, registry: conversionRegistry(kinds) };
    const named = '{"ref":{"apiGroup":"g","kind":"K","name":"n"}}';
    const spec = `{"a":${named},"list":[${named}],"b":"c"}`;
    const object = `{"apiVersion":"${group}/v2","kind":"Any","metadata":{"namespace":"ns","labels":{"l":"m"}},"spec":${spec}}`;
    const request = `{"uid":"u","desiredAPIVersion":"${group}/v1","objects":[${object}]}`;
    const body = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":${request}}`;
    const spliced = splicedResult(served, body);
    expect(spliced?.text).toContain(says);
    expect(spliced && differenceOf(spliced, parsedResult(served, body))).toBeUndefined();
  });
});
