import { describe, expect, test } from "vitest";
import { scan } from "../../../../lib/json/scan/scan.ts";
import { Splicer } from "../../../../lib/json/scan/splicer.ts";
import { Float, type JsonValue } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";

describe("Splicer", () => {
  test.each<{ value: JsonValue }>([
    { value: "" },
    { value: "a" },
    { value: 'q"\\\n\u0000\u007fé€𝄞\ud800' },
    { value: "x".repeat(200) },
    { value: [] },
    { value: {} },
    { value: [[], {}, [null, true, false]] },
    { value: { a: [{ "": -1.5 }], é: 9007199254740993n, __proto: 1e21 } },
    { value: JSON.parse('{"__proto__":{"constructor":null}}') },
    { value: new Float("1.0") },
  ])("writes $value as stringify does", ({ value }) => {
    scan("[]", 1);
    const out = new Splicer(1000);
    out.value(value);
    expect(Buffer.from(out.bytes()).toString()).toBe(stringify(value));
    expect(out.size).toBe(out.bytes().length);
  });

  test.each<{ name: string; write: (out: Splicer) => void }>([
    { name: "a raw text", write: (out) => out.raw("12345") },
    { name: "a raw text beyond ASCII", write: (out) => out.raw("éé€") },
    { name: "a long text", write: (out) => out.raw("x".repeat(200)) },
    { name: "a string", write: (out) => out.value("123") },
    { name: "a string beyond ASCII", write: (out) => out.value("é€") },
    { name: "a list", write: (out) => out.value([1, 2, 3]) },
    { name: "a map", write: (out) => out.value({ a: 1 }) },
    { name: "a number", write: (out) => out.value(12345) },
    { name: "a part of the text", write: (out) => out.part(0, 5) },
  ])("with $name too large for its space writes nothing beyond it", ({ write }) => {
    scan("[1,2]", 1);
    const out = new Splicer(4);
    write(out);
    expect(out.isFull).toBe(true);
    expect(out.size).toBeLessThanOrEqual(4);
  });
});
