import { describe, expect, test } from "vitest";
import { parseConversion } from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { lawLines, needlessWaivers } from "../../../lib/cli/verbs/check/report-text.ts";
import type { HookRule } from "../../../lib/lens/language/rule.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { gadget, map, text } from "../../support/law-kinds.ts";

const runs = 50;
const only = ["settles"] as const;
const schema = { spec: map({ name: text }) };

/** A kind whose hook does not settle from v1 to v2 and is identified by the text that it adds. */
function waiving(added: string) {
  const rule: HookRule = {
    op: "hook",
    from: ["spec.name"],
    to: ["spec.name"],
    forward: ([name]) => [typeof name === "string" ? `${name}${added}` : name],
    backward: (values) => [...values],
  };
  const waive = ["v1 v2", "v2 v1"].map((names) => {
    const [from = "", to = ""] = names.split(" ");
    return { law: "settles" as const, from, to, why: "names are free text" };
  });
  return gadget({ v1: schema, v2: schema, lens: { rules: [rule], waive } });
}

describe("a waived law", () => {
  test("is still tried, and every object that fails it is counted", async () => {
    const report = await checkKind(waiving("x"), { runs, only });
    const [{ waived } = { waived: undefined }] = report.laws;
    expect(report.passed).toBe(true);
    expect(waived?.why).toBe("names are free text");
    expect(waived?.failed).toBeGreaterThan(1);
    expect(lawLines(report)).toContain(
      `waived  settles v1 to v2  ${waived?.failed} of ${runs} objects (names are free text)`,
    );
  });

  test("that no object fails is reported as not needed", async () => {
    const report = await checkKind(waiving(""), { runs, only });
    expect(report.passed).toBe(true);
    expect(needlessWaivers(report)).toContain(
      `the waiver of settles v1 to v2 is not needed: none of ${runs} objects breaks the law`,
    );
  });

  test("does not excuse failures of other laws", async () => {
    const report = await checkKind(waiving("x"), { runs, only: ["settles", "fragments"] });
    expect(report.laws.filter(({ waived }) => waived !== undefined).map(({ law }) => law)).toEqual([
      "settles",
      "settles",
    ]);
  });
});

describe("waive in conversion.yaml", () => {
  const parsed = (waiver: string) =>
    parseConversion(`from: v1\nto: v2\nrules: []\nwaive: [${waiver}]\n`, {
      file: "conversion.yaml",
      kindVersions: ["v1", "v2", "v3"],
    });

  test("is parsed", () => {
    const { lenses, faults } = parsed("{ law: edits-survive, from: v1, to: v2, why: newest }");
    expect(faults).toEqual([]);
    expect(lenses[0]?.waive).toEqual([
      { law: "edits-survive", from: "v1", to: "v2", why: "newest" },
    ]);
  });

  test.each([
    ["no-crash", "{ law: no-crash, from: v1, to: v2, why: x }"],
    ["input-untouched", "{ law: input-untouched, from: v1, to: v2, why: x }"],
    ["deterministic", "{ law: deterministic, from: v1, to: v2, why: x }"],
    ["round-trip", "{ law: round-trip, from: v1, to: v2, why: x }"],
    ["server-in-between", "{ law: server-in-between, from: v1, to: v2, why: x }"],
    ["small-scope", "{ law: small-scope, from: v1, to: v2, why: x }"],
    ["an empty reason", '{ law: settles, from: v1, to: v2, why: "" }'],
    ["another version", "{ law: settles, from: v1, to: v3, why: x }"],
    ["one version twice", "{ law: settles, from: v1, to: v1, why: x }"],
  ])("refuses %s", (_name, waiver) => {
    expect(parsed(waiver).faults).not.toEqual([]);
  });
});
