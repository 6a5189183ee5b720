import { describe, expect, test } from "vitest";
import { coloursFor } from "../../../../lib/cli/terminal/colours.ts";
import { reviewLine } from "../../../../lib/cli/verbs/dev/review-line.ts";
import { kindLines } from "../../../../lib/cli/verbs/serve/kind-lines.ts";
import { defineKind } from "../../../../lib/kind/kind.ts";
import type { LogLine } from "../../../../lib/request/log.ts";

const plain = coloursFor({ isTTY: false });

describe("reviewLine prints one line for", () => {
  test.each<{ name: string; line: LogLine; text: string }>([
    {
      name: "a conversion with values that can't be represented",
      line: {
        verb: "convert",
        kind: "Pizza.example.com",
        from: "v1",
        to: "v2",
        objects: 3,
        outcome: "converted",
        status: 200,
        ms: 1.26,
        unparsed: ["spec.a"],
        rounded: ["spec.b", "spec.c"],
        stash: { stale: 1, heldBack: 1 },
      },
      text: "12:00:00 convert  Pizza.example.com v1 → v2 (3) converted 1.3 ms; 1 value can't be parsed; 2 values rounded; 1 value held back",
    },
    {
      name: "a denial whose message would move the cursor",
      line: {
        verb: "validate",
        kind: "Pizza.example.com",
        from: "v1",
        operation: "CREATE",
        outcome: "denied",
        status: 200,
        message: "spec.a: \u001b[2Jgone\nnext",
      },
      text: "12:00:00 validate Pizza.example.com v1 CREATE denied; spec.a: \\u{1b}[2Jgone\\u{a}next",
    },
    {
      name: "a denial after an exception in a handler",
      line: {
        verb: "mutate",
        kind: "Pizza.example.com",
        outcome: "denied",
        status: 200,
        message: "the webhook failed",
        thrown: new TypeError("spec is not iterable"),
      },
      text: "12:00:00 mutate   Pizza.example.com denied; TypeError: spec is not iterable; the webhook failed",
    },
    {
      name: "a body that is not a review",
      line: { verb: "convert", outcome: "refused", status: 400, message: "not JSON" },
      text: "12:00:00 convert  unknown kind refused; not JSON",
    },
  ])("$name", ({ line, text }) => {
    expect(reviewLine(line, "12:00:00", plain)).toBe(text);
  });
});

describe("kindLines", () => {
  test("print a kind's versions, its verbs and its folder", () => {
    const version = (name: string, served: boolean, storage: boolean) => ({
      name,
      served,
      storage,
      schema: { type: "object" },
    });
    const kind = defineKind({
      crd: {
        group: "example.com",
        kind: "Box",
        plural: "boxes",
        scope: "Namespaced",
        versions: [version("v1", false, false), version("v2", true, true)],
      },
      gone: { v0: null },
      conversionGuard: true,
    });
    const lone = defineKind({
      crd: { ...kind.crd, kind: "Lid", versions: [version("v1", true, true)] },
    });
    expect(
      kindLines([
        { kind, folder: "kinds/box" },
        { kind: lone, folder: "/elsewhere/lid" },
      ]),
    ).toEqual([
      "Box.example.com  v1 (not served) v2 (stored) v0 (gone)  converts, validates  kinds/box",
      "Lid.example.com  v1 (stored)                            nothing to do        /elsewhere/lid",
    ]);
  });
});
