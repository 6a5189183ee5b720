import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bufferedLines } from "../../../../lib/hosts/local/buffered-lines.ts";

describe("bufferedLines", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("writes the first line at once, later ones in quick succession together, and one after a pause at once", () => {
    const written: string[] = [];
    const lines = bufferedLines((text) => written.push(text));
    lines.add("a");
    expect(written).toEqual(["a"]);
    lines.add("b");
    lines.add("c");
    expect(written).toEqual(["a"]);
    vi.advanceTimersByTime(20);
    expect(written).toEqual(["a", "b\nc"]);
    vi.advanceTimersByTime(20);
    lines.add("d");
    expect(written).toEqual(["a", "b\nc", "d"]);
    lines.end();
    expect(written).toHaveLength(3);
  });

  test("buffers no more than 64 kB", () => {
    const written: string[] = [];
    const lines = bufferedLines((text) => written.push(text));
    lines.add("a");
    const long = "x".repeat(70_000);
    lines.add(long);
    expect(written).toEqual(["a", long]);
    lines.end();
  });

  test("writes the buffered lines when it ends", () => {
    const written: string[] = [];
    const lines = bufferedLines((text) => written.push(text));
    lines.add("a");
    lines.add("b");
    lines.end();
    expect(written).toEqual(["a", "b"]);
  });
});
