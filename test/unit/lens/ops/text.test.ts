import { describe, expect, test } from "vitest";
import { Growth } from "../../../../lib/converter/growth.ts";
import { parse } from "../../../../lib/json/parse.ts";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import { unparsable } from "../../../../lib/lens/ops/codec.ts";
import { maxTextDepth, textCodec } from "../../../../lib/lens/ops/text/codec.ts";
import { jsonText } from "../../../../lib/lens/ops/text/json-text.ts";
import { yamlText } from "../../../../lib/lens/ops/text/yaml-text.ts";
import { structuralForm } from "../../../../lib/schema/structural/form.ts";
import { both, lensRun } from "../../../support/lens-run.ts";

const json = textCodec(jsonText);
const yaml = textCodec(yamlText);
const refused = { image: "unparsable", returned: "unparsable" };

/** Lists in lists, with this number of levels. */
function nested(depth: number): JsonValue {
  return depth === 1 ? [] : [nested(depth - 1)];
}

describe("textCodec of a value with a schema", () => {
  const map = structuralForm({
    type: "object",
    properties: {
      a: { type: "string" },
      b: { type: "string", nullable: true },
      c: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  });

  test("null is absent if the server would remove it", () => {
    const read = textCodec(yamlText, map).forward("a:\nb:\nc: { d: }\n", lensRun());
    expect(read).toEqual({ b: null, c: { d: null } });
  });
});

describe("textCodec of JSON", () => {
  test.each<{ name: string; from: JsonValue; image: unknown; returned: unknown }>([
    {
      name: "a map",
      from: ' {"b": 1, "a": [true]} ',
      image: { b: 1, a: [true] },
      returned: '{"a":[true],"b":1}',
    },
    {
      name: "64 bits",
      from: "9223372036854775807",
      image: 9223372036854775807n,
      returned: "9223372036854775807",
    },
    { name: "a float", from: "[1.50,1e3,-0.0]", image: [1.5, 1000, -0], returned: "[1.5,1000,0]" },
    {
      name: "a key that is a prototype's member",
      from: '{"__proto__":1}',
      image: Object.fromEntries([["__proto__", 1]]),
      returned: '{"__proto__":1}',
    },
    { name: "an empty map", from: "{}", image: {}, returned: "{}" },
    { name: "null", from: "null", image: undefined, returned: undefined },
    { name: "not JSON", from: "{a: 1}", ...refused },
    { name: "an empty text", from: "", ...refused },
    { name: "not a string", from: { a: 1 }, ...refused },
    { name: "too deep", from: "[".repeat(101) + "]".repeat(101), ...refused },
  ])("$name", ({ from, image, returned }) => {
    expect(both(json, "forward", from)).toEqual({ image, returned });
  });

  test("equal values have the same text, whatever the form of numbers and the order of keys", () => {
    const value = { b: new Float("1.0"), a: 2 ** 60, c: [new Float("1.50")] };
    const text = '{"a":1152921504606846976,"b":1,"c":[1.5]}';
    expect(json.backward(value, lensRun())).toBe(text);
    expect(json.backward({ c: [1.5], a: 1152921504606846976n, b: 1 }, lensRun())).toBe(text);
  });

  test("a value of the maximum depth comes back, and a deeper one can't be parsed", () => {
    expect(both(json, "backward", nested(maxTextDepth)).returned).toEqual(nested(maxTextDepth));
    expect(both(json, "backward", nested(maxTextDepth + 1)).image).toBe("unparsable");
  });
});

describe("textCodec of YAML", () => {
  test.each<{ name: string; from: JsonValue; image: unknown; returned: unknown }>([
    {
      name: "a map, with a comment",
      from: "b: 1 # one\na: [x]\n",
      image: { b: 1, a: ["x"] },
      returned: "a:\n- x\nb: 1\n",
    },
    {
      name: "64 bits",
      from: "a: 9223372036854775807",
      image: { a: 9223372036854775807n },
      returned: "a: 9223372036854775807\n",
    },
    {
      name: "beyond 64 bits",
      from: "9223372036854775808",
      image: 2 ** 63,
      returned: "9.223372036854776e+18\n",
    },
    {
      name: "numbers of the core schema",
      from: "[0x1F, 0o17, .5, 1e3, 017]",
      image: [31, 15, 0.5, 1000, 17],
      returned: "- 31\n- 15\n- 0.5\n- 1000\n- 17\n",
    },
    {
      name: "words with a meaning in YAML 1.1",
      from: "[yes, off, =, <<, 1_000, 12:30]",
      image: ["yes", "off", "=", "<<", "1_000", "12:30"],
      returned: '- "yes"\n- "off"\n- "="\n- "<<"\n- "1_000"\n- "12:30"\n',
    },
    {
      name: "a directive for YAML 1.1",
      from: "%YAML 1.1\n---\na: yes\n",
      image: { a: "yes" },
      returned: 'a: "yes"\n',
    },
    { name: "a merge key", from: "<<: {a: 1}\n", ...refused },
    { name: "a merge key further down", from: "a: &x {b: 1}\nc: [{<<: *x}]\n", ...refused },
    {
      name: "a quoted key like a merge key",
      from: '"<<": {a: 1}\n',
      image: { "<<": { a: 1 } },
      returned: '"<<":\n  a: 1\n',
    },
    {
      name: "null and empty values",
      from: "{a: null, b: ~, c: , d: {}, e: '', f: []}",
      image: { a: null, b: null, c: null, d: {}, e: "", f: [] },
      returned: 'a: null\nb: null\nc: null\nd: {}\ne: ""\nf: []\n',
    },
    { name: "null", from: "null", image: undefined, returned: undefined },
    {
      name: "lines",
      from: "a: |\n  b\n  c\n",
      image: { a: "b\nc\n" },
      returned: "a: |\n  b\n  c\n",
    },
    {
      name: "long lines",
      from: `a: ${"word ".repeat(40)}end`,
      image: { a: `${"word ".repeat(40)}end` },
      returned: `a: ${"word ".repeat(40)}end\n`,
    },
    {
      name: "keys that are not words",
      from: "1.0: a\ntrue: b\n'': c",
      image: { "": "c", "1.0": "a", true: "b" },
      returned: '"": c\n"1.0": a\n"true": b\n',
    },
    {
      name: "__proto__",
      from: "__proto__: 1",
      image: Object.fromEntries([["__proto__", 1]]),
      returned: "__proto__: 1\n",
    },
    {
      name: "an alias",
      from: "- &a {x: 1}\n- *a\n",
      image: [{ x: 1 }, { x: 1 }],
      returned: "- x: 1\n- x: 1\n",
    },
    {
      name: "an anchor named twice",
      from: "[&a 1, *a, &a 2, *a]",
      image: [1, 1, 2, 2],
      returned: "- 1\n- 1\n- 2\n- 2\n",
    },
    { name: "a key without value", from: "{a}", image: { a: null }, returned: "a: null\n" },
    { name: "core tags", from: "!!str 1", image: "1", returned: '"1"\n' },
  ])("$name", ({ from, image, returned }) => {
    expect(both(yaml, "forward", from)).toEqual({ image, returned });
  });

  test.each<{ name: string; from: string }>([
    { name: "an empty text", from: "" },
    { name: "a comment alone", from: "# nothing\n" },
    { name: "not YAML", from: "a: [1" },
    { name: "several documents", from: "a: 1\n---\nb: 2\n" },
    { name: "a key twice", from: "a: 1\na: 2\n" },
    { name: "a key that is a map", from: "{a: 1}: 2\n" },
    { name: "infinity", from: ".inf" },
    { name: "not a number", from: "a: .nan" },
    { name: "a number beyond float64", from: `a: ${"9".repeat(400)}` },
    { name: "an unknown tag", from: "!secret a" },
    { name: "a tag of another schema", from: "!!binary aGVsbG8=" },
    { name: "a set", from: "!!set {a, b}" },
    { name: "an alias of nothing", from: "*a" },
    { name: "an alias of itself", from: "&a [*a]" },
    { name: "more levels than the stack holds", from: "[".repeat(100_000) },
  ])("$name can't be parsed", ({ from }) => {
    expect(both(yaml, "forward", from).image).toBe("unparsable");
  });

  test("aliases that expand a text far beyond its length can't be parsed", () => {
    const tenfold = (name: string, of: string) => `- &${name} [${Array(10).fill(of).join(", ")}]\n`;
    const text = `- &a ${"x".repeat(100)}\n${tenfold("b", "*a")}${tenfold("c", "*b")}${tenfold("d", "*c")}`;
    expect(both(yaml, "forward", text).image).toBe("unparsable");
  });

  test.each<{ name: string; value: JsonValue; text: string }>([
    {
      name: "a value that YAML 1.1 would read otherwise",
      value: { ingress: "yes", on: "x", n: "NO", u: "1_000", when: "2001-01-01" },
      text: 'ingress: "yes"\n"n": "NO"\n"on": x\nu: "1_000"\nwhen: "2001-01-01"\n',
    },
    { name: "a leading space and a line break", value: " a\n", text: '" a\\n"\n' },
    { name: "a byte order mark", value: { "\ufeffa": "b" }, text: '"\\ufeffa": b\n' },
    {
      name: "a byte order mark and two lines",
      value: ["\ufeffa", "b\nc"],
      text: '- "\\ufeffa"\n- |-\n  b\n  c\n',
    },
  ])("$name is written so that it is parsed as the same value", ({ value, text }) => {
    expect(both(yaml, "backward", value)).toEqual({ image: text, returned: value });
  });
});

describe("a text that grows", () => {
  test("counts its growth, and is a fault beyond the allowance", () => {
    const deep = parse(`${'{"a":'.repeat(60)}1${"}".repeat(60)}`);
    const run = lensRun({ growth: new Growth(600) });
    expect(deep.ok && yaml.backward(deep.value, run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path: "" });
  });

  test("is not printed if its indentation alone exceeds the allowance", () => {
    let deep: JsonValue = Array.from({ length: 20_000 }, () => 1);
    for (let level = 0; level < 98; level++) deep = { a: deep };
    const printed: JsonValue[] = [];
    const print = (value: JsonValue): string => {
      printed.push(value);
      return yamlText.print(value);
    };
    const run = lensRun();
    expect(textCodec({ ...yamlText, print }).backward(deep, run)).toBe(unparsable);
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path: "" });
    expect(printed).toEqual([]);
  });

  test("with usual indentation may grow as needed", () => {
    let value: JsonValue = Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}` }));
    for (let level = 0; level < 8; level++) value = { a: value };
    expect(yaml.backward(value, lensRun({ growth: new Growth(0) }))).not.toBe(unparsable);
  });

  test("counts also where the text becomes a value", () => {
    const run = lensRun({ growth: new Growth(10) });
    expect(yaml.forward(`- &a [${"b, ".repeat(49)}b]\n${"- *a\n".repeat(40)}`, run)).toBe(
      unparsable,
    );
    expect(run.fault).toMatchObject({ code: "ObjectTooLarge", path: "" });
  });
});
