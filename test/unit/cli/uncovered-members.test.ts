import { describe, expect, test } from "vitest";
import { joinUncoveredMembers } from "../../../lib/cli/kinds/compile/uncovered-members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import {
  analysisOf,
  integer,
  listOf,
  mapOf,
  text,
  versionOf,
} from "../../support/lens-analysis.ts";

function errorsOf(from: JsonObject, to: JsonObject, rules: readonly RuleData[]) {
  const { faults } = analysisOf(versionOf(from), versionOf(to), rules);
  return joinUncoveredMembers(faults).map(({ code, message }) => `${code} ${message}`);
}

describe("members that only one version has", () => {
  test("of one map are one error with the keep to paste, and members of another map, version or with a similar field are another", () => {
    const older = {
      ref: mapOf({ name: text, kind: text, uid: text }),
      size: integer,
      cohort: text,
      ports: listOf(mapOf({ "a b": text, c: text, d: text })),
    };
    const newer = {
      ref: mapOf({ name: text }),
      cohortName: text,
      note: text,
      level: integer,
      ports: listOf(mapOf({ d: text })),
    };
    expect(errorsOf(older, newer, [])).toEqual([
      "E101 `kind` and `uid` of `spec.ref` exist only in v1, and no rule covers them. Try keep or drop: - { keep: [spec.ref.kind, spec.ref.uid] }",
      "E101 `spec.size` exists only in v1, and no rule covers it. Try keep or drop",
      "E101 `spec.cohort` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.cohortName`",
      'E101 `["a b"]` and `c` of `spec.ports[*]` exist only in v1, and no rule covers them. Try keep or drop: - { keep: ["spec.ports[*][\\"a b\\"]", "spec.ports[*].c"] }',
      "E101 `spec.cohortName` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.cohort`",
      "E101 `note` and `level` of `spec` exist only in v2, and no rule covers them. Try keep or drop: - { keep: [spec.note, spec.level], in: v2 }",
    ]);
  });

  test("within a rule have no entry to paste, because its paths would start at the item", () => {
    const older = { ports: listOf(mapOf({ name: text, a: text, b: text })) };
    const newer = { ports: listOf(mapOf({ name: text })) };
    const rule: RuleData = { op: "each", from: "spec.ports", to: "spec.ports", rules: [] };
    expect(errorsOf(older, newer, [rule])).toEqual([
      "E101 `a` and `b` of `spec.ports[*]` exist only in v1, and no rule covers them. Try keep or drop (each spec.ports)",
      expect.stringMatching(/^E117 /),
    ]);
  });
});
