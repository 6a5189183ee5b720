import { describe, expect, test } from "vitest";
import { stashCodec } from "../../../lib/service/stash-codec.ts";

describe("stashCodec", () => {
  test.each(["", "a", "spec.host ".repeat(10_000), "ü😀\u0000"])(
    "decodes what it encoded %#",
    (text) => {
      expect(stashCodec.inflate(stashCodec.deflate(text), 1_000_000)).toBe(text);
    },
  );

  test.each([
    { name: "text that is not base64", text: "%%%" },
    { name: "text that is not compressed", text: "AAAA" },
    { name: "text that is longer than the limit", text: stashCodec.deflate("x".repeat(2000)) },
  ])("returns undefined for $name", ({ text }) => {
    expect(stashCodec.inflate(text, 1000)).toBeUndefined();
  });
});
