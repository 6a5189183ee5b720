import { describe, expect, test } from "vitest";
import { shortPath } from "../../../lib/conversion/short-path.ts";

describe("shortPath", () => {
  test("does not change 512 characters", () => {
    expect(shortPath("x".repeat(512))).toBe("x".repeat(512));
  });

  test("shortens a longer text to its beginning and end", () => {
    const short = shortPath(`spec.first.${"routes[0].".repeat(100)}last`);
    expect(short).toHaveLength(512);
    expect(short).toMatch(/^spec\.first\.routes.*….*routes\[0\]\.last$/);
  });
});
