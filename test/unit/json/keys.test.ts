import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { parseExactly } from "../../../lib/json/exact-parser.ts";
import { confusesKeys } from "../../../lib/json/key-fault.ts";
import { nativeParser, parseString } from "../../../lib/json/native-parser.ts";
import { parse, parseBytes } from "../../../lib/json/parse.ts";
import { isArray, isObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { responseIn, send } from "../../support/send-review.ts";

/** The keys of the map in a list in a map, as a parser reads them. */
function keysBy(read: (text: string) => JsonValue | undefined, text: string): readonly string[] {
  const root = read(text);
  const list = isObject(root) ? member(root, "list") : undefined;
  const [map] = isArray(list) ? list : [];
  return isObject(map) ? Object.keys(map) : [];
}

const exactly = (text: string): JsonValue | undefined => {
  const parsed = parse(text);
  return parsed.ok ? parsed.value : undefined;
};

/** A text with a key between others; those before it make each case one of its own. */
function textWith(place: number, spelling: string): string {
  return `{"list":[{"before ${place}":0,${spelling}:1,"behind":2}]}`;
}

describe("a key with an escape, after a text with a key that equals the start of its raw text", () => {
  test.each(
    [
      { before: '"\\\\"', spelling: '"\\u0000"', key: "\u0000" },
      { before: '"\\\\"', spelling: '"\\n"', key: "\n" },
      { before: '"\\\\"', spelling: '"\\""', key: '"' },
      { before: '"a\\\\"', spelling: '"a\\u0061"', key: "aa" },
      { before: '"\\\\u"', spelling: '"\\u0061b"', key: "ab" },
      { before: '"\\\\n"', spelling: '"\\nb"', key: "\nb" },
      { before: '"é\\\\"', spelling: '"é\\n"', key: "é\n" },
      { before: '"€\\\\"', spelling: '"€\\n"', key: "€\n" },
      { before: '"\\\\ud83d"', spelling: '"\\ud83dabcd"', key: "\ud83dabcd" },
      { before: '"\\\\u005f_proto"', spelling: '"\\u005f_proto__abcd"', key: "__proto__abcd" },
      { before: '"\\\\u003"', spelling: '"\\u0031abc"', key: "1abc" },
      { before: '"k:{\\\\\\"n"', spelling: '"k:{\\"n\\""', key: 'k:{"n"' },
    ].map((row, place) => ({ ...row, place })),
  )("$spelling is itself", ({ before, spelling, key, place }) => {
    const held = [textWith(place, before)].map(exactly);
    expect(keysBy(exactly, textWith(place, spelling))).toEqual([`before ${place}`, key, "behind"]);
    const bytes = parseBytes(Buffer.from(textWith(place, spelling)));
    expect(keysBy(() => (bytes.ok ? bytes.value : null), textWith(place, spelling))).toContain(key);
    expect(held).toHaveLength(1);
  });
});

describe("the recorded review with the key NUL after one with the key backslash", () => {
  const review = (key: string): string =>
    stringify({
      kind: "ConversionReview",
      apiVersion: "apiextensions.k8s.io/v1",
      request: {
        uid: "u-1",
        desiredAPIVersion: "stable.example.com/v1",
        objects: [
          {
            apiVersion: "stable.example.com/v1beta1",
            kind: "CronTab",
            metadata: { name: "a", namespace: "b", uid: "c" },
            spec: { [key]: 1, hostPort: "a:1" },
          },
        ],
      },
    });

  test("keeps its key", async () => {
    await send("convert", review("\\"));
    const { httpResponse } = await send("convert", review("\u0000"));
    expect(httpResponse.body).toContain('"\\u0000":1');
    expect(responseIn(httpResponse.body)).toMatchObject({
      convertedObjects: [{ spec: { "\u0000": 1, host: "a", port: "1" } }],
    });
  });
});

describe("confusesKeys", () => {
  // In a process of its own: what a process has parsed before decides whether the fault can be seen in it.
  test.each([
    { name: "nothing", shapes: 0 },
    { name: "objects of more shapes than V8 shares", shapes: 5000 },
  ])(
    "is true of this runtime exactly if the fault shows after the process has parsed $name",
    ({ shapes }) => {
      const parser = new URL("../../../lib/json/native-parser.ts", import.meta.url).href;
      const script = String.raw`
      const held = [JSON.parse('{"observed":[],"\\\\":0}')];
      const read = JSON.parse('{"observed":1,"\\"":2}');
      for (let n = 0; n < ${shapes}; n++) held.push(JSON.parse('{"first ' + n + '":0,"b":1}'));
      const { hasKeyFault } = await import(${JSON.stringify(parser)});
      console.log(JSON.stringify([hasKeyFault, Object.keys(read)[1] !== '"', held.length]));`;
      const args = ["--input-type=module", "--eval", script];
      const answer = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
      const [, observed] = answer;
      expect(typeof observed).toBe("boolean");
      expect(answer).toEqual([observed, observed, shapes + 1]);
    },
  );

  test("returns the same result however often it is called", () => {
    const answers = [1, 2, 3].map(() => confusesKeys((text) => JSON.parse(text)));
    expect(new Set(answers).size).toBe(1);
  });

  test("finds no fault in a correct parser", () => {
    const limits = { maxDepth: 10, tokens: false };
    expect(
      confusesKeys((text) => {
        const parsed = parseExactly(text, limits);
        return parsed.ok ? parsed.value : null;
      }),
    ).toBe(false);
  });

  test.each([
    { name: "a quote for a backslash", key: '"', instead: "\\" },
    { name: "one with an escape behind its beginning", key: "abc", instead: "a\\u" },
    { name: "a character beyond Latin-1", key: "€\n", instead: "€\\" },
  ])("finds the fault in a parser that confuses only $name", ({ key, instead }) => {
    const faulty = (text: string): unknown => {
      const parsed = parseExactly(text, { maxDepth: 10, tokens: false });
      return JSON.parse(
        JSON.stringify(parsed.ok ? parsed.value : null).replace(
          `${JSON.stringify(key)}:`,
          `${JSON.stringify(instead)}:`,
        ),
      );
    };
    expect(confusesKeys(faulty)).toBe(true);
  });

  test("treats a parser that returns nothing as faulty", () => {
    expect(confusesKeys(() => undefined)).toBe(true);
  });
});

describe("nativeParser", () => {
  const text = '{"a":"\\n","\\n":1}';

  test("returns undefined for a text with an escaped key if the runtime has the fault", () => {
    expect(nativeParser(true)(text)).toBeUndefined();
    expect(nativeParser(true)(text, Buffer.from(text))).toBeUndefined();
    expect(nativeParser(true)('{"a":"\\n"}')).toEqual({ a: "\n" });
  });

  test("does not search a text on a runtime without the fault", () => {
    expect(nativeParser(false)(text)).toEqual({ a: "\n", "\n": 1 });
  });

  test.each([true, false])(
    "returns undefined for a text that is not JSON; with the fault: %s",
    (hasFault) => {
      expect(nativeParser(hasFault)('{"a":')).toBeUndefined();
      expect(nativeParser(hasFault)("null")).toBeNull();
    },
  );
});

describe("parseString", () => {
  test.each([
    { token: '"a"', text: "a" },
    { token: '"\\u0041\\n\\ud800"', text: "A\n\ud800" },
    { token: '"\\q"', text: undefined },
    { token: '"a', text: undefined },
    { token: '"a" ', text: "a" },
    { token: "{}", text: undefined },
    { token: "1", text: undefined },
  ])("$token", ({ token, text }) => {
    expect(parseString(token)).toBe(text);
  });
});
