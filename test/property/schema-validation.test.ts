import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareVersions, sortVersions } from "../../lib/crd/version-order.ts";
import { marshal } from "../../lib/go/print.ts";
import { parse } from "../../lib/json/parse.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import { compileTable } from "../../lib/publish/table.ts";
import { formatCheck } from "../../lib/schema/formats/formats.ts";
import { automatonOf } from "../../lib/schema/pattern/automaton.ts";
import { compilePattern } from "../../lib/schema/pattern/pattern.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
import { resolveFieldPath } from "../../lib/schema/structural/field-path.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { compileValidator } from "../../lib/schema/validation/validate.ts";
import { tries } from "../support/tries.ts";
import { frozen, json, memberName, schemaLike } from "./schemas.ts";

const runs = { numRuns: tries({ test: 150, deep: 10_000 }) };
const timeoutMs = 120_000;

const keywords = (schema: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.record(
    {
      type: fc.constantFrom("object", "array", "string", "integer", "number", "boolean", "x"),
      nullable: fc.boolean(),
      format: fc.constantFrom("date", "int32", "float", "email", "x"),
      enum: fc.array(json, { maxLength: 3 }),
      maximum: fc.double({ noNaN: true }),
      minimum: fc.integer(),
      multipleOf: fc.constantFrom(0.1, 2, 0, -1),
      maxLength: fc.nat(3),
      minLength: fc.nat(3),
      pattern: fc.constantFrom("^a$", "(", "(?i)x", "[a-z]+"),
      maxItems: fc.nat(2),
      uniqueItems: fc.boolean(),
      maxProperties: fc.nat(2),
      required: fc.array(memberName, { maxLength: 2 }),
      properties: fc.dictionary(memberName, schema, { maxKeys: 3 }),
      additionalProperties: fc.oneof(schema, fc.boolean()),
      items: schema,
      allOf: fc.array(schema, { maxLength: 2 }),
      anyOf: fc.array(schema, { maxLength: 2 }),
      oneOf: fc.array(schema, { maxLength: 2 }),
      not: schema,
      "x-kubernetes-list-type": fc.constantFrom("map", "set"),
      "x-kubernetes-list-map-keys": fc.array(memberName, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );

const schema: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constant<JsonValue>({ type: "string" }),
    keywords(tie("schema")),
  ),
})).schema;

const anySchema = fc.oneof(schema, schemaLike).map(frozen);
const input = json.map(frozen);
describe("compileValidator", () => {
  test("returns errors with fields for any schema and any value, and changes neither", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(anySchema, input, (raw, value) => {
        const errors = compileValidator(raw, re2).validate(value);
        expect(errors.every(({ field }) => field !== "")).toBe(true);
      }),
      runs,
    );
  });

  test("on an update reports a subset of the errors without ratcheting", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(anySchema, input, input, (raw, value, old) => {
        const validator = compileValidator(raw, re2);
        const plain = validator.validateUpdate(value, old, { ratcheting: false });
        const ratcheted = validator.validateUpdate(value, old, { ratcheting: true });
        expect(plain).toEqual(validator.validate(value));
        expect(plain).toEqual(expect.arrayContaining(ratcheted));
      }),
      runs,
    );
  });
});

const formatName = fc.constantFrom(
  ..."uri email hostname ipv4 ipv6 cidr mac isbn creditcard rgbcolor byte date duration datetime".split(
    " ",
  ),
);
const someText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(...'0123456789abT:.-/@[]()<>%=?, "\\') }),
);

describe("formatCheck", () => {
  test("accepts or refuses any text without throwing", { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(formatName, someText, (format, text) => {
        expect(formatCheck(format)?.(text)).toBeTypeOf("boolean");
      }),
      runs,
    );
  });
});

const patternText = fc
  .array(
    fc.constantFrom(
      ..."a b . [ab] [^a] \\d \\w \\s ( ) | * + ? {2} {0,3} ^ $ é (?: \\.".split(" "),
    ),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(""));
const matchedText = fc.string({ unit: fc.constantFrom(..."ab.1 \néx😀") });

describe("compilePattern", () => {
  test("matches, or returns the reason why it can't, for any pattern and any text", {
    timeout: timeoutMs,
  }, () => {
    fc.assert(
      fc.property(fc.oneof(patternText, someText), someText, (source, text) => {
        const pattern = compilePattern(source, re2);
        expect(pattern.error === undefined || !pattern.test(text)).toBe(true);
      }),
      runs,
    );
  });

  test("finds the same without RE2 as with it", { timeout: timeoutMs }, async () => {
    const { RE2JS } = await import("re2js");
    fc.assert(
      fc.property(patternText, matchedText, (source, text) => {
        const automaton = automatonOf(source);
        fc.pre(automaton !== undefined);
        expect(automaton?.test(text)).toBe(RE2JS.compile(source).test(text));
      }),
      { numRuns: tries({ test: 160, deep: 3_000 }) },
    );
  });
});

const jsonPath = fc
  .array(
    fc.constantFrom(
      ..."a .a ..b [0] [-1:] [*] [?(@.a==1)] ['a'] , 'x' 1.5 true { } ( \\".split(" "),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));
const columnType = fc.constantFrom("string", "integer", "number", "boolean", "date", "x");

describe("compileTable", () => {
  test("renders any object by any path", { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(jsonPath, columnType, input, (path, type, object) => {
        const table = compileTable([{ name: "C", type, jsonPath: path }]);
        expect(table.cells(object, 0)).toHaveLength(table.columnDefinitions.length);
      }),
      runs,
    );
  });
});

const version = fc
  .tuple(
    fc.constantFrom("v", "V", ""),
    fc.nat(12),
    fc.constantFrom("", "alpha1", "beta2", "beta10", "rc"),
  )
  .map((parts) => parts.join(""));

describe("sortVersions", () => {
  test("orders any names, the same way whatever their order was", { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(fc.uniqueArray(version), (names) => {
        const sorted = sortVersions(names);
        expect(sortVersions(names.toReversed())).toEqual(sorted);
      }),
      runs,
    );
  });

  test("compares symmetrically", { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      }),
      runs,
    );
  });
});

const fieldPath = fc
  .array(fc.constantFrom(..."a . [ ] ' 'a' \\ spec ['a'] .a".split(" ")), { maxLength: 6 })
  .map((parts) => parts.join(""));

describe("resolveFieldPath", () => {
  test("finds a field or returns the reason why it can't", { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(fieldPath, schemaLike, fc.boolean(), (path, raw, arrayNotation) => {
        const { structural } = parseStructural(raw);
        const found = resolveFieldPath(path, structural, { arrayNotation });
        expect(found.ok ? found.value.path : found.error).not.toBe("");
      }),
      runs,
    );
  });
});

describe("marshal", () => {
  test("writes a value that was read back in the same way", { timeout: timeoutMs }, () => {
    fc.assert(
      fc.property(input, (value) => {
        const once = marshal(readBack(marshal(value)));
        expect(marshal(readBack(once))).toBe(once);
      }),
      runs,
    );
  });

  test("needs no stack for deep values", () => {
    const text = `${"[".repeat(6000)}${"]".repeat(6000)}`;
    expect(marshal(readBack(text))).toBe(text);
  });
});

function readBack(text: string): JsonValue {
  const read = parse(text);
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
}
