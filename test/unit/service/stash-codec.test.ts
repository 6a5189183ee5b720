import { describe, expect, test } from "vitest";
import { stashCodec } from "../../../lib/service/stash-codec.ts";

describe("stashCodec", () => {
  test.each(["", "a", "spec.host ".repeat(10_000), "ü😀\u0000"])(
    "gives back what it took %#",
    (text) => {
      expect(stashCodec.inflate(stashCodec.deflate(text), 1_000_000)).toBe(text);
    },
  );

  test.each([
    { name: "no base64", text: "%%%" },
    { name: "no compressed text", text: "AAAA" },
    { name: "more than asked for", text: stashCodec.deflate("x".repeat(2000)) },
  ])("gives nothing for $name", ({ text }) => {
    expect(stashCodec.inflate(text, 1000)).toBeUndefined();
  });
});
