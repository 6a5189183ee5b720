import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { analyzeKind } from "../../../lib/lens/check/analyze-kind.ts";
import type { HookRule } from "../../../lib/lens/language/rule.ts";
import { acceptEntryFaults } from "../../../lib/verify/accept-entry-faults.ts";
import { acceptedPlaces } from "../../../lib/verify/accepted-places.ts";
import { checkKind, type KindReport } from "../../../lib/verify/check-kind.ts";
import { type LawResult, lawFails, lawOk } from "../../../lib/verify/law-result.ts";
import { runRules } from "../../../lib/verify/schema-rules.ts";
import { directionsOf, subjectOf } from "../../../lib/verify/subject.ts";
import { generatedTrial, listedTrial, sequentialTrial } from "../../../lib/verify/trial.ts";
import { gadget, integer, list, map, text } from "../../support/law-kinds.ts";

const runs = 100;
const only = ["valid-result"] as const;
const positive: JsonObject = { type: "integer", minimum: 1 };

const acceptsMinimum = `rules: []
accept: [{ in: v2, at: spec.n, refuses: minimum, why: nobody asks for none }]`;

/** A kind whose v2 refuses numbers below 1. */
const numbers = gadget({
  v1: { spec: map({ n: integer }) },
  v2: { spec: map({ n: positive }) },
  lens: acceptsMinimum,
});

function explanations({ laws }: KindReport): readonly string[] {
  return laws.flatMap(({ failure }) => (failure === undefined ? [] : [failure.explanation]));
}

function codes({ objectFaults }: KindReport): readonly string[] {
  return objectFaults.map(({ code, severity }) => `${code} ${severity}`);
}

