import { describe, expect, test } from "vitest";
import { rewriteFaults, rewriteNote } from "../../../lib/evolve/step/rewrite-text.ts";

const counts = { objects: 30, rewritten: 0, unchanged: 0, skipped: 0, changedByOthers: 0, gone: 0 };

describe("rewriteFaults", () => {
  test.each([
    { objects: 20, rest: [] },
    { objects: 21, rest: ["and 1 more object with such a fault"] },
    { objects: 22, rest: ["and 2 more objects with such a fault"] },
  ])("names at most 20 of $objects objects", ({ objects, rest }) => {
    const wiped = Array.from({ length: objects }, (_, index) => `default/a${index}`);
    const faults = rewriteFaults({ ...counts, refused: [], wiped });
    expect(faults[19]).toMatch(/^default\/a19 lost its managedFields/);
    expect(faults.slice(20)).toEqual(rest);
  });
});

test("rewriteNote counts each object that was not refused, also one that another client wrote", () => {
  const report = {
    ...{ objects: 17, rewritten: 3, unchanged: 4, skipped: 2, changedByOthers: 2, gone: 6 },
    ...{ refused: [], wiped: [] },
  };
  expect(rewriteNote(report)).toBe(
    "5 of 17 objects were rewritten, 6 needed no rewrite, 6 were deleted meanwhile",
  );
});
