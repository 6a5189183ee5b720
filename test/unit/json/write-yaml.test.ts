import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { exactJson } from "../../../lib/cli/files/exact-json.ts";
import { parseManifestYaml } from "../../../lib/cli/files/manifest-yaml.ts";
import { equal } from "../../../lib/json/equal.ts";
import { Float, type JsonValue } from "../../../lib/json/value.ts";
import { blockYaml } from "../../../lib/json/write-yaml.ts";
import { yamlText } from "../../../lib/lens/ops/text/yaml-text.ts";
import { json } from "../../support/arbitraries.ts";

describe("blockYaml", () => {
  test("lays an object out as kubectl does", () => {
    const value = {
      list: [{ a: 1, b: [] }, [{}], "x"],
      text: "one\ntwo\n",
      json: '{"a":["b"]}',
      on: "on",
      big: 9_007_199_254_740_993n,
      __proto_: null,
    };
    expect(blockYaml(value)).toBe(`list:
- a: 1
  b: []
- - {}
- x
text: |
  one
  two
json: '{"a":["b"]}'
"on": "on"
big: 9007199254740993
__proto_: null
`);
  });

  test.each(
    "no,y,1e3,=,<<,2024-01-01,2024-1-1T00:00:00Z,1:20,190:20:30,0x1f,0777,0o7,08,1_000,0_x1f,0x_,0b+1,0o-7,-0b1,e5,.5,5.,+1,-1,~,null,NULL,.inf,-.INF,.nan,true,,-,?,---,..., a,a ,a:,: a,*a,&a,!a,%a,@a,`a,{a},[a],#a,>a,|a,'a"
      .split(",")
      .concat([
        "a: b",
        "a #b",
        "\t",
        "a\r",
        "\u0085",
        "\u2028",
        "\ufeff",
        "\ud800",
        '"',
        "a\n \nb ",
      ]),
  )("a text that could be something else is quoted: %j", (text) => {
    const written = blockYaml({ a: text });
    expect(written).toMatch(/^a: ["'].*["']\n$/);
    expect(parseManifestYaml(written)).toEqual([{ a: text }]);
  });

  test.each(
    "v1,10m,1Gi,127.0.0.1,a-b,a:b,a#b,/etc/x,é,http://a/b?c=d&e,-x,--flag,1,000".split(" "),
  )("other texts are bare: %j", (text) => expect(blockYaml([text])).toBe(`- ${text}\n`));

  test("every parser reads the value that it writes", () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = blockYaml([value]);
        const read = parseManifestYaml(text)[0];
        const core = parseAllDocuments(text, { intAsBigInt: true })[0]?.toJS();
        return equal(read, [value]) && equal(exactJson(core), [value]);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([1020, 1022, 1024, 1025, 3000])("a key of %d characters", (length) => {
    const value = { a: [{ ["k".repeat(length)]: { b: ["x"] }, ["7".repeat(length)]: "l\nm\n" }] };
    expect(parseManifestYaml(blockYaml(value))).toEqual([value]);
  });

  test.each([
    { number: 1e21, text: "1.0e+21" },
    { number: -1e-7, text: "-1.0e-7" },
    { number: 1.5e300, text: "1.5e+300" },
    { number: new Float("2E3"), text: "2.0e+3" },
    { number: 2 ** 63, text: "9.223372036854776e+18" },
    { number: 0.5, text: "0.5" },
  ])("$text is a number in YAML 1.1", ({ number, text }) => {
    expect(blockYaml([number])).toBe(`- ${text}\n`);
  });

  test("a long text is written in linear time", () => {
    const texts = ["1".repeat(500_000), "1:".repeat(250_000), "_".repeat(500_000)];
    expect(blockYaml(texts.map((text) => `${text}x`)).length).toBeGreaterThan(1_500_000);
  });

  test("parsers of YAML 1.1 and 1.2 read the same value", () => {
    const piece = fc.constantFrom(
      ..."0 1 9 a e E x b o y N . , : - + _ # / = ~ T Z < ' \" ? ! & * [ { | \\".split(" "),
      ...[" ", "\n", "\t", "\r", "\u0085", "\u2028", "\ufeff", "---", "12:30", "2001-01-01", "yes"],
    );
    const text = fc.oneof(
      fc.string({ unit: piece, maxLength: 8 }),
      fc.constantFrom("on", "NO", "1_000", "0777", "<<", "null", ".5", "1e3", "", "k".repeat(1100)),
    );
    const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }));
    const value = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        scalar,
        fc.constantFrom(null, true, false),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.array(fc.tuple(text, tie("value")), { maxLength: 3 }).map(Object.fromEntries),
      ),
    })).value;
    fc.assert(
      fc.property(value, (written) => {
        const yaml = blockYaml(written);
        expect(yamlText.parse(yaml)).toEqual(written);
        expect(readByYaml11(yaml)).toEqual(written);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** What a parser of YAML 1.1 reads. Keys that it does not read as strings are marked. */
function readByYaml11(text: string): unknown {
  const [document] = parseAllDocuments(text, { version: "1.1" });
  return plain(document?.toJS({ mapAsMap: true }));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  const entries = [...value].map(([key, member]): readonly [string, unknown] => [
    typeof key === "string" ? key : `${typeof key} ${String(key)}`,
    plain(member),
  ]);
  return Object.fromEntries(entries);
}
