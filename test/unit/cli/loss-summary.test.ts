import { describe, expect, test } from "vitest";
import { lossSummary } from "../../../lib/cli/verbs/check/webhook/loss-summary.ts";
import type { LawReport } from "../../../lib/verify/check-laws.ts";

function failed(law: LawReport["law"], from: string, to: string, paths?: readonly string[]) {
  const before = {};
  return {
    ...{ law, from, to, passed: false, runs: 1 },
    ...{ refused: 0, crashed: 0, excused: 0, accepted: [] },
    failure: { before, explanation: "", seed: 1, path: "", ...(paths && { paths }) },
  } satisfies LawReport;
}

describe("lossSummary", () => {
  test("groups by path, the most frequent first", () => {
    const lines = lossSummary([
      failed("converts", "v1", "v2"),
      failed("round-trip", "v1", "v2", ["spec.a", "spec.timeout"]),
      failed("round-trip", "v2", "v1", ["spec.timeout"]),
      failed("settles", "v1", "v2", ["spec.timeout"]),
      failed("fragments", "v1", "v2", ["spec.timeout"]),
    ]);
    expect(lines).toEqual([
      "lost or changed, by path (an entry in the file of --acknowledge that names no law is valid for all):",
      "  spec.timeout  round-trip (v1 to v2, v2 to v1), settles, fragments (v1 to v2)",
      "  spec.a        round-trip (v1 to v2)",
      "",
    ]);
  });

  test.each([
    { name: "one law", laws: [failed("settles", "v1", "v2", ["spec.a"])] },
    {
      name: "laws without paths",
      laws: [failed("converts", "v1", "v2"), failed("http2", "a", "b")],
    },
  ])("prints nothing for $name", ({ laws }) => {
    expect(lossSummary(laws)).toEqual([]);
  });
});
