import { describe, expect, test } from "vitest";
import { opNamesIn } from "../../../lib/lens/language/op-names.ts";

describe("opNamesIn", () => {
  test.each([
    { name: "no lens", data: [], ops: [] },
    { name: "a rule", data: { rules: [{ op: "move" }] }, ops: ["move"] },
    {
      name: "rules within rules",
      data: { rules: [{ op: "keyed", rules: [{ op: "duration" }] }] },
      ops: ["keyed", "duration"],
    },
    {
      name: "named lenses, cases of a variant and sources of first",
      data: {
        lenses: { a: [{ op: "count" }] },
        rules: [
          { op: "variant", cases: { x: { rules: [{ op: "single" }] } } },
          { op: "first", from: ["a", { op: "map", path: "b" }] },
        ],
      },
      ops: ["count", "variant", "single", "first", "map"],
    },
  ])("finds the ops of $name", ({ data, ops }) => {
    expect(opNamesIn(data)).toEqual(ops);
  });
});
