import { describe, expect, test } from "vitest";
import { assertDefined } from "../../../lib/json/invariant.ts";

describe("assertDefined", () => {
  test("returns a value, also null or an empty one", () => {
    expect([assertDefined(0, "a"), assertDefined("", "a"), assertDefined(null, "a")]).toEqual([
      0,
      "",
      null,
    ]);
  });

  test("throws an error that names the invariant", () => {
    expect(() => assertDefined([].at(0), "a list has an item")).toThrow(
      "internal error, please report it: it should be true that a list has an item",
    );
  });
});
