import { describe, expect, test } from "vitest";
import type { Kind } from "../../../lib/kind/kind.ts";
import { checkKind, type KindReport } from "../../../lib/verify/check-kind.ts";
import { gadget, integer, list, map, text } from "../../support/law-kinds.ts";

const options = { runs: 120, only: ["valid-result"] } as const;

function found({ objectFaults, passed }: KindReport) {
  return {
    passed,
    faults: objectFaults.map(({ code, severity, message }) => `${code} ${severity}: ${message}`),
  };
}

const rule = (expression: string) => ({
  "x-kubernetes-validations": [{ rule: expression }],
});

/** A kind of which hardly any valid object has the field that a rule is about. */
function rare(examples = "") {
  const version = (name: string) =>
    map({ n: integer, [name]: text }, rule(`!has(self.${name}) || self.${name} == 'needle-7'`));
  return gadget({
    v1: { spec: version("rare") },
    v2: { spec: version("seldom") },
    lens: `rules: [{ move: spec.rare, to: spec.seldom }]\n${examples}`,
  });
}

/** A kind whose spec can hardly be generated in v1. */
function empty(examples = "") {
  return gadget({
    v1: { spec: map({ a: text }, { required: ["a"], ...rule("self.a == 'needle-7'") }) },
    v2: { spec: map({ b: text }) },
    lens: `rules: [{ move: spec.a, to: spec.b }]
accept: [{ in: v1, at: [spec, spec.a], refuses: [required, { rule: self.a }], why: only v1 asks for it }]\n${examples}`,
  });
}

describe("exercised rules", () => {
  test("a kind whose rules are all reached has no fault", async () => {
    const kind = gadget({
      v1: { spec: map({ a: text }) },
      v2: { spec: map({ b: text }) },
      lens: "rules: [{ move: spec.a, to: spec.b }]",
    });
    expect(found(await checkKind(kind, options))).toEqual({ passed: true, faults: [] });
  });

  test("E131, a warning: a rule that no valid object reached, without those inside it", async () => {
    const kind = gadget({
      v1: { spec: map({ n: integer, rare: list(map({ note: text })) }, rule("!has(self.rare)")) },
      v2: { spec: map({ n: integer, rare: list(map({ title: text })) }, rule("!has(self.rare)")) },
      lens: "rules: [{ each: spec.rare, rules: [{ move: note, to: title }] }]",
    });
    const { passed, faults } = found(await checkKind(kind, options));
    expect(passed).toBe(true);
    expect(faults).toEqual([
      expect.stringMatching(
        /^E131 warning: none of \d+ valid objects had a value at `spec.rare`: only small-scope tried the rule. Add an example with such a value \(each spec.rare, conversion.yaml:3:9\)$/,
      ),
    ]);
  });

  test("E131 disappears if an example has the field", async () => {
    const example =
      "examples: [{ v1: { spec: { rare: needle-7 } }, v2: { spec: { seldom: needle-7 } } }]";
    const codes = async (kind: Kind) =>
      (await checkKind(kind, options)).objectFaults.map(({ code }) => code);
    expect(await codes(rare())).toEqual(["E131"]);
    expect(await codes(rare(example))).toEqual([]);
  });

  test("E133, an error: a direction in which fewer than a tenth of the objects have a spec", async () => {
    const { passed, faults } = found(await checkKind(empty(), options));
    expect(passed).toBe(false);
    expect(faults).toContainEqual(
      expect.stringMatching(
        /^E133 error: only \d+ of \d+ valid objects of v1 have a `spec`, so the laws from v1 to v2 show nothing. Add an example/,
      ),
    );
  });

  test("E133 disappears if there is an example", async () => {
    const example = `examples: [{ v1: { spec: { a: needle-7 } }, v2: { spec: { b: needle-7 } } }]`;
    const { faults } = found(await checkKind(empty(example), options));
    expect(faults.filter((fault) => fault.startsWith("E133"))).toEqual([]);
  });

  test("few objects are not evidence of anything", async () => {
    const { faults } = found(await checkKind(empty(), { ...options, runs: 5 }));
    expect(faults).toEqual([]);
  });
});