describe("accept in conversion.yaml", () => {
  test("excuses what it names, and counts it by path", async () => {
    const report = await checkKind(numbers, { runs, only });
    const [{ accepted } = { accepted: [] }] = report.laws;
    expect(report).toMatchObject({ passed: true, objectFaults: [] });
    expect(accepted).toMatchObject([{ version: "v2", path: "spec.n", constraint: "minimum" }]);
    expect(accepted[0]?.excused).toBeGreaterThan(0);
    expect(accepted[0]?.excused).toBeLessThan(accepted[0]?.present ?? 0);
  });

  test("reports E127, a warning, for an entry that nothing predicts or needs", async () => {
    const spec = { spec: map({ n: positive }) };
    const kind = gadget({ v1: spec, v2: spec, lens: acceptsMinimum });
    const report = await checkKind(kind, { runs, only });
    expect(codes(report)).toEqual(["E127 warning"]);
    expect(report.objectFaults[0]?.message).toContain(`--runs ${runs}`);
    expect(report.passed).toBe(true);
  });

  describe("E128, an error, is reported for an entry that excuses every object that has the path", () => {
    const lost = gadget({
      v1: { spec: map({ name: text }) },
      v2: { spec: map({ name: text, ref: text }, { required: ["ref"] }) },
      lens: `rules: [{ keep: spec.ref, in: v2 }]
accept: [{ in: v2, at: spec.ref, refuses: required, why: it is always there }]`,
    });

    test("once ten were tried", async () => {
      const report = await checkKind(lost, { runs, only });
      expect(codes(report)).toEqual(["E128 error"]);
      expect(report.passed).toBe(false);
      expect(explanations(report)).toEqual([]);
    });

    test("not before ten were tried", async () => {
      expect(codes(await checkKind(lost, { runs: 2, only }))).toEqual([]);
    });
  });

  describe("E128 advises", () => {
    const modes = (rules: string) =>
      gadget({
        v1: { spec: map({ l: list(map({ mode: text })) }) },
        v2: { spec: map({ l: list(map({ mode: { type: "string", enum: ["on"] } })) }) },
        lens: `rules: [${rules}]
accept: [{ in: v2, at: "spec.l[*].mode", refuses: enum, why: nobody asks for it }]`,
      });
    const excused = (kind: Kind): string => {
      const subject = subjectOf(kind, runRules);
      const pair = directionsOf(subject).find(({ to }) => to.name === "v2");
      const [place] = pair === undefined ? [] : acceptedPlaces(pair);
      if (place === undefined) throw new Error("no place is accepted");
      return (
        acceptEntryFaults(subject, [{ place, present: 13, excused: 13 }], 100)[0]?.message ?? ""
      );
    };

    test("an example, if no rule can be wrong", () => {
      expect(excused(modes(""))).toBe(
        'v2 refused each of 13 objects at `spec.l[*].mode` by enum, and accept excuses them all, so no object shows a value that v2 takes. Add an example with a value that v2 takes there: enum "on" (accept, conversion.yaml:4:10)',
      );
    });

    test("the rule or an example, if a rule produces the value", () => {
      expect(excused(modes('{ at: "spec.l[*].mode", omit: { v1: "" } }'))).toBe(
        'v2 refused each of 13 objects at `spec.l[*].mode` by enum, and accept excuses them all, so no object shows the rule to be right. Correct the rule (at spec.l[*].mode, conversion.yaml:3:9), or add an example with a value that v2 takes there: enum "on" (accept, conversion.yaml:4:10)',
      );
    });
  });

  test("a value that a rule names is not excused: the fault explains it, and suggests no second entry", async () => {
    const kind = gadget({
      v1: { spec: map({ e: map({ host: text, port: integer }) }) },
      v2: { spec: map({ e: map({ host: text, port: positive }) }) },
      lens: `rules: [{ at: spec.e, omit: { v1: { equals: { host: "", port: 0 } } } }]
accept: [{ in: v2, at: spec.e.port, refuses: [minimum, maximum], why: nobody asks for none }]`,
    });
    const [explanation] = explanations(await checkKind(kind, { runs: 1000, only }));
    expect(explanation).toMatch(/^spec\.e\.port: Invalid value: 0/);
    expect(explanation).toMatch(
      /\. `spec\.e\.port` has an entry of accept for minimum \(accept, conversion\.yaml:4:10\), but `0` is a value that a rule itself names, and accept never excuses such a value: change the rule \(at spec\.e, conversion\.yaml:3:9\)$/,
    );
  });

  describe("a fault of the kind's own sample", () => {
    const withSample = (n: number): Kind => ({
      ...numbers,
      samples: [
        {
          apiVersion: "example.org/v1",
          kind: "Gadget",
          metadata: { name: "own", namespace: "default" },
          spec: { n },
        },
      ],
    });

    test("is never excused", async () => {
      const report = await checkKind(withSample(0), { runs, only });
      expect(report.passed).toBe(false);
      expect(explanations(report)[0]).toMatch(
        /spec\.n: Invalid value: 0.*`spec\.n` has an entry of accept for minimum \(accept, conversion\.yaml:4:10\), but accept never excuses a value of a sample, because somebody wrote it: change the sample or the rules$/,
      );
    });

    test("does not occur in a sample that both versions accept", async () => {
      expect((await checkKind(withSample(1), { runs, only })).passed).toBe(true);
    });
  });

  describe("{ rule }", () => {
    const even = (entry: string, more: readonly JsonObject[] = []) =>
      gadget({
        v1: { spec: map({ n: integer }) },
        v2: {
          spec: map(
            { n: integer },
            {
              "x-kubernetes-validations": [
                { rule: "!has(self.n) || self.n % 2 == 0", message: "n must be even" },
                ...more,
              ],
            },
          ),
        },
        lens: `rules: []\naccept: [{ in: v2, at: spec, refuses: ${entry}, why: odd ones are rare }]`,
      });

    test.each([
      { name: "the message", rule: "n must" },
      { name: "the source", rule: "!has(self.n) ||" },
    ])("excuses a rule if the start of $name is given", async ({ rule }) => {
      const report = await checkKind(even(`{ rule: "${rule}" }`), { runs, only });
      expect(explanations(report)).toEqual([]);
      expect(codes(report)).toEqual([]);
      expect(report.laws[0]?.accepted[0]?.excused).toBeGreaterThan(0);
    });

    test("excuses that its rule has no value for an object", async () => {
      const strict = { rule: "self.n % 3 != 1", message: "n can't leave a rest of 1" };
      const entry = `[{ rule: n must be even }, { rule: "n can't leave" }]`;
      const report = await checkKind(even(entry, [strict]), { runs, only });
      expect(explanations(report)).toEqual([]);
      const without = await checkKind(even("{ rule: n must be even }", [strict]), { runs, only });
      expect(explanations(without)[0]).toMatch(/n can't leave a rest of 1/);
    });

    test("does not excuse another rule of the same path", async () => {
      const other = { rule: "!has(self.n) || self.n % 3 != 0", message: "n can't be in thirds" };
      const report = await checkKind(even("{ rule: n must be even }", [other]), { runs, only });
      expect(explanations(report)[0]).toMatch(/^spec: Invalid value: n can't be in thirds/);
    });

    test("does not excuse a rule by text within its message; the fault has the entry for it", async () => {
      const report = await checkKind(even("{ rule: must be even }"), { runs, only });
      expect(explanations(report)[0]).toContain(
        '- { in: v2, at: spec, refuses: { rule: "n must be even" }, why: "" }',
      );
    });
  });

  test("a hook's text of the wrong form is not hidden by an entry for another constraint", async () => {
    const hook: HookRule = {
      op: "hook",
      from: ["spec.policy", "spec.after"],
      to: ["spec.policy", "spec.after"],
      forward: ([policy, after]) =>
        policy === "WhenUnderutilized"
          ? ["WhenEmptyOrUnderutilized", "soon"]
          : [policy, after ?? (policy === undefined ? after : "Never")],
      backward: ([policy, after]) =>
        policy === "WhenEmptyOrUnderutilized" ? ["WhenUnderutilized", undefined] : [policy, after],
    };
    const fields = (words: readonly string[]) => ({
      policy: { type: "string", enum: words },
      after: { type: "string", pattern: "^(([0-9]+(s|m|h))+)|(Never)$" },
    });
    const accept = [
      { in: "v2", at: "spec.policy", refuses: "required", why: "the server filled it" },
    ] as const;
    const kind = gadget({
      v1: { spec: map(fields(["WhenEmpty", "WhenUnderutilized"])) },
      v2: {
        spec: map(fields(["WhenEmpty", "WhenEmptyOrUnderutilized"]), { required: ["policy"] }),
      },
      lens: { rules: [hook], accept },
    });
    const report = await checkKind(kind, { runs, only });
    expect(explanations(report)[0]).toMatch(/^spec\.after: Invalid value: "soon"/);
  });

  describe("numbers that a format is too small for", () => {
    const int = (format: string): JsonObject => ({ type: "integer", format });
    const kind = (accept: string) =>
      gadget({
        v1: { spec: map({ a: int("int64"), t: text }) },
        v2: { spec: map({ a: int("int32"), s: int("int32") }) },
        lens: `rules: [{ duration: spec.t, to: spec.s, unit: s }]\naccept: [${accept}]`,
      });
    const entry = (at: string) => `{ in: v2, at: ${at}, refuses: format, why: too long ago }`;

    test("are reported by the compiler as E107, at each path", () => {
      const { crd, lenses, ...names } = kind("");
      const { versions } = crd;
      const [{ faults } = { faults: [] }] = analyzeKind({ ...names, versions, lenses }).lenses;
      const shown = faults.map(
        ({ code, path, refusal }) => `${code} ${path}: ${refusal?.narrowing?.demand}`,
      );
      expect(shown).toEqual([
        "E107 spec.a: format int32",
        "E107 spec.s: format int32, as for `596524h` of v1",
      ]);
    });

    test("fail valid-result if no entry names them", async () => {
      const report = await checkKind(kind(entry("spec.s")), { runs, only });
      expect(explanations(report)[0]).toMatch(/format int32 in spec\.a\. If/);
    });

    test("are excused if an entry names them", async () => {
      const report = await checkKind(kind(entry('"spec.*"')), { runs, only });
      expect(explanations(report)).toEqual([]);
    });
  });
});

describe("a trial with excused objects", () => {
  const place = {
    version: "v2",
    constraint: { keyword: "multipleOf", path: ["spec", "n"], value: 2 },
    entry: { in: "v2", at: "spec.n", refuses: "multipleOf", why: "so" },
    lens: { from: "v1", to: "v2", rules: [] },
    ownValues: [],
  } as const;
  const excused: LawResult = { type: "ok", matchedPlaces: [{ place, isExcused: true }] };
  const settings = { runs: 20, seed: 1, countsAll: false, onRun: () => {} };

  test("continues until the given number of objects was judged", () => {
    const trial = generatedTrial(fc.boolean(), (isJudged) => (isJudged ? lawOk : excused));
    const { runs: tried, accepted } = trial.run(settings);
    expect(tried - (accepted[0]?.excused ?? 0)).toBe(20);
  });

  test("ends after three times as many, with its result so far", () => {
    const { runs: tried, failure } = generatedTrial(fc.boolean(), () => excused).run(settings);
    expect(tried).toBeGreaterThan(20);
    expect(tried).toBeLessThanOrEqual(60);
    expect(failure).toBeUndefined();
  });

  test("counts all failures of a waived law, for excused objects or not", () => {
    const fails = lawFails({
      before: { apiVersion: "v1", kind: "K", metadata: { name: "n" } },
      explanation: "so",
    });
    const listed = listedTrial(
      () => [1, 2],
      () => fails,
    );
    const drawn = generatedTrial(fc.boolean(), (isJudged) => (isJudged ? fails : excused));
    const outcome = sequentialTrial(listed, drawn).run({ ...settings, countsAll: true });
    expect(outcome.failed).toBe(22);
  });
});
