import { describe, expect, test } from "vitest";
import { parse } from "../../../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../../../lib/json/value.ts";
import {
  type Recording,
  readRecording,
  recordingKey,
  recordingText,
} from "../../../../lib/service/recording/recording.ts";
import { uid } from "../../../support/reviews.ts";

const key = { group: "a", version: "v1", resource: "bs", name: "c" };
const recording: Recording = {
  time: "2026-11-21T18:30:00.123Z",
  cluster: "prod",
  verb: "validate",
  review: parsed(`{"request":{"uid":"${uid}","object":{"n":9007199254740993,"f":1.50}}}`),
  answer: parsed('{"response":{"allowed":true,"n":1.0}}'),
  lookups: [
    { key, exists: true },
    { key: { ...key, namespace: "d" }, exists: false },
  ],
};

function parsed(text: string): JsonObject {
  const read = parse(text, { tokens: true });
  if (!read.ok || !isObject(read.value)) throw new Error(`${text} is not a map`);
  return read.value;
}

describe("recordingText and readRecording", () => {
  test.each([
    { name: "a recording with lookups", given: recording },
    { name: "a recording without a known cluster", given: { ...recording, cluster: undefined } },
    { name: "a recording without lookups", given: { ...recording, lookups: [] } },
  ])("return $name unchanged, with the spelling of its numbers", ({ given }) => {
    const text = recordingText(given);
    expect(text).toContain('"n":9007199254740993,"f":1.50');
    expect(text.trimEnd().split("\n")).toHaveLength(1);
    expect(readRecording(text)).toEqual({ ok: true, value: given });
  });

  const format = "customhouse/recording.v1";
  const whole = { format, verb: "convert", review: {}, answer: {} };
  test.each([
    { name: "text that is not JSON", text: "{", error: "it is not JSON: " },
    { name: "text that is not a map", text: "[]", error: "its format is not" },
    { name: "another format", text: '{"format":"x"}', error: "its format is not" },
    { name: "no verb", text: JSON.stringify({ ...whole, verb: "x" }), error: "its verb" },
    {
      name: "no review",
      text: JSON.stringify({ ...whole, review: 1 }),
      error: "it has no review",
    },
    { name: "no response", text: JSON.stringify({ ...whole, answer: 1 }), error: "no response" },
    { name: "lookups in another form", text: withLookups({}), error: "its lookups" },
    {
      name: "a lookup without a key",
      text: withLookups([{ exists: true }]),
      error: "its lookups",
    },
    { name: "a lookup without a result", text: withLookups([key]), error: "its lookups" },
    {
      name: "a lookup without a name",
      text: withLookups([{ ...key, name: 1, exists: true }]),
      error: "its lookups",
    },
    { name: "a lookup that is not a map", text: withLookups([1]), error: "its lookups" },
  ])("refuse $name", ({ text, error }) => {
    expect(readRecording(text)).toMatchObject({ ok: false, error: expect.stringContaining(error) });
  });

  test("accept a recording without a time", () => {
    expect(readRecording(JSON.stringify(whole))).toMatchObject({ ok: true, value: { time: "" } });
  });

  function withLookups(lookups: unknown): string {
    return JSON.stringify({ ...whole, lookups });
  }
});

describe("recordingKey", () => {
  test.each([
    { name: "of a known cluster", given: recording, start: "prod" },
    { name: "of an unknown cluster", given: { ...recording, cluster: undefined }, start: "-" },
    {
      name: "of a cluster with a strange name",
      given: { ...recording, cluster: "../a" },
      start: "---a",
    },
    { name: "of a cluster without a name", given: { ...recording, cluster: "" }, start: "-" },
  ])("$name consists of cluster, verb, day, time and uid", ({ given, start }) => {
    expect(recordingKey(given)).toBe(`${start}/validate/2026-11-21/183000.123-${uid}.json`);
  });

  test.each([
    { name: "leads to another folder", given: "../../x/y", expected: "------x-y" },
    { name: "is very long", given: "a".repeat(500), expected: "a".repeat(64) },
  ])("is a single file name if the uid $name", ({ given, expected }) => {
    const review = { request: { uid: given } };
    expect(recordingKey({ ...recording, review })).toBe(
      `prod/validate/2026-11-21/183000.123-${expected}.json`,
    );
  });

  test("is also a name if there is no request", () => {
    expect(recordingKey({ ...recording, review: {} })).toMatch(/\/183000\.123--\.json$/);
  });
});
