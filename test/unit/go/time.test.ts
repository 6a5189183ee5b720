import { describe, expect, test } from "vitest";
import { parseTime } from "../../../lib/go/time.ts";

describe("parseTime", () => {
  test.each([
    { text: "2026-01-02T03:04:05Z", value: "2026-01-02T03:04:05Z" },
    { text: "2026-01-02T03:04:05.999Z", value: "2026-01-02T03:04:05Z" },
    { text: "2026-01-02T03:04:05,5Z", value: "2026-01-02T03:04:05Z" },
    { text: "2026-01-02T3:04:05Z", value: "2026-01-02T03:04:05Z" },
    { text: "2026-01-02T03:04:05+05:30", value: "2026-01-01T21:34:05Z" },
    { text: "2025-12-31T23:04:05-02:00", value: "2026-01-01T01:04:05Z" },
    { text: "2024-02-29T00:00:00Z", value: "2024-02-29T00:00:00Z" },
    { text: "0099-01-01T00:00:00Z", value: "0099-01-01T00:00:00Z" },
    { text: "0000-01-01T00:00:00+01:00", value: "-0001-12-31T23:00:00Z" },
    { text: "9999-12-31T23:59:59-01:00", value: "10000-01-01T00:59:59Z" },
  ])("$text", ({ text, value }) => {
    expect(parseTime(text)).toEqual({ ok: true, value, isZero: false });
  });

  test.each([
    { text: "0001-01-01T00:00:00Z", isZero: true },
    { text: "0001-01-01T01:00:00+01:00", isZero: true },
    { text: "0001-01-01T00:00:00.5Z", isZero: false },
    { text: "0001-01-01T00:00:00.000000001Z", isZero: false },
    { text: "0001-01-01T00:00:00.0000000009Z", isZero: true },
  ])("$text is zero: $isZero", ({ text, isZero }) => {
    expect(parseTime(text)).toMatchObject({ ok: true, isZero });
  });

  test.each([
    { text: "", error: 'cannot parse "" as "2006"' },
    { text: 'é"\\\n', error: 'cannot parse "\\xc3\\xa9\\"\\\\\\x0a" as "2006"' },
    { text: "x", error: 'cannot parse "x" as "2006"' },
    { text: "2026-1-02T03:04:05Z", error: 'cannot parse "1-02T03:04:05Z" as "01"' },
    { text: "2026-01-02 03:04:05Z", error: 'cannot parse " 03:04:05Z" as "T"' },
    { text: "2026-01-02T03:04:05", error: 'cannot parse "" as "Z07:00"' },
    { text: "2026-01-02T03:04:05Zx", error: 'extra text: "x"' },
    { text: "2026-13-02T03:04:05Z", error: "month out of range" },
    { text: "2026-00-02T03:04:05Z", error: "month out of range" },
    { text: "2026-02-30T03:04:05Z", error: "day out of range" },
    { text: "1900-02-29T03:04:05Z", error: "day out of range" },
    { text: "2026-02-00T03:04:05Z", error: "day out of range" },
    { text: "2026-01-02T24:04:05Z", error: "hour out of range" },
    { text: "2026-01-02T03:60:05Z", error: "minute out of range" },
    { text: "2026-01-02T03:04:60Z", error: "second out of range" },
    { text: "2026-01-02T03:04:05+25:00", error: "time zone offset hour out of range" },
    { text: "2026-01-02T03:04:05+01:61", error: "time zone offset minute out of range" },
  ])("$text: $error", ({ text, error }) => {
    const parsed = parseTime(text);
    expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining(error) });
  });
});
