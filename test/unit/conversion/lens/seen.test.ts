import { describe, expect, test } from "vitest";
import { isSeen } from "../../../../lib/conversion/lens/seen.ts";
import type { JsonValue } from "../../../../lib/json/value.ts";

const rows: readonly {
  name: string;
  value: JsonValue;
  other: JsonValue;
  table: JsonValue;
  seen: boolean;
}[] = [
  { name: "no difference", value: { a: 1 }, other: { a: 1 }, table: { a: 2 }, seen: true },
  { name: "what is on the table", value: { a: 1 }, other: {}, table: { a: 1, b: 2 }, seen: true },
  { name: "something else", value: { a: 1 }, other: {}, table: { a: 2 }, seen: false },
  {
    name: "items one by one where they are maps",
    value: [{ a: 1 }, { b: 2 }],
    other: [{ a: 1 }, {}],
    table: [{ a: 3 }, { b: 2 }],
    seen: true,
  },
  {
    name: "half of one list of scalars, half of another",
    value: ["a", "a", "a"],
    other: ["a", "a", "b"],
    table: ["a", "b", "a"],
    seen: false,
  },
  {
    name: "a list of scalars that is on the table",
    value: ["a", "b", "a"],
    other: ["a", "a", "b"],
    table: ["a", "b", "a"],
    seen: true,
  },
];

describe("isSeen", () => {
  test.each(rows)("$name: $seen", ({ value, other, table, seen }) => {
    expect(isSeen(value, other, table, () => false)).toBe(seen);
  });

  test("a container that is on the table may be there with less in it", () => {
    const [value, other, table] = [{ a: {} }, {}, { a: { b: 1 } }];
    expect(isSeen(value, other, table, ([key]) => key === "a")).toBe(true);
    expect(isSeen(value, other, table, () => false)).toBe(false);
    expect(isSeen({ a: { c: 1 } }, other, table, () => true)).toBe(false);
    expect(isSeen(value, other, {}, () => true)).toBe(false);
  });

  test("items that are null are items", () => {
    const [value, other, table] = [
      [{ a: 1 }, {}, null],
      [{ a: 1 }, { a: 1 }, null],
      [{}, {}, null],
    ];
    expect(isSeen(value, other, table, () => false)).toBe(true);
  });
});
