import { describe, expect, test } from "vitest";
import { Float, type JsonValue } from "../../../lib/json/value.ts";
import { fingerprint } from "../../../lib/lens/stash/fingerprint.ts";

describe("fingerprint", () => {
  test.each<{ name: string; one: JsonValue; other: JsonValue }>([
    { name: "keys in another order", one: { a: 1, b: [{}] }, other: { b: [{}], a: 1 } },
    { name: "a float of 2^60 and its digits", one: 2 ** 60, other: 2n ** 60n },
    { name: "zero with a sign", one: -0, other: 0 },
    { name: "a float that keeps its text", one: new Float("1.0"), other: 1 },
  ])("is the same for equal values: $name", ({ one, other }) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });
});
