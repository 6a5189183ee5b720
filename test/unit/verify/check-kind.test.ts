import { describe, expect, test } from "vitest";
import type { Converter } from "../../../lib/converter/converter.ts";
import { err, ok } from "../../../lib/json/result.ts";
import { isObject } from "../../../lib/json/value.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import type { LawProgress } from "../../../lib/verify/check-laws.ts";
import { laws } from "../../../lib/verify/laws/laws.ts";
import type { ObjectRules } from "../../../lib/verify/subject.ts";
import { asItIs } from "../../support/faulty-kinds.ts";
import { lawAbiding, lawless } from "../../support/lawless-kinds.ts";

const runs = 150;

describe("checkKind", () => {
  test("every law has a kind that fails it", () => {
    expect(new Set(lawless.map(({ breaks: [law] }) => law))).toEqual(
      new Set(laws.map(({ name }) => name)),
    );
  });

  test.each(lawless)("$breaks.0: a kind that $how", async ({ kind, breaks }) => {
    const report = await checkKind(kind, { runs });
    const broken = report.laws.filter(({ passed }) => !passed);
    const names = broken.map(({ law }) => law);
    expect(names).toContain(breaks[0]);
    expect(breaks).toEqual(expect.arrayContaining(names));
    expect(report.passed).toBe(false);
    for (const { failure } of broken) {
      expect(failure?.explanation).toMatch(/./);
      expect(failure?.before).toMatchObject({ kind: "Gadget" });
    }
  });

  test("a kind that satisfies all laws passes", async () => {
    const report = await checkKind(lawAbiding(), { runs });
    expect(report.laws.filter(({ passed }) => !passed)).toEqual([]);
    expect(report).toMatchObject({ passed: true, seed: 1, unverified: [], ungenerated: [] });
  });

  test("the same seed has the same report, also for a single law, and another seed has another", async () => {
    const [{ kind } = { kind: lawAbiding() }] = lawless.filter(
      ({ breaks: [law] }) => law === "valid-result",
    );
    const only = ["valid-result"] as const;
    const [all, alone, other] = await Promise.all([
      checkKind(kind, { runs, seed: 5 }),
      checkKind(kind, { runs, seed: 5, only }),
      checkKind(kind, { runs, seed: 6, only }),
    ]);
    expect(alone.laws).toEqual(all.laws.filter(({ law }) => law === "valid-result"));
    expect(alone.laws[0]).toMatchObject({ from: "v1", to: "v2", failure: { seed: 5 } });
    expect(other.laws[0]?.failure?.path).not.toBe(alone.laws[0]?.failure?.path);
  });

  test("counterexamples are small", async () => {
    const [{ kind } = { kind: lawAbiding() }] = lawless.filter(
      ({ breaks: [law] }) => law === "scale",
    );
    const { laws } = await checkKind(kind, { runs, only: ["scale"] });
    const spec = { name: "", count: 0 };
    expect(laws[0]?.failure).toMatchObject({
      before: { apiVersion: "example.org/v1", spec },
      after: { apiVersion: "example.org/v2", spec: { name: "", size: 0 } },
      explanation:
        'the scale subresource differs: at v1 the spec replicas field ".spec.size" does not exist, at v2 {"spec":{},"status":{"replicas":0}}',
    });
  });

  test("progress increases to the total", async () => {
    const seen: LawProgress[] = [];
    await checkKind(lawAbiding(), { runs: 50, onProgress: (progress) => seen.push(progress) });
    const done = seen.map((progress) => progress.done);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(seen.at(-1)).toMatchObject({ law: "scale", from: "v2", to: "v1" });
    expect(seen.at(-1)?.done).toBe(seen.at(-1)?.total);
  });

  test("an object that a kind declines is counted, not judged", async () => {
    const declines: Converter = () =>
      err({ code: "ValueRefused", path: "spec", message: "is nothing for me" });
    const kind = lawAbiding({ forward: declines, backward: declines });
    const report = await checkKind(kind, { runs: 20, only: ["round-trip"] });
    expect(report.laws).toMatchObject([
      { from: "v1", to: "v2", passed: true, runs: 20, refused: 20, crashed: 0 },
      { from: "v2", to: "v1", passed: true, runs: 20, refused: 20, crashed: 0 },
    ]);
  });

  test("conversion-only versions are reported as unverified", async () => {
    const { crd } = lawAbiding();
    const edges = [
      { from: "v1", to: "v2", forward: asItIs, backward: asItIs },
      { from: "v1", to: "v0", forward: asItIs, backward: asItIs },
    ];
    const kind = defineKind({ crd, edges, gone: { v0: null } });
    const report = await checkKind(kind, { runs: 20 });
    expect(report).toMatchObject({ passed: true, unverified: ["v0"] });
  });

  test("rules are evaluated for generated objects and for results", async () => {
    const evaluateRules: ObjectRules = (_schema, object) =>
      isObject(object["spec"]) && object["spec"]["size"] === 3
        ? [
            {
              error: {
                type: "FieldValueInvalid",
                field: "spec.size",
                detail: "three is too many",
              },
              constraint: undefined,
            },
          ]
        : [];
    const addsOne: Converter = ({ body }) => {
      const { spec } = body;
      const isTwo = isObject(spec) && spec["size"] === 2;
      return ok({ body: isTwo ? { ...body, spec: { ...spec, size: 3 } } : body });
    };
    const kind = lawAbiding({ forward: addsOne });
    const options = { runs, only: ["valid-result"] } as const;
    const without = await checkKind(kind, options);
    const withRules = await checkKind(kind, { ...options, evaluateRules });
    expect(without.passed).toBe(true);
    expect(withRules.laws[0]?.failure?.explanation).toBe(
      "spec.size: Invalid value: three is too many",
    );
  });
});
