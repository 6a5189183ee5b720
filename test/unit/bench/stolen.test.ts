import { describe, expect, test } from "vitest";
import { stolenShare, ticksIn } from "../../bench/performance/stolen.ts";

describe("the CPU time that other machines took", () => {
  const before = ticksIn("cpu  100 0 50 800 10 0 0 40 7 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n");

  test("is the eighth number of the first line; guests are included in the first two", () => {
    expect(before).toEqual({ all: 1000, stolen: 40 });
  });

  test("is a share of the time between two readings", () => {
    expect(stolenShare(before, { all: 1200, stolen: 140 })).toBe(0.5);
    expect(stolenShare(before, { all: 1200, stolen: 40 })).toBe(0);
  });

  test("is 0 if nothing was read, or no time passed", () => {
    expect(ticksIn("")).toEqual({ all: 0, stolen: 0 });
    expect(stolenShare(before, before)).toBe(0);
  });
});
