import { describe, expect, test } from "vitest";
import { manifestJson, parseManifestJson } from "../../../../lib/cli/files/manifest-json.ts";
import type { JsonValue } from "../../../../lib/json/value.ts";

describe("parseManifestJson", () => {
  test.each<{ name: string; text: string; gives: readonly JsonValue[] | undefined }>([
    {
      name: "one object",
      text: ' {"a": 9007199254740993}\n',
      gives: [{ a: 9_007_199_254_740_993n }],
    },
    {
      name: "a stream",
      text: '{"a":"}{[\\""}\n[1]{"b":{}}',
      gives: [{ a: '}{["' }, [1], { b: {} }],
    },
    { name: "a flow map of YAML", text: "{a: 1}", gives: undefined },
    { name: "trailing text", text: "{} x", gives: undefined },
    { name: "YAML", text: "a: {}", gives: undefined },
  ])("$name", ({ text, gives }) => {
    expect(parseManifestJson(text)).toEqual(gives);
  });
});

describe("manifestJson", () => {
  test("indents by two spaces, with empty containers on one line and exact integers", () => {
    const value = { a: [1, { b: 9_007_199_254_740_993n }], c: {}, d: [], '"': null };
    expect(manifestJson(value)).toBe(`{
  "a": [
    1,
    {
      "b": 9007199254740993
    }
  ],
  "c": {},
  "d": [],
  "\\"": null
}`);
  });
});
