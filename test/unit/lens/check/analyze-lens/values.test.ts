import type { JsonObject } from "../../../../../lib/json/value.ts";
import {
  dictionary,
  flag,
  free,
  integer,
  listOf,
  mapOf,
  schemaWith,
  testFaults,
  text,
  versionOf,
  words,
} from "../../../../support/lens-analysis.ts";

const short: JsonObject = { type: "string", maxLength: 9 };
const filled: JsonObject = { type: "string", minLength: 1 };
const small: JsonObject = { type: "integer", minimum: 1, maximum: 5 };
const keyed: JsonObject = {
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
};
const named = mapOf({ name: text, note: text }, "name");

testFaults("analyzeLens: types, bounds and values", [
  {
    name: "E105: one path, two types",
    from: versionOf({ port: text }),
    to: versionOf({ port: integer }),
    rules: [],
    faults: [
      "E105 `spec.port` is string in v1 and integer in v2. Try convert, duration or quantity",
    ],
  },
  {
    name: "E105: an op on what it does not read",
    from: versionOf({ t: flag }),
    to: versionOf({ t: integer }),
    rules: [{ op: "duration", from: "spec.t", to: "spec.t", unit: "s" }],
    faults: [
      "E105 `spec.t` is boolean in v1, but duration needs string or int-or-string there (duration spec.t)",
    ],
  },
  {
    name: "E105: a move between types",
    from: versionOf({ a: listOf(text) }),
    to: versionOf({ b: dictionary(text) }),
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    faults: [
      "E105 `spec.a` is list of string in v1, and `spec.b` map of string in v2. Try keyed (move spec.a → spec.b)",
    ],
  },
  {
    name: "no E105: converted",
    from: versionOf({ port: { type: "string", pattern: "^[1-9][0-9]{0,3}$" } }),
    to: versionOf({ port: { type: "integer", minimum: 1, maximum: 9999 } }),
    rules: [{ op: "convert", from: "spec.port", to: "spec.port" }],
    faults: [],
  },
  {
    name: "E107: a word that an identical field can't have in the other version",
    from: versionOf({ mode: words("a", "b") }),
    to: versionOf({ mode: words("a") }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.mode`: enum "a", as for `b`. Try map. If nobody writes that, add to accept: - { in: v2, at: spec.mode, refuses: enum, why: "" }',
    ],
  },
  {
    name: "E107: bounds, both ways",
    from: versionOf({ n: { type: "integer", maximum: 9 }, p: text }),
    to: versionOf({ n: { type: "integer", minimum: 1 }, p: { type: "string", pattern: "^a" } }),
    rules: [],
    faults: [
      'E107 v1 refuses some of what v2 allows at `spec.n`: maximum 9. If nobody writes that, add to accept: - { in: v1, at: spec.n, refuses: maximum, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.n`: minimum 1. If nobody writes that, add to accept: - { in: v2, at: spec.n, refuses: minimum, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.p`: pattern ^a. If nobody writes that, add to accept: - { in: v2, at: spec.p, refuses: pattern, why: "" }',
    ],
  },
  {
    name: "E107: values that an op produces",
    from: versionOf({ t: text }),
    to: versionOf({ seconds: { type: "integer", minimum: 0 } }),
    rules: [{ op: "duration", from: "spec.t", to: "spec.seconds", unit: "s" }],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.seconds`: minimum 0, as for `-1s` of v1 (duration spec.t → spec.seconds). If nobody writes that, add to accept: - { in: v2, at: spec.seconds, refuses: minimum, why: "" }',
    ],
  },
  {
    name: "E107: lists that get a key",
    from: versionOf({ l: listOf(named) }),
    to: versionOf({ l: listOf(named, keyed) }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.l`: unique, no two items with the same name. If nobody writes that, add to accept: - { in: v2, at: spec.l, refuses: unique, why: "" }',
      "E118 `spec.l` is one value in v1 and merged by name in v2: a manager that applies an item at v2 owns the whole list at v1. Give both versions the same list or map type",
    ],
  },
  {
    name: "no E107: accepted by path or pattern, or equal",
    from: versionOf({ n: integer, m: mapOf({ n: integer }), same: small }),
    to: versionOf({ n: small, m: mapOf({ n: small }), same: small }),
    rules: [],
    lens: {
      accept: [
        { in: "v2", at: "spec.n", refuses: "minimum", why: "never none" },
        { in: "v2", at: ["spec.n", "spec.m.*"], refuses: "maximum", why: "never more than five" },
        { in: "v2", at: "**.m.n", refuses: ["minimum"], why: "never none" },
      ],
    },
    faults: [],
  },
  {
    name: "E107: an entry for another keyword, path or version accepts nothing",
    from: versionOf({ n: integer, m: integer }),
    to: versionOf({ n: { type: "integer", minimum: 1 }, m: integer }),
    rules: [],
    lens: {
      accept: [
        { in: "v2", at: "spec.n", refuses: "maximum", why: "so" },
        { in: "v2", at: "spec.m", refuses: "minimum", why: "so" },
        { in: "v1", at: "spec.n", refuses: "minimum", why: "so" },
      ],
    },
    faults: ["E107 spec.n"],
  },
  {
    name: "E107: more than three of one keyword, version and top member are one fault, with an entry for each bound",
    from: versionOf({ a: text, b: text, c: text, l: listOf(text), m: text }),
    to: versionOf(
      {
        a: { type: "string", maxLength: 253 },
        b: { type: "string", maxLength: 253 },
        c: { type: "string", maxLength: 512 },
        l: listOf({ type: "string", maxLength: 253 }),
        m: { type: "string", maxLength: 512 },
      },
      ["c"],
    ),
    rules: [{ op: "at", from: "spec.c", to: "spec.c", fill: { to: { value: "x" } } }],
    faults: [
      `E107 v2 refuses by maxLength some of what v1 allows at 5 places of \`spec\`:
  maxLength 253
    spec.a
    spec.b
    spec.l[*]
  maxLength 512
    spec.m
    spec.c (required)
If nobody writes that, add to accept, each entry with its reason:
- { in: v2, at: [spec.a, spec.b, "spec.l[*]"], refuses: maxLength, why: "" }
- { in: v2, at: [spec.m, spec.c], refuses: maxLength, why: "" }`,
    ],
  },
  {
    name: "E107: spec and status are reported separately",
    from: schemaWith({ spec: mapOf({ a: text, b: text }), status: mapOf({ a: text, b: text }) }),
    to: schemaWith({ spec: mapOf({ a: short, b: short }), status: mapOf({ a: short, b: short }) }),
    rules: [],
    faults: ["spec.a", "spec.b", "status.a", "status.b"].map(
      (path) =>
        `E107 v2 refuses some of what v1 allows at \`${path}\`: maxLength 9. If nobody writes that, add to accept: - { in: v2, at: ${path}, refuses: maxLength, why: "" }`,
    ),
  },
  {
    name: "E107: an empty text can mean absence, unless the version requires the member",
    from: versionOf({ a: text, b: text, l: listOf(text) }, ["b"]),
    to: versionOf({ a: filled, b: filled, l: listOf(filled) }, ["b"]),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.a`: minLength 1. If "" means absent in v1, add the rule - { at: spec.a, omit: { v1: "" } }. If nobody writes that, add to accept: - { in: v2, at: spec.a, refuses: minLength, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.b`: minLength 1. If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: minLength, why: "" }',
      "E107 spec.l[*]",
    ],
  },
  {
    name: "no E107: the rule that its message suggests",
    from: versionOf({ a: text, b: text }, ["b"]),
    to: versionOf({ a: filled, b: filled }),
    rules: [
      { op: "at", from: "spec.a", to: "spec.a", omit: { from: { equals: "" } } },
      {
        op: "at",
        from: "spec.b",
        to: "spec.b",
        fill: { from: { value: "" } },
        omit: { from: { equals: "" } },
      },
    ],
    faults: [],
  },
  {
    name: "E107: where the other version requires the member, absence is filled in again",
    from: versionOf({ b: text }, ["b"]),
    to: versionOf({ b: filled }),
    rules: [],
    lens: { accept: [{ in: "v1", at: "spec.b", refuses: "required", why: "it is always there" }] },
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.b`: minLength 1. If "" means absent in v1, add the rule - { at: spec.b, fill: { v1: "" }, omit: { v1: "" } }. If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: minLength, why: "" }',
    ],
  },
  {
    name: "E107: an existing rule gets the omit",
    from: versionOf({ a: text }),
    to: versionOf({ b: filled }),
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.b`: minLength 1 (move spec.a → spec.b). If "" means absent in v1, give its rule omit: { v1: "" }. If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: minLength, why: "" }',
    ],
  },
  {
    name: "E107: the empty texts of many fields",
    from: versionOf({ a: text, b: text, c: text, l: listOf(text) }),
    to: versionOf({ a: filled, b: filled, c: filled, l: listOf(filled) }),
    rules: [],
    faults: [
      `E107 v2 refuses by minLength some of what v1 allows at 4 places of \`spec\`:
  minLength 1
    spec.a
    spec.b
    spec.c
    spec.l[*]
Where "" means absent in v1, add a rule, such as - { at: spec.a, omit: { v1: "" } }. If nobody writes that, add to accept:
- { in: v2, at: [spec.a, spec.b, spec.c, "spec.l[*]"], refuses: minLength, why: "" }`,
    ],
  },
  {
    name: "E107: words where the other version takes any text",
    from: versionOf({ mode: text }),
    to: versionOf({ mode: words("a", "b") }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.mode`: enum "a", "b". If nobody writes that, add to accept (if E128 follows, also an example that has one of these words): - { in: v2, at: spec.mode, refuses: enum, why: "" }',
    ],
  },
  {
    name: "E107: members that a version prunes can't be accepted",
    from: versionOf({ m: { ...mapOf({ a: text }), ...free } }),
    to: versionOf({ m: mapOf({ a: text }) }),
    rules: [],
    faults: [
      "E107 `spec.m` may hold any member in v1, and v2 prunes those that it does not declare. Try keep, drop or a hook",
    ],
  },
  {
    name: "E119: a value that means nothing, where the other version has a default",
    from: versionOf({ a: { ...integer, default: 5 }, b: { ...integer, default: 5 }, c: integer }),
    to: versionOf({ a: integer, b: integer, c: { ...integer, default: 0 } }),
    rules: [
      { op: "at", from: "spec.a", to: "spec.a", fill: { to: { value: 1 } } },
      {
        op: "at",
        from: "spec.b",
        to: "spec.b",
        fill: { to: { value: 1 } },
        omit: { from: { equals: 5 } },
      },
      { op: "at", from: "spec.c", to: "spec.c", omit: { from: { equals: 0 } } },
    ],
    faults: [
      "E116 spec.a",
      "E119 fill for v2: for the value of fill the rule leaves `spec.a` absent in v1, and the server sets its default `5`, which is converted back instead of that value. Fill in the default, or omit it in v1 too (at spec.a)",
      "E116 spec.b",
    ],
  },
  {
    name: "E119: a value that the schema of its path refuses",
    from: versionOf({ b: integer }),
    to: versionOf({ a: words("x"), b: integer }),
    rules: [
      { op: "keep", to: "spec.a", fill: { to: { value: "y" } } },
      { op: "at", from: "spec.b", to: "spec.b", fill: { to: { value: "1" } } },
    ],
    faults: [
      'E119 fill `y` does not fit `spec.a` in v2: it must be one of "x" (keep spec.a)',
      "E116 spec.a",
      "E119 fill `1` does not fit `spec.b` in v2: the type must be integer (at spec.b)",
      "E116 spec.b",
    ],
  },
  {
    name: "E119: a null to fill in that is null of the other version",
    from: versionOf({ a: { ...text, nullable: true }, c: { ...text, nullable: true } }),
    to: versionOf(
      Object.fromEntries(["a", "c", "d"].map((key) => [key, { ...text, nullable: true }])),
    ),
    rules: [
      { op: "at", from: "spec.a", to: "spec.a", fill: { to: { value: null } } },
      { op: "at", from: "spec.c", to: "spec.c", fill: { to: { value: null, returns: true } } },
      { op: "keep", to: "spec.d", fill: { to: { value: null } } },
    ],
    faults: [
      "E119 fill null for v2: null at `spec.a` is converted to null of v1, not to absent. Fill in another value, or say returns: true with the null (at spec.a)",
      ...["at spec.a", "at spec.c", "keep spec.d"].map(
        (rule) =>
          `E116 fill at \`${rule.slice(-6)}\` also fills fragments: server-side apply may show the field without an owner (${rule})`,
      ),
    ],
  },
]);
