import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readBody } from "../../../../lib/hosts/local/body.ts";

/** Chunks as a connection gives them, each with a buffer of its own and with other bytes. */
function chunksOf(...lengths: readonly number[]): readonly Buffer[] {
  return lengths.map((length, index) => Buffer.alloc(length, 0x61 + index));
}

describe("readBody", () => {
  test.each([
    { name: "one chunk", lengths: [50_000], expected: 50_000 },
    {
      name: "a length that was announced",
      lengths: [50_000, 65_536, 1, 65_536],
      expected: 181_073,
    },
    { name: "no announced length", lengths: [50_000, 65_536, 1, 65_536], expected: 0 },
    { name: "fewer bytes than announced", lengths: [50_000, 65_536], expected: 1_000_000 },
    { name: "more bytes than announced", lengths: [50_000, 65_536, 65_536], expected: 60_000 },
    { name: "a length that is beyond all limits", lengths: [50_000, 65_536], expected: 1e15 },
    { name: "an empty chunk first", lengths: [0, 20_000, 20_000], expected: 0 },
    { name: "no bytes", lengths: [], expected: 0 },
  ])("gives exactly the bytes that arrived: $name", async ({ lengths, expected }) => {
    const chunks = chunksOf(...lengths);
    const whole = Buffer.concat(chunks);
    const body = await readBody(Readable.from(chunks), () => expected);
    expect(body).not.toBe("too large");
    expect(Buffer.compare(Buffer.from(body ?? "missing"), whole)).toBe(0);
  });

  test("frees what it has copied, but not what it can't own", async () => {
    const own = chunksOf(50_000, 65_536, 65_536);
    const shared = Buffer.alloc(100_000, "s");
    const part = shared.subarray(0, 50_000);
    const body = await readBody(Readable.from([...own, part]), () => 231_072);
    expect(own.map(({ length }) => length)).toEqual([0, 0, 0]);
    expect(body).toHaveLength(231_072);
    expect(shared.every((byte) => byte === 0x73)).toBe(true);
  });

  test.each([{ expected: 6_553_600 }, { expected: 1 }])(
    "refuses what is too large, announced with $expected bytes",
    async ({ expected }) => {
      const chunks = Array.from({ length: 100 }, () => Buffer.alloc(65_536, "a"));
      expect(await readBody(Readable.from(chunks), () => expected)).toBe("too large");
    },
  );
});
