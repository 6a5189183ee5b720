import { describe, expect, test } from "vitest";
import { alignFingerprints } from "../../../lib/lens/stash/align.ts";

describe("alignFingerprints", () => {
  test.each([
    { name: "moved", old: "abc", today: "cab", exact: false, found: [1, 2, 0] },
    {
      name: "moved, one of two equal items",
      old: "xabx",
      today: "yxba",
      exact: true,
      found: [1, 3, 2, undefined],
    },
    { name: "both of two equal items stay", old: "xx", today: "yxx", exact: true, found: [1, 2] },
    { name: "moved to the end", old: "axx", today: "xxya", exact: true, found: [3, 0, 1] },
    { name: "edited in place", old: "abc", today: "axc", exact: false, found: [0, 1, 2] },
    {
      name: "edited, with exact alignment",
      old: "abc",
      today: "axc",
      exact: true,
      found: [0, undefined, 2],
    },
  ])("$name", ({ old, today, exact, found }) => {
    const at = alignFingerprints([...old], [...today], exact);
    expect(at).toEqual(found);
  });

  test.each([
    { name: "all items equal in both lists", old: "x", today: "y" },
    { name: "all items equal in one list", old: undefined, today: "y" },
  ])("pairs long lists in order where nothing matches: $name", ({ old, today }) => {
    const texts = Array.from({ length: 60_000 }, (_, index) => old ?? String(index));
    const at = alignFingerprints(
      texts,
      texts.map(() => today),
      false,
    );
    expect(at.every((place, index) => place === index)).toBe(true);
  });
});
