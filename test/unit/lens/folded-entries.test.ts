import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonArray } from "../../../lib/json/value.ts";
import { addressText, firstAddress, parseAddresses } from "../../../lib/lens/place/address.ts";
import { readStoredEntries } from "../../../lib/lens/stash/entry-tree.ts";
import { preservedValues } from "../../../lib/lens/stash/folded-entries.ts";

function written(entries: Readonly<Record<string, JsonArray>>) {
  return preservedValues(new Map(Object.entries(entries)));
}

/** The entries that are read from the annotations' values. */
function readAgain(values: ReturnType<typeof written>) {
  const stored = values.map((value) => ({ ...value, annotation: "a" }));
  const { parsed, refused } = readStoredEntries(stored);
  expect(refused).toEqual([]);
  return new Map(parsed.map(({ text, entry }) => [text, entry]));
}

describe("preservedValues", () => {
  test("writes one entry for many equal items, and the fingerprints of their list", () => {
    const items = Array.from({ length: 1000 }, (_, at) => at);
    const entries = Object.fromEntries([
      ...items.map((at) => [`spec.list[#${at}].regex`, [true]]),
      ...items.map((at) => [`spec.list[#${at}].type`, []]),
      ["spec.list[#]", [items.map(String)]],
    ]);
    const values = written(entries);
    expect(values.map(({ address, unit }) => `${unit}: ${address}`)).toEqual([
      "spec.list: spec.list[#]",
      "spec.list: spec.list[#0-999].regex",
      "spec.list: spec.list[#0-999].type",
    ]);
    expect(readAgain(values)).toEqual(new Map(Object.entries(entries)));
  });

  test("folds the indexes of lists in lists", () => {
    const places = [0, 1, 2].flatMap((outer) => [0, 1, 3].map((inner) => [outer, inner]));
    const entries = Object.fromEntries(
      places.map(([outer, inner]) => [`a[#${outer}]?.b[#${inner}].c`, ["x"]]),
    );
    expect(written(entries)).toEqual([
      { address: "a[#0-2]?.b[#0-1,3].c", unit: "a", entry: ["x"], format: 2 },
    ]);
  });

  test("writes separate entries where values, annotations or fields differ", () => {
    const entries = {
      "a[#0].x": [1],
      "a[#1].x": [2],
      "a[#2]?.x.y": [1],
      "a[#4].x.y": [1],
      "a[#3].y": [1],
    };
    expect(
      written(entries)
        .map(({ address }) => address)
        .toSorted(),
    ).toEqual(["a[#0].x", "a[#1].x", "a[#2]?.x.y", "a[#3].y", "a[#4].x.y"]);
  });

  test("reads any preserved values that it wrote", () => {
    const step = fc.oneof(
      fc.nat(4).map((at) => `[#${at}]`),
      fc.constantFrom(".a", ".b", '["x.y"]', '[name="a"]'),
    );
    const address = fc
      .tuple(fc.constantFrom("s", "t"), fc.array(step, { maxLength: 5 }))
      .map(([first, steps]) => first + steps.join(""));
    const entries = fc.dictionary(address, fc.constantFrom([], [1], [2], ["v", "print"]), {
      maxKeys: 60,
    });
    fc.assert(
      fc.property(entries, (given) => {
        expect(readAgain(written(given))).toEqual(new Map(Object.entries(given)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe("parseAddresses", () => {
  test.each(["a[#1-0]", "a[#0,0]", "a[#3,1]", "a[#-1]", "a[#0-]", "a[#,]"])(
    "refuses %s",
    (text) => {
      expect(parseAddresses(text, 1000)).toBeUndefined();
    },
  );

  test("returns no more addresses than the limit", () => {
    expect(parseAddresses("a[#0-9].b[#0-9]", 100)).toHaveLength(100);
    expect(parseAddresses("a[#0-9].b[#0-9]", 99)).toBeUndefined();
    expect(parseAddresses("a[#0-999999999]", 1000)).toBeUndefined();
  });
});

describe("firstAddress", () => {
  test.each<{ text: string; first: string | undefined }>([
    { text: "a[#3-999999999,1000000000].b", first: undefined },
    { text: "a[#3-999999999].b[#0,7]", first: "a[#3].b[#0]" },
    { text: "a?.b.c[]", first: "a?.b.c[]" },
    { text: "a[", first: undefined },
  ])("of $text returns $first", ({ text, first }) => {
    const address = firstAddress(text);
    expect(address && addressText(address)).toBe(first);
  });
});
