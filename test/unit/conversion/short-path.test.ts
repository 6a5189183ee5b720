import { describe, expect, test } from "vitest";
import { shortPath } from "../../../lib/conversion/short-path.ts";

describe("shortPath", () => {
  test("leaves 512 characters as they are", () => {
    expect(shortPath("x".repeat(512))).toBe("x".repeat(512));
  });

  test("shows of more the beginning and the end", () => {
    const short = shortPath(`spec.first.${"routes[0].".repeat(100)}last`);
    expect(short).toHaveLength(512);
    expect(short).toMatch(/^spec\.first\.routes.*….*routes\[0\]\.last$/);
  });
});
