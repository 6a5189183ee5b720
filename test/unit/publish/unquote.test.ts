import { describe, expect, test } from "vitest";
import { unquoteJsonPath } from "../../../lib/publish/json-path/unquote.ts";

/** Texts, and what UnquoteExtend of client-go with Go 1.26 makes of them; undefined: malformed. */
const rows: readonly (readonly [quoted: string, plain: string | undefined])[] = [
  ["'a'", "a"],
  ['"a"', "a"],
  ["''", ""],
  ["'a\"b'", 'a"b'],
  ["'a\\'b'", "a'b"],
  ['"a\\"b"', 'a"b'],
  ["'a\\\"b'", undefined],
  ["'a'b'", undefined],
  ["'a\\n\\t\\\\'", "a\n\t\\"],
  ["'\\a\\b\\f\\r\\v'", "\x07\b\f\r\v"],
  ["'\\x41\\101'", "AA"],
  ["'\\u00e9'", "é"],
  ["'\\U0001F600'", "😀"],
  ["'\\ud800'", undefined],
  ["'\\U00110000'", undefined],
  ["'\\q'", undefined],
  ["'\\x4'", undefined],
  ["'\\'", undefined],
  ["'", undefined],
  ["'a\"", undefined],
];

describe("unquoteJsonPath", () => {
  test.each(rows)("%s", (quoted, plain) => {
    expect(unquoteJsonPath(quoted)).toBe(plain);
  });
});
