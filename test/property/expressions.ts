import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";

/** The schema that random expressions are about: each kind of value, with limits. */
export const expressionSchema: JsonObject = {
  type: "object",
  properties: {
    i: { type: "integer" },
    n: { type: "number" },
    b: { type: "boolean" },
    s: { type: "string", maxLength: 8 },
    t: { type: "string", format: "date-time" },
    d: { type: "string", format: "duration" },
    l: { type: "array", maxItems: 5, items: { type: "string", maxLength: 4 } },
    k: { type: "array", maxItems: 5, "x-kubernetes-list-type": "set", items: { type: "integer" } },
    m: {
      type: "object",
      maxProperties: 5,
      additionalProperties: { type: "integer" },
    },
  },
};

const int = fc.oneof(
  fc.integer({ min: -10, max: 10 }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const shortText = fc.string({
  maxLength: 4,
  unit: fc.constantFrom("a", "b", "Z", "1", ".", "é", "😀"),
});

/** An object of that schema, some of its fields missing. */
export const expressionObject: fc.Arbitrary<JsonObject> = fc.record<Record<string, JsonValue>>(
  {
    i: int,
    n: fc.double({ noNaN: true, noDefaultInfinity: true }),
    b: fc.boolean(),
    s: shortText,
    t: fc.constantFrom("2024-02-29T23:59:59Z", "1970-01-01T00:00:00.5+02:00"),
    d: fc.constantFrom("1h30m", "0s", "-3ms"),
    l: fc.array(shortText, { maxLength: 5 }),
    k: fc.uniqueArray(fc.integer({ min: -5, max: 5 }), { maxLength: 5 }),
    m: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), int, { maxKeys: 4 }),
  },
  { requiredKeys: ["i", "n", "b", "s", "t", "d", "l", "k"] },
);

interface Texts {
  readonly bool: string;
  readonly int: string;
  readonly text: string;
  readonly texts: string;
  readonly ints: string;
}

const joined =
  (start: string, middle: string, end: string) =>
  ([a, b]: readonly [string, string]): string =>
    `${start}${a}${middle}${b}${end}`;

function pairOf(
  a: fc.Arbitrary<unknown>,
  b: fc.Arbitrary<unknown>,
): fc.Arbitrary<readonly [string, string]> {
  return fc.tuple(a.map(String), b.map(String));
}

/** Well-typed expressions of type bool, without what the server itself estimates too low: `string(1)`. */
export const boolExpression: fc.Arbitrary<string> = fc.letrec<Texts>((tie) => {
  const two = (type: keyof Texts): fc.Arbitrary<readonly [string, string]> =>
    pairOf(tie(type), tie(type));
  const limits = { maxDepth: 4, depthSize: "small" } as const;
  return {
    bool: fc.oneof(
      limits,
      fc.constantFrom(
        "true",
        "self.b",
        "has(self.s)",
        "(self.t > timestamp('2000-01-01T00:00:00Z'))",
      ),
      two("int").map(joined("(", " < ", ")")),
      two("int").map(joined("(", " == ", ")")),
      two("text").map(joined("(", " >= ", ")")),
      two("text").map(joined("", ".contains(", ")")),
      two("bool").map(joined("(", " && ", ")")),
      two("bool").map(joined("(", " || ", ")")),
      tie("bool").map((a) => `!${a}`),
      pairOf(tie("text"), tie("texts")).map(joined("(", " in ", ")")),
      pairOf(tie("texts"), tie("bool")).map(joined("", ".all(x, x != '' && ", ")")),
      pairOf(tie("ints"), tie("bool")).map(joined("", ".exists(y, y > 1 || ", ")")),
      two("ints").map(joined("sets.contains(", ", ", ")")),
      two("texts").map(joined("(", " == ", ")")),
      tie("text").map((a) => `isQuantity(${a})`),
      tie("text").map((a) => `${a}.matches('^[a-z]+$')`),
    ),
    int: fc.oneof(
      limits,
      fc.constantFrom(
        "self.i",
        "1",
        "-7",
        "self.m['a']",
        "self.d.getSeconds()",
        "self.t.getMonth()",
      ),
      two("int").map(joined("(", " + ", ")")),
      two("int").map(joined("(", " * ", ")")),
      two("int").map(joined("(", " / ", ")")),
      two("int").map(joined("(", " % ", ")")),
      tie("text").map((a) => `size(${a})`),
      tie("texts").map((a) => `${a}.size()`),
      two("text").map(joined("", ".indexOf(", ")")),
      pairOf(tie("bool"), tie("int")).map(joined("(", " ? 3 : ", ")")),
      pairOf(tie("ints"), tie("int")).map(joined("", "[", "]")),
      tie("ints").map((a) => `${a}.sum()`),
    ),
    text: fc.oneof(
      limits,
      fc.constantFrom("self.s", "'ab'", "'é'", "self.l[0]", "self.?s.orValue('none')"),
      two("text").map(joined("(", " + ", ")")),
      tie("text").map((a) => `${a}.upperAscii()`),
      tie("text").map((a) => `${a}.trim()`),
      pairOf(tie("text"), tie("int")).map(joined("", ".substring(", ")")),
      two("text").map(joined("", ".replace('a', ", ")")),
      tie("int").map((a) => `'%d'.format([${a}])`),
      tie("texts").map((a) => `${a}.join('-')`),
    ),
    texts: fc.oneof(
      limits,
      fc.constantFrom("self.l", "['a', 'b']", "[self.s]"),
      two("texts").map(joined("(", " + ", ")")),
      pairOf(tie("texts"), tie("bool")).map(joined("", ".filter(z, z.size() > 0 && ", ")")),
      two("text").map(joined("", ".split(", ")")),
      pairOf(tie("ints"), tie("text")).map(joined("", ".map(v, ", ")")),
    ),
    ints: fc.oneof(
      limits,
      fc.constantFrom("self.k", "[1, 2, 3]", "self.m.map(e, self.m[e])"),
      two("ints").map(joined("(", " + ", ")")),
      pairOf(tie("ints"), tie("int")).map(joined("", ".map(w, w + ", ")")),
      tie("ints").map((a) => `${a}.sort()`),
    ),
  };
}).bool;
