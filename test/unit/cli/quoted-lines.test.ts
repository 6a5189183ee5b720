import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { indentQuotedLines } from "../../../lib/cli/files/quoted-lines.ts";

describe("indentQuotedLines", () => {
  test.each([
    {
      name: "a single quote that continues too far left",
      text: "a:\n  - rule: 'x ==\n  '''' && y'\n    b: 1",
      value: { a: [{ rule: "x == '' && y", b: 1 }] },
    },
    {
      name: "a double quote that continues too far left",
      text: 'a:\n  b: "x\n y\\" z"\n  c: 2',
      value: { a: { b: 'x y" z', c: 2 } },
    },
    {
      name: "a quoted scalar in one line",
      text: "a: 'it''s'\nb: \"\\\"\"",
      value: { a: "it's", b: '"' },
    },
    { name: "a quote inside a plain scalar", text: "a: it's\nb: 2", value: { a: "it's", b: 2 } },
    { name: "a block scalar", text: "a: |\n  'x\n  y\nb: 1", value: { a: "'x\ny\n", b: 1 } },
  ])("$name", ({ text, value }) => {
    expect(parse(indentQuotedLines(text))).toEqual(value);
  });
});
