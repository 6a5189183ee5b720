import { describe, expect, test } from "vitest";
import { known } from "../../../lib/json/invariant.ts";

describe("known", () => {
  test("returns a value, also null or an empty one", () => {
    expect([known(0, "a"), known("", "a"), known(null, "a")]).toEqual([0, "", null]);
  });

  test("throws an error that names the invariant", () => {
    expect(() => known([].at(0), "a list has an item")).toThrow(
      "internal error, please report it: it should be true that a list has an item",
    );
  });
});
