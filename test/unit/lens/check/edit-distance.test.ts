import { expect, test } from "vitest";
import { editDistance } from "../../../../lib/lens/check/edit-distance.ts";

test.each([
  { one: "", other: "", distance: 0 },
  { one: "", other: "abc", distance: 3 },
  { one: "abc", other: "", distance: 3 },
  { one: "kitten", other: "sitting", distance: 3 },
  { one: "topping", other: "topping", distance: 0 },
  { one: "spec", other: "sepc", distance: 2 },
  { one: "a", other: "\u{1f355}", distance: 1 },
])("$one to $other: $distance", ({ one, other, distance }) => {
  expect(editDistance(one, other)).toBe(distance);
});
