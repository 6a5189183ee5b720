import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  alignFingerprints,
  notConvertedFingerprint,
} from "../../../lib/lens/stash/align-fingerprints.ts";

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
    {
      name: "edited beside one moved away",
      old: "amob",
      today: "anbm",
      exact: false,
      found: [0, 3, 1, 2],
    },
    {
      name: "edited beside one moved in",
      old: "maob",
      today: "amnb",
      exact: false,
      found: [1, 0, 2, 3],
    },
    {
      name: "edited, removed: nobody knows which",
      old: "aopb",
      today: "anb",
      exact: false,
      found: [0, undefined, undefined, 2],
    },
    {
      name: "edited, added: nobody knows which",
      old: "aob",
      today: "anmb",
      exact: false,
      found: [0, undefined, 3],
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

/** Two lists that share many items, some more than once. */
const texts = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 8 });

describe("for random lists", () => {
  test("pairs equal items, each item once", () => {
    fc.assert(
      fc.property(texts, texts, (old, current) => {
        const pairs = pairsOf(alignFingerprints(old, current, true));
        expect(pairs.map(([index]) => old[index])).toEqual(pairs.map(([, at]) => current[at]));
        expect(new Set(pairs.map(([, at]) => at)).size).toBe(pairs.length);
      }),
    );
  });

  test("pairs as many items in order as any alignment can", () => {
    fc.assert(
      fc.property(texts, texts, (old, current) => {
        const pairs = pairsOf(alignFingerprints(old, current, true));
        expect(longestIncreasing(pairs.map(([, at]) => at))).toBe(mostInOrder(old, current));
      }),
    );
  });

  test("leaves nothing that is equal to one item alone", () => {
    fc.assert(
      fc.property(texts, texts, (old, current) => {
        const pairs = pairsOf(alignFingerprints(old, current, true));
        const oldLeft = old.filter((_, index) => pairs.every(([paired]) => paired !== index));
        const currentLeft = current.filter((_, at) => pairs.every(([, paired]) => paired !== at));
        const once = (list: readonly string[], text: string) =>
          list.filter((other) => other === text).length === 1;
        expect(oldLeft.filter((text) => once(oldLeft, text) && once(currentLeft, text))).toEqual(
          [],
        );
      }),
    );
  });

  test("pairs of the items that remain several times none beyond those in order", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.nat(6), (before, after) => {
        const [old, current] = [Array(before).fill("x"), [...Array(after).fill("x"), "y"]];
        const pairs = pairsOf(alignFingerprints(old, current, true));
        expect(pairs).toHaveLength(Math.min(before, after));
      }),
    );
  });

  test("edited items are paired where as many items stand between the same two others", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("same", "edited", "added", "removed")), (fates) => {
        const old = fates.flatMap((fate, at) => (fate === "added" ? [] : [`item ${at}`]));
        const current = fates.flatMap((fate, at) =>
          fate === "removed" ? [] : [fate === "same" ? `item ${at}` : `other ${at}`],
        );
        const gaps = fates.join().split("same");
        const isClear = gaps.every((gap) => !gap.includes("edited") || !/added|removed/.test(gap));
        fc.pre(isClear && gaps.every((gap) => !(gap.includes("added") && gap.includes("removed"))));
        const pairs = pairsOf(alignFingerprints(old, current, false));
        const expected = pairsOf(
          old.map((text) => {
            const at = current.findIndex((other) => numberOf(other) === numberOf(text));
            return at === -1 ? undefined : at;
          }),
        );
        expect(pairs).toEqual(expected);
      }),
    );
  });

  test("items that are not converted have no place, and change nothing for the others", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c", notConvertedFingerprint), { maxLength: 8 }),
        texts,
        fc.boolean(),
        (old, current, exact) => {
          const others = old.filter((text) => text !== notConvertedFingerprint);
          const found = alignFingerprints(old, current, exact);
          expect(found.filter((_, index) => old[index] !== notConvertedFingerprint)).toEqual(
            alignFingerprints(others, current, exact),
          );
          expect(found.filter((_, index) => old[index] === notConvertedFingerprint)).toEqual(
            old.flatMap((text) => (text === notConvertedFingerprint ? [undefined] : [])),
          );
        },
      ),
    );
  });
});

function numberOf(text: string): string | undefined {
  return text.split(" ")[1];
}

function pairsOf(found: readonly (number | undefined)[]): readonly (readonly [number, number])[] {
  return found.flatMap((at, index) => (at === undefined ? [] : [[index, at] as const]));
}

/** The most items that both lists have in the same order, by trying all ways. */
function mostInOrder(old: readonly string[], current: readonly string[]): number {
  if (old.length === 0 || current.length === 0) return 0;
  const [oldRest, currentRest] = [old.slice(1), current.slice(1)];
  if (old[0] === current[0]) return 1 + mostInOrder(oldRest, currentRest);
  return Math.max(mostInOrder(oldRest, current), mostInOrder(old, currentRest));
}

function longestIncreasing(numbers: readonly number[]): number {
  const lengths: number[] = [];
  for (const [at, number] of numbers.entries()) {
    const before = lengths.filter((_, index) => (numbers[index] ?? Infinity) < number);
    lengths[at] = 1 + Math.max(0, ...before);
  }
  return Math.max(0, ...lengths);
}
