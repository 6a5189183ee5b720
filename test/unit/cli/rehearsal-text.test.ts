import { describe, expect, test } from "vitest";
import {
  endLines,
  hasOnlyDocumentedFailures,
  type RehearsalEnd,
  rehearsalJson,
  rehearsedLines,
} from "../../../lib/cli/verbs/rehearse/rehearsal-text.ts";
import type { RehearsedStep } from "../../../lib/evolve/rehearse/rehearse-plan.ts";

const step: RehearsedStep = {
  title: "stop serving v1",
  seconds: 0.4,
  faults: [],
  moved: { from: "v1", to: "v2" },
  clients: [
    { role: "reader", version: "v2", requests: 1, failures: [], longestGapMs: 1234 },
    { role: "writer", version: "v2", requests: 7, failures: [], longestGapMs: 20 },
    {
      role: "watch",
      version: "v2",
      requests: 1,
      longestGapMs: 300,
      failures: [
        { request: "watch", status: 200, text: "closed", count: 2, unavoidable: "it is so" },
      ],
    },
  ],
};

const failing: RehearsedStep = {
  ...step,
  faults: ["a can't be read"],
  moved: null,
  clients: [
    {
      role: "writer",
      version: "v2",
      requests: 3,
      longestGapMs: 0,
      failures: [
        { request: "patch", status: 500, text: "webhook failed", count: 2, unavoidable: null },
        { request: "apply", status: 0, text: "socket hang up", count: 1, unavoidable: null },
      ],
    },
  ],
};

function end(
  steps: readonly RehearsedStep[],
  more: Partial<RehearsalEnd["report"]> = {},
): RehearsalEnd {
  const report = { kubeApiServer: "v1.36.3", copies: 2, refused: [], lost: [], steps, ...more };
  const webhook = { reviews: 9, failed: 1 };
  return { report, definition: "a.b", planned: 1, isRedacted: true, seconds: 12, webhook };
}

const before = { ...step, title: "before the plan", moved: null };

describe("rehearsedLines", () => {
  test("show a step as documented", () => {
    expect(rehearsedLines(step, 1, 2)).toEqual([
      "ok    step 1 of 2: stop serving v1 (0.40 s)",
      "      before this step the clients at v1 moved to v2",
      "      at v2: 1 read, longest gap 1.2 s; 7 writes, longest gap 0.02 s; watch closed for 0.30 s",
      "      note  watch at v2: 2 × closed (it is so)",
    ]);
  });

  test("show a step with failures", () => {
    expect(rehearsedLines(failing, 0, 2)).toEqual([
      "FAIL  stop serving v1",
      "      a can't be read",
      "      at v2: 3 writes, longest gap 0.00 s",
      "      FAIL  writer at v2: 2 × patch: 500: webhook failed",
      "      FAIL  writer at v2: 1 × apply: no response: socket hang up",
    ]);
  });
});

describe("hasOnlyDocumentedFailures", () => {
  test.each([
    { name: "all steps", rehearsal: end([before, step]), is: true },
    { name: "a step was not carried out", rehearsal: end([before]), is: false },
    {
      name: "a client had another response",
      rehearsal: end([before, { ...failing, faults: [] }]),
      is: false,
    },
    { name: "a step failed", rehearsal: end([before, { ...step, faults: ["no"] }]), is: false },
    { name: "a write is lost", rehearsal: end([before, step], { lost: ["a"] }), is: false },
    {
      name: "an object could not be copied",
      rehearsal: end([before, step], { refused: ["a"] }),
      is: true,
    },
  ])("$name: $is", ({ rehearsal, is }) => {
    expect(hasOnlyDocumentedFailures(rehearsal)).toBe(is);
    expect(rehearsalJson(rehearsal)["ok"]).toBe(is);
  });
});

test("endLines", () => {
  expect(endLines(end([before, failing], { refused: ["x: 422"], lost: ["y"] }))).toEqual([
    "note  not copied: x: 422",
    "FAIL  a write is lost: y",
    "FAIL  0 of 1 steps with 2 copied objects in 12.0 s, 9 reviews of which 1 failed: see the lines with FAIL above",
  ]);
});
