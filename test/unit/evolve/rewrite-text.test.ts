import { describe, expect, test } from "vitest";
import { rewriteFaults } from "../../../lib/evolve/step/rewrite-text.ts";

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
