import { describe, expect, test } from "vitest";
import { releaseBytes } from "../../../../lib/hosts/local/released-bytes.ts";

describe("releaseBytes", () => {
  test("empties an array that has a buffer of its own", () => {
    const bytes = Buffer.allocUnsafeSlow(100_000);
    releaseBytes(bytes);
    expect(bytes).toHaveLength(0);
    releaseBytes(bytes);
    expect(bytes).toHaveLength(0);
  });

  test.each([
    { name: "a view of the beginning of a buffer", bytes: Buffer.alloc(100_000).subarray(0, -1) },
    { name: "a view of the end of a buffer", bytes: Buffer.alloc(100_000).subarray(1) },
    { name: "few bytes", bytes: Buffer.alloc(1000) },
    { name: "shared memory", bytes: new Uint8Array(new SharedArrayBuffer(100_000)) },
  ])("leaves $name", ({ bytes }) => {
    const { length } = bytes;
    releaseBytes(bytes);
    expect(bytes).toHaveLength(length);
  });
});
