import { describe, expect, test } from "vitest";
import { coloursFor } from "../../../lib/cli/terminal/colours.ts";
import { fieldTable } from "../../../lib/cli/verbs/check/field-table.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { analysisOf, mapOf, text, versionOf } from "../../support/lens-analysis.ts";

const plain = coloursFor({});

describe("fieldTable", () => {
  test("shows the members of one move as one row, and does not cut the path of another move", () => {
    const auth = mapOf({ user: text, key: mapOf({ name: text }) });
    const rules: readonly RuleData[] = [
      { op: "move", from: "spec.auth", to: "spec.access.auth" },
      { op: "move", from: "spec.host", to: "spec.net.host" },
    ];
    const found = analysisOf(
      versionOf({ auth, host: text }),
      versionOf({ access: mapOf({ auth }), net: mapOf({ host: text }) }),
      rules,
    );
    expect(fieldTable(found, plain).slice(1)).toEqual([
      "  v1  spec.auth         moved  to spec.access.auth (move)",
      "  v1  spec.host         moved  to spec.net.host (move)",
      "  v2  spec.access.auth  moved  to spec.auth (move)",
      "  v2  spec.net.host     moved  to spec.host (move)",
    ]);
  });

  test("shows a field whose empty text counts as absent as identical, and counts it so", () => {
    const rule: RuleData = {
      op: "at",
      from: "spec.a",
      to: "spec.a",
      omit: { from: { equals: "" } },
    };
    const found = analysisOf(versionOf({ a: text }), versionOf({ a: text }), [rule]);
    expect(fieldTable(found, plain)).toEqual([
      "v1 and v2: 2 identical",
      '  v1  spec.a  identical; "" preserved  to spec.a (at)',
    ]);
  });
});
