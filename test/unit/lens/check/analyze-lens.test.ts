import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../lib/json/value.ts";
import type { LensData, RuleData } from "../../../../lib/lens/language/rule.ts";
import type { SchemaNode } from "../../../../lib/lens/language/schema-node.ts";
import {
  analysisOf,
  dictionary,
  flag,
  free,
  integer,
  listOf,
  mapOf,
  schemaWith,
  text,
  versionOf,
  words,
} from "../../../support/lens-analysis.ts";

interface Row {
  readonly name: string;
  readonly from: SchemaNode;
  readonly to: SchemaNode;
  readonly rules: readonly RuleData[];
  readonly lens?: Partial<LensData>;
  /** Code and message of every fault. */
  readonly faults: readonly string[];
}

const spec = versionOf;
const short: JsonObject = { type: "string", maxLength: 9 };
const filled: JsonObject = { type: "string", minLength: 1 };
const small: JsonObject = { type: "integer", minimum: 1, maximum: 5 };
const keyed: JsonObject = {
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
};
const named = mapOf({ name: text, note: text }, "name");

const rows: readonly Row[] = [
  {
    name: "E101: a field of the older version alone, near one of the newer",
    from: spec({ cohort: text }),
    to: spec({ cohortName: text }),
    rules: [],
    faults: [
      "E101 `spec.cohort` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.cohortName`",
      "E101 `spec.cohortName` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.cohort`",
    ],
  },
  {
    name: "E101: a moved parent is offered once",
    from: spec({ tls: mapOf({ key: text, cert: text }) }),
    to: spec({ listen: mapOf({ tls: mapOf({ key: text, cert: text }) }) }),
    rules: [],
    faults: [
      "E101 `spec.tls` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.listen.tls`",
      "E101 `spec.listen` exists only in v2, and no rule covers it. Try keep or drop",
    ],
  },
  {
    name: "E101: near within the same list, not across lists",
    from: spec({ l: listOf(mapOf({ host: text })), m: listOf(mapOf({ port: integer })) }),
    to: spec({ l: listOf(mapOf({ hostName: text })), m: listOf(mapOf({ ports: integer })) }),
    rules: [],
    faults: [
      "E101 `spec.l[*].host` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.l[*].hostName`",
      "E101 `spec.m[*].port` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.m[*].ports`",
      "E101 `spec.l[*].hostName` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.l[*].host`",
      "E101 `spec.m[*].ports` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.m[*].port`",
    ],
  },
  {
    name: "E101: a field of the same shape under another name is named as a candidate",
    from: spec({ image: mapOf({ url: text, format: words("raw", "qcow2") }), disableCache: flag }),
    to: spec({
      image: mapOf({ url: text, diskFormat: words("raw", "qcow2") }),
      local: mapOf({ enableCache: flag }),
    }),
    rules: [],
    faults: [
      'E101 `spec.image.format` exists only in v1, and no rule covers it. Try move to `spec.image.diskFormat`, perhaps the same field (the same words are allowed, and "format" is in both names); else keep or drop',
      'E101 `spec.disableCache` exists only in v1, and no rule covers it. Try map to `spec.local.enableCache`, perhaps the same field (the opposite name, and "cache" is in both names); else keep or drop',
      'E101 `spec.image.diskFormat` exists only in v2, and no rule covers it. Try move from `spec.image.format`, perhaps the same field (the same words are allowed, and "format" is in both names); else keep or drop',
      "E101 `spec.local` exists only in v2, and no rule covers it. Try keep or drop",
    ],
  },
  {
    name: "E101: a field with a like name is no candidate of others, and a rule of the other list neither",
    from: spec({ format: words("a", "b"), l: listOf(mapOf({ kindOf: words("c", "d") })) }),
    to: spec({
      formats: words("a", "b"),
      diskFormat: words("a", "b"),
      m: listOf(mapOf({ sort: words("c", "d") })),
    }),
    rules: [],
    faults: [
      "E101 `spec.format` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.formats`",
      "E101 `spec.l` exists only in v1, and no rule covers it. Try keep or drop",
      "E101 `spec.formats` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.format`",
      "E101 `spec.diskFormat` exists only in v2, and no rule covers it. Try keep or drop",
      "E101 `spec.m` exists only in v2, and no rule covers it. Try keep or drop",
    ],
  },
  {
    name: "E104: a required field of the same shape under another name",
    from: spec({ format: words("raw", "qcow2") }),
    to: spec({ diskFormat: words("raw", "qcow2") }, ["diskFormat"]),
    rules: [],
    faults: [
      'E104 v2 requires `spec.diskFormat`, but it may stay absent. Try fill, or move from `spec.format`. If objects always have it, add to accept: - { in: v2, at: spec.diskFormat, refuses: required, why: "" }',
      'E101 `spec.format` exists only in v1, and no rule covers it. Try move to `spec.diskFormat`, perhaps the same field (the same words are allowed, and "format" is in both names); else keep or drop',
    ],
  },
  {
    name: "E101: the path of one side is claimed",
    from: spec({ a: text, b: text }),
    to: spec({ a: text, b: text }),
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    faults: [
      "E101 a rule claims `spec.b` of v2, but no rule covers the same path of v1. Try keep or drop (move spec.a → spec.b)",
      "E101 a rule claims `spec.a` of v1, but no rule covers the same path of v2. Try keep or drop (move spec.a → spec.b)",
    ],
  },
  {
    name: "no E101: moved, kept, dropped, a husk, and what every resource has",
    from: spec({ a: text, b: text, c: text, husk: mapOf({ d: text }) }),
    to: spec({ x: text, d: text }),
    rules: [
      { op: "move", from: "spec.a", to: "spec.x" },
      { op: "keep", from: "spec.b" },
      { op: "drop", from: "spec.c", reason: "never read" },
      { op: "move", from: "spec.husk.d", to: "spec.d" },
    ],
    faults: [],
  },
  {
    name: "E102: two rules for one path",
    from: spec({ a: text, b: text }),
    to: spec({ x: text }),
    rules: [
      { op: "move", from: "spec.a", to: "spec.x", at: { line: 4, column: 3 } },
      { op: "move", from: "spec.b", to: "spec.x", at: { line: 5, column: 3 } },
    ],
    lens: { file: "conversion.yaml" },
    faults: [
      "E102 `spec.x` is claimed by two rules: move spec.a → spec.x, conversion.yaml:4:3; move spec.b → spec.x, conversion.yaml:5:3",
    ],
  },
  {
    name: "E103: a path that is not there, near one that is",
    from: spec({ cohort: text }),
    to: spec({ cohort: text }),
    rules: [{ op: "keep", from: "spec.cohrt" }],
    faults: ["E103 no `spec.cohrt` in v1; did you mean `spec.cohort`? (keep spec.cohrt)"],
  },
  {
    name: "E103: a text that is not a path",
    from: spec({}),
    to: spec({}),
    rules: [{ op: "keep", from: "spec..a" }],
    faults: ["E103 `spec..a` is not a path (keep spec..a)"],
  },
  {
    name: "E103: a lens of no such name",
    from: spec({ a: named }),
    to: spec({ a: named }),
    rules: [{ op: "include", from: "spec.a", to: "spec.a", lens: "b" }],
    faults: ["E103 `b` is not a named lens (named lenses: none) (include spec.a)"],
  },
  {
    name: "E104: required on one side, optional on the other",
    from: spec({ a: text }),
    to: spec({ a: text }, ["a"]),
    rules: [],
    faults: [
      'E104 v2 requires `spec.a`, but it may stay absent. Try fill. If objects always have it, add to accept: - { in: v2, at: spec.a, refuses: required, why: "" }',
    ],
  },
  {
    name: "E104: required, and there under another name",
    from: spec({ host: text }),
    to: spec({ hostName: text }, ["hostName"]),
    rules: [],
    faults: [
      'E104 v2 requires `spec.hostName`, but it may stay absent. Try fill, or move from `spec.host`. If objects always have it, add to accept: - { in: v2, at: spec.hostName, refuses: required, why: "" }',
      "E101 `spec.host` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.hostName`",
    ],
  },
  {
    name: "E104: the map is made by another rule than the one that fills it",
    from: spec({ a: text, b: text }),
    to: spec({ q: mapOf({ a: text, b: text }, "a") }),
    rules: [
      { op: "move", from: "spec.a", to: "spec.q.a" },
      { op: "move", from: "spec.b", to: "spec.q.b" },
    ],
    faults: [
      'E104 v2 requires `spec.q.a`, but it may stay absent. Try fill. If objects always have it, add to accept: - { in: v2, at: spec.q.a, refuses: required, why: "" }',
    ],
  },
  {
    name: "no E104: required on both sides, a schema's default, what a rule fills in, or the only maker of its map",
    from: spec({ a: text, b: text, c: { type: "string", default: "x" }, d: text, e: text }, ["a"]),
    to: spec({ x: text, b: text, c: text, d: text, q: mapOf({ e: text }, "e") }, [
      "x",
      "b",
      "c",
      "d",
    ]),
    rules: [
      { op: "move", from: "spec.a", to: "spec.x" },
      { op: "at", from: "spec.b", to: "spec.b", fill: { to: { value: "b" } } },
      { op: "at", from: "spec.d", to: "spec.d", fill: { to: { value: "d" } } },
      { op: "move", from: "spec.e", to: "spec.q.e" },
    ],
    faults: [],
  },
  {
    name: "no E104: a map that is required where the other version has a text, and whose members come from the text",
    from: spec({ a: text }, ["a"]),
    to: spec({ a: mapOf({ x: text, y: text }) }, ["a"]),
    rules: [
      {
        op: "hook",
        from: ["spec.a"],
        to: ["spec.a.x", "spec.a.y"],
        fill: { from: { value: "none" } },
        forward: () => [],
        backward: () => [],
      },
    ],
    faults: [],
  },
  {
    name: "E104: the same where the map requires a member",
    from: spec({ a: text }, ["a"]),
    to: spec({ a: mapOf({ x: text, y: text }, "x") }, ["a"]),
    rules: [
      {
        op: "hook",
        from: ["spec.a"],
        to: ["spec.a.x", "spec.a.y"],
        fill: { from: { value: "none" } },
        forward: () => [],
        backward: () => [],
      },
    ],
    faults: [
      'E104 v2 requires `spec.a`, but it may stay absent. Try fill. If objects always have it, add to accept: - { in: v2, at: spec.a, refuses: required, why: "" }',
      'E104 v2 requires `spec.a.x`, but it may stay absent. Try fill. If objects always have it, add to accept: - { in: v2, at: spec.a.x, refuses: required, why: "" }',
    ],
  },
  {
    name: "E105: one path, two types",
    from: spec({ port: text }),
    to: spec({ port: integer }),
    rules: [],
    faults: [
      "E105 `spec.port` is string in v1 and integer in v2. Try convert, duration or quantity",
    ],
  },
  {
    name: "E105: an op on what it does not read",
    from: spec({ t: flag }),
    to: spec({ t: integer }),
    rules: [{ op: "duration", from: "spec.t", to: "spec.t", unit: "s" }],
    faults: [
      "E105 `spec.t` is boolean in v1, but duration needs string or int-or-string there (duration spec.t)",
    ],
  },
  {
    name: "E105: a move between types",
    from: spec({ a: listOf(text) }),
    to: spec({ b: dictionary(text) }),
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    faults: [
      "E105 `spec.a` is list of string in v1, and `spec.b` map of string in v2. Try keyed (move spec.a → spec.b)",
    ],
  },
  {
    name: "no E105: converted",
    from: spec({ port: { type: "string", pattern: "^[1-9][0-9]{0,3}$" } }),
    to: spec({ port: { type: "integer", minimum: 1, maximum: 9999 } }),
    rules: [{ op: "convert", from: "spec.port", to: "spec.port" }],
    faults: [],
  },
  ...(
    [
      {
        name: "what its omit for the other version names",
        rule: { omit: { from: { equals: "" } } },
        cause: "omit for v1 may leave it absent. Try fill: { v2: … } with a value",
      },
      {
        name: "a value that counts as absent, because it is filled in in the other version",
        rule: { fill: { from: { value: "" } } },
        cause:
          "what fill for v1 fills in counts as absent, which may leave it absent. Try fill: { v2: … } with a value",
      },
      {
        name: "its own omit",
        rule: { omit: { to: { equals: "" } } },
        cause: "omit for v2 may leave it absent. Try fill: { v2: … } with a value",
      },
      {
        name: "a fill that may have nothing to read",
        rule: { fill: { to: { read: "spec.b" } } },
        cause:
          "fill for v2 gives nothing where what it reads is absent. Try fill: { v2: … } with a value",
      },
      {
        name: "a fill that is tested",
        rule: { fill: { to: { value: "x", where: { b: "x" } } } },
        cause: "fill for v2 gives nothing where its tests fail. Try fill: { v2: … } with a value",
      },
    ] as const
  ).map(({ name, rule, cause }) => ({
    name: `E104: the rule that leaves it absent: ${name}`,
    from: spec({ a: text, b: text }),
    to: spec({ a: text, b: text }, ["a"]),
    rules: [{ op: "at", from: "spec.a", to: "spec.a", ...rule }] as const,
    lens: { accept: [{ in: "v1", at: "spec.a", refuses: "required", why: "so" }] } as const,
    faults: [
      `E104 v2 requires \`spec.a\`, but ${cause} (at spec.a). If objects always have it, add to accept: - { in: v2, at: spec.a, refuses: required, why: "" }`,
      ...("fill" in rule && "from" in rule.fill
        ? [
            "E116 fill at `spec.a` also fills fragments: server-side apply may show the field without an owner (at spec.a)",
          ]
        : []),
    ],
  })),
  {
    name: "E104: the rule within an item that leaves its member absent",
    from: spec({ l: listOf(mapOf({ name: text, a: text }, "name")) }),
    to: spec({ l: listOf(mapOf({ name: text, a: text }, "name", "a")) }),
    rules: [
      {
        op: "at",
        from: "spec.l[*].a",
        to: "spec.l[*].a",
        fill: { from: { value: "" } },
        omit: { from: { equals: "" } },
        at: { line: 7, column: 3 },
      },
    ],
    lens: { file: "conversion.yaml" },
    faults: [
      'E104 v2 requires `spec.l[*].a`, but omit for v1 may leave it absent. Try fill: { v2: … } with a value (at spec.l[*].a, conversion.yaml:7:3). If objects always have it, add to accept: - { in: v2, at: "spec.l[*].a", refuses: required, why: "" }',
      "E117 `spec.l` has no key: values preserved for its items may be lost when items are edited and moved at the same time. Set key",
    ],
  },
  {
    name: "E107: a word that identity does not carry over",
    from: spec({ mode: words("a", "b") }),
    to: spec({ mode: words("a") }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.mode`: enum "a", as for `b`. Try map. If nobody writes that, add to accept: - { in: v2, at: spec.mode, refuses: enum, why: "" }',
    ],
  },
  {
    name: "E106: words that the table leaves out, and one that a version does not know",
    from: spec({ mode: words("a", "b") }),
    to: spec({ mode: words("x", "y") }),
    rules: [{ op: "map", from: "spec.mode", to: "spec.mode", table: { a: "x", c: "x" } }],
    faults: [
      'E106 `b` of `spec.mode` has no partner in v2. Add it to the table (map spec.mode). If nobody writes that, add to accept: - { in: v2, at: spec.mode, refuses: enum, why: "" }',
      'E106 `y` of `spec.mode` has no partner in v1. Add it to the table (map spec.mode). If nobody writes that, add to accept: - { in: v1, at: spec.mode, refuses: enum, why: "" }',
      "E106 `c` is not a word of `spec.mode` in v1, which has `a`, `b` (map spec.mode)",
    ],
  },
  {
    name: "E106: words of else that a version does not know, or that have no way back",
    from: spec({ mode: words("a", "b"), size: text, kind: text }),
    to: spec({ mode: words("x"), size: text, kind: text }),
    rules: [
      { op: "map", from: "spec.mode", to: "spec.mode", table: { a: "x" }, else: { to: "z" } },
      { op: "map", from: "spec.size", to: "spec.size", table: { s: "S" }, else: { to: "L" } },
      { op: "map", from: "spec.kind", to: "spec.kind", table: { a: "b" }, else: { to: "same" } },
    ],
    faults: [
      "E106 `z` is not a word of `spec.mode` in v2, which has `x` (map spec.mode)",
      "E106 `z`, which else writes in v2, could not be converted back to v1. Add it to the table (map spec.mode)",
      "E106 `L`, which else writes in v2, could not be converted back to v1. Add it to the table (map spec.size)",
      "E106 else: same for v2 needs else: same for v1 too, or the word could not be converted back (map spec.kind)",
    ],
  },
  {
    name: "no E106: else covers what the table leaves out",
    from: spec({ mode: words("a", "b", "c"), size: text, kind: words("a", "b") }),
    to: spec({ mode: words("x", "y"), size: text, kind: words("a", "b") }),
    rules: [
      {
        op: "map",
        from: "spec.mode",
        to: "spec.mode",
        table: { a: "x" },
        else: { to: "x", from: "a" },
      },
      {
        op: "map",
        from: "spec.size",
        to: "spec.size",
        table: { s: "S" },
        else: { to: "Other", from: "unknown" },
      },
      {
        op: "map",
        from: "spec.kind",
        to: "spec.kind",
        table: {},
        else: { to: "same", from: "same" },
      },
    ],
    faults: [],
  },
  {
    name: "no E106: a total table",
    from: spec({ mode: words("a", "b", "") }),
    to: spec({ mode: words("x") }),
    rules: [{ op: "map", from: "spec.mode", to: "spec.mode", table: { a: "x", b: "x", "": "x" } }],
    faults: [],
  },
  {
    name: "E107: bounds, both ways",
    from: spec({ n: { type: "integer", maximum: 9 }, p: text }),
    to: spec({ n: { type: "integer", minimum: 1 }, p: { type: "string", pattern: "^a" } }),
    rules: [],
    faults: [
      'E107 v1 refuses some of what v2 allows at `spec.n`: maximum 9. If nobody writes that, add to accept: - { in: v1, at: spec.n, refuses: maximum, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.n`: minimum 1. If nobody writes that, add to accept: - { in: v2, at: spec.n, refuses: minimum, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.p`: pattern ^a. If nobody writes that, add to accept: - { in: v2, at: spec.p, refuses: pattern, why: "" }',
    ],
  },
  {
    name: "E107: what an op makes of a value",
    from: spec({ t: text }),
    to: spec({ seconds: { type: "integer", minimum: 0 } }),
    rules: [{ op: "duration", from: "spec.t", to: "spec.seconds", unit: "s" }],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.seconds`: minimum 0, as for `-1s` of v1 (duration spec.t → spec.seconds). If nobody writes that, add to accept: - { in: v2, at: spec.seconds, refuses: minimum, why: "" }',
    ],
  },
  {
    name: "E107: lists that get a key",
    from: spec({ l: listOf(named) }),
    to: spec({ l: listOf(named, keyed) }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.l`: unique, no two items of one name. If nobody writes that, add to accept: - { in: v2, at: spec.l, refuses: unique, why: "" }',
      "E118 `spec.l` is one value in v1 and merged by name in v2: a manager that applies an item at v2 owns the whole list at v1. Give both versions the same list or map type",
    ],
  },
  {
    name: "no E107: accepted by path or pattern, or equal",
    from: spec({ n: integer, m: mapOf({ n: integer }), same: small }),
    to: spec({ n: small, m: mapOf({ n: small }), same: small }),
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
    name: "E107: an entry for another keyword, place or version accepts nothing",
    from: spec({ n: integer, m: integer }),
    to: spec({ n: { type: "integer", minimum: 1 }, m: integer }),
    rules: [],
    lens: {
      accept: [
        { in: "v2", at: "spec.n", refuses: "maximum", why: "so" },
        { in: "v2", at: "spec.m", refuses: "minimum", why: "so" },
        { in: "v1", at: "spec.n", refuses: "minimum", why: "so" },
      ],
    },
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.n`: minimum 1. If nobody writes that, add to accept: - { in: v2, at: spec.n, refuses: minimum, why: "" }',
    ],
  },
  {
    name: "E107: more than three of one keyword, version and top member are one fault, with an entry for each bound",
    from: spec({ a: text, b: text, c: text, l: listOf(text), m: text }),
    to: spec(
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
      `E107 v2 refuses some of what v1 allows by maxLength at 5 places of \`spec\`:
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
    name: "E107: spec and status are apart",
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
    from: spec({ a: text, b: text, l: listOf(text) }, ["b"]),
    to: spec({ a: filled, b: filled, l: listOf(filled) }, ["b"]),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.a`: minLength 1. If "" means absent in v1, add the rule - { at: spec.a, omit: { v1: "" } }. If nobody writes that, add to accept: - { in: v2, at: spec.a, refuses: minLength, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.b`: minLength 1. If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: minLength, why: "" }',
      'E107 v2 refuses some of what v1 allows at `spec.l[*]`: minLength 1. If nobody writes that, add to accept: - { in: v2, at: "spec.l[*]", refuses: minLength, why: "" }',
    ],
  },
  {
    name: "no E107: the rule that its message offers",
    from: spec({ a: text, b: text }, ["b"]),
    to: spec({ a: filled, b: filled }),
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
    from: spec({ b: text }, ["b"]),
    to: spec({ b: filled }),
    rules: [],
    lens: { accept: [{ in: "v1", at: "spec.b", refuses: "required", why: "it is always there" }] },
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.b`: minLength 1. If "" means absent in v1, add the rule - { at: spec.b, fill: { v1: "" }, omit: { v1: "" } }. If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: minLength, why: "" }',
    ],
  },
  {
    name: "E107: a rule that is there takes the omit",
    from: spec({ a: text }),
    to: spec({ b: filled }),
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.b`: minLength 1 (move spec.a → spec.b). If "" means absent in v1, give its rule omit: { v1: "" }. If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: minLength, why: "" }',
    ],
  },
  {
    name: "E107: the empty texts of many places",
    from: spec({ a: text, b: text, c: text, l: listOf(text) }),
    to: spec({ a: filled, b: filled, c: filled, l: listOf(filled) }),
    rules: [],
    faults: [
      `E107 v2 refuses some of what v1 allows by minLength at 4 places of \`spec\`:
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
    from: spec({ mode: text }),
    to: spec({ mode: words("a", "b") }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.mode`: enum "a", "b". If nobody writes that, add to accept (if E128 follows, also an example that has one of these words): - { in: v2, at: spec.mode, refuses: enum, why: "" }',
    ],
  },
  {
    name: "E107: members that a version prunes can't be accepted",
    from: spec({ m: { ...mapOf({ a: text }), ...free } }),
    to: spec({ m: mapOf({ a: text }) }),
    rules: [],
    faults: [
      "E107 `spec.m` may hold any member in v1, and v2 prunes those that it does not declare. Try keep, drop or a hook",
    ],
  },
  {
    name: "E106: words without a partner, unless the other version may refuse words there",
    from: spec({ mode: words("a", "b"), kind: words("a", "b") }),
    to: spec({ mode: text, kind: text }),
    rules: [
      { op: "map", from: "spec.mode", to: "spec.mode", table: { a: "x" } },
      { op: "map", from: "spec.kind", to: "spec.kind", table: { a: "x" } },
    ],
    lens: { accept: [{ in: "v2", at: "spec.kind", refuses: "enum", why: "nobody wrote b" }] },
    faults: [
      'E106 `b` of `spec.mode` has no partner in v2. Add it to the table (map spec.mode). If nobody writes that, add to accept: - { in: v2, at: spec.mode, refuses: enum, why: "" }',
    ],
  },
  {
    name: "no E104: accepted, also within items",
    from: spec({ l: listOf(mapOf({ a: text, b: text })) }),
    to: spec({ l: listOf(mapOf({ a: text, b: text }, "a", "b")) }, ["l"]),
    rules: [],
    lens: {
      accept: [{ in: "v2", at: ["spec.l", "spec.l[*].*"], refuses: "required", why: "always set" }],
    },
    faults: [],
  },
  {
    name: "E103, E108, E115: entries that are wrong themselves",
    from: spec({ n: integer }),
    to: spec({ n: integer }),
    rules: [],
    lens: {
      accept: [
        { in: "v2", at: "spec.m", refuses: "minimum", why: "so" },
        { in: "v2", at: "**", refuses: "minimum", why: "so" },
        { in: "v2", at: "spec.*.a*b*", refuses: "minimum", why: "so" },
        { in: "v3", at: "spec.n", refuses: "minimum", why: "so" },
        { in: "v2", at: "spec.n", refuses: "minimum", why: " ", writtenAt: { line: 3, column: 3 } },
        { in: "v2", at: "spec.n", refuses: { rule: "" }, why: "so" },
      ],
    },
    faults: [
      "E103 no `spec.m` in v2 (accept)",
      "E103 `**` in accept is not a path to a member (accept)",
      "E103 `spec.*.a*b*` in accept is not a path to a member (accept)",
      "E115 accept names v3, but the versions of the lens are v1 and v2 (accept)",
      "E108 `spec.n` is accepted without a reason. Say why it is right that v2 refuses objects there (accept, line:3:3)",
      "E108 accept at `spec.n` names no constraint. Set refuses to a keyword, or to { rule: … } with the beginning of the rule's text (accept)",
    ],
  },
  {
    name: "E108: no reason",
    from: spec({ a: text }),
    to: spec({}),
    rules: [{ op: "drop", from: "spec.a", reason: " ", at: { line: 7, column: 1 } }],
    faults: [
      "E108 `spec.a` is dropped without a reason. Say why nobody misses it, or keep it (drop spec.a, line:7:1)",
    ],
  },
  {
    name: "no E104: a hook reads an annotation beside members of a map that is carried over",
    from: spec({ a: text, must: text }, ["must"]),
    to: spec({ b: text, must: text }, ["must"]),
    rules: [
      {
        op: "hook",
        from: ["spec.a", "metadata.annotations.note"],
        to: ["spec.b", "metadata.annotations.other"],
        forward: () => [],
        backward: () => [],
      },
    ],
    faults: [],
  },
  {
    name: "E104: a hook that reads nothing else makes the map",
    from: spec({ must: text }, ["must"]),
    to: spec({ b: text, must: text }, ["must"]),
    rules: [
      {
        op: "hook",
        from: ["metadata.annotations.note"],
        to: ["spec.b"],
        forward: () => [],
        backward: () => [],
      },
    ],
    faults: [
      'E104 v2 requires `spec.must`, but it may stay absent. Try fill. If objects always have it, add to accept: - { in: v2, at: spec.must, refuses: required, why: "" }',
    ],
  },
  {
    name: "E109: one direction alone",
    from: spec({ a: text }),
    to: spec({ b: text }),
    rules: [{ op: "hook", from: ["spec.a"], to: ["spec.b"], forward: () => ["x"] }],
    faults: [
      "E109 hook at `spec.a` has no backward function. Add it, or give the reason in oneWay (hook spec.a → spec.b)",
    ],
  },
  {
    name: "no E109: both directions, or said",
    from: spec({ a: text, c: text }),
    to: spec({ b: text, d: text }),
    rules: [
      { op: "hook", from: ["spec.a"], to: ["spec.b"], forward: () => ["x"], oneWay: "a summary" },
      { op: "hook", from: ["spec.c"], to: ["spec.d"], forward: () => ["x"], backward: () => [] },
    ],
    faults: [],
  },
  {
    name: "E110: each over no list",
    from: spec({ a: named }),
    to: spec({ a: named }),
    rules: [{ op: "each", from: "spec.a", to: "spec.a", rules: [] }],
    faults: [
      "E110 each over `spec.a`, which is not a list in v1 (each spec.a)",
      "E110 each over `spec.a`, which is not a list in v2 (each spec.a)",
    ],
  },
  {
    name: "E110: values of no map",
    from: spec({ a: listOf(named) }),
    to: spec({ a: listOf(named) }),
    rules: [{ op: "each", from: "spec.a{}", to: "spec.a{}", rules: [] }],
    faults: [
      "E110 each over `spec.a`, which is not a map in v1. For the items of the list write `spec.a[*]` (each spec.a{})",
      "E110 each over `spec.a`, which is not a map in v2. For the items of the list write `spec.a[*]` (each spec.a{})",
    ],
  },
  {
    name: "E110: items of a map",
    from: spec({ a: named }),
    to: spec({ a: dictionary(text) }),
    rules: [{ op: "each", from: "spec.a[*]", to: "spec.a" }],
    faults: [
      "E110 each over `spec.a`, which is not a list in v1 (each spec.a[*] → spec.a)",
      "E110 each over `spec.a`, which is not a list in v2. For the values of the map write `spec.a{}` (each spec.a[*] → spec.a)",
    ],
  },
  {
    name: "E110: values of a map against the items of a list",
    from: spec({ a: dictionary(text) }),
    to: spec({ b: listOf(text) }),
    rules: [{ op: "each", from: "spec.a{}", to: "spec.b" }],
    faults: [
      "E110 `spec.b` stands for the items of a list, and spec.a{} for the values of a map. Write spec.b{} for two maps, and keyed for a map and a list (each spec.a{} → spec.b)",
      "E101 `spec.a` exists only in v1, and no rule covers it. Try keep or drop",
      "E101 `spec.b` exists only in v2, and no rule covers it. Try keep or drop",
    ],
  },
  {
    name: "the whole item against a member: a set is a list by its key, other members stay",
    from: spec({ a: listOf(text, { "x-kubernetes-list-type": "set" }) }),
    to: spec({
      a: listOf(
        { ...mapOf({ name: text, note: text }), required: ["name"] },
        { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
      ),
    }),
    rules: [
      {
        op: "each",
        from: "spec.a",
        to: "spec.a",
        key: "name",
        rules: [{ op: "move", from: ".", to: "name" }],
      },
    ],
    faults: [],
  },
  {
    name: "E104, E105: the whole item against a member of another type, beside a required one",
    from: spec({ a: listOf(text) }),
    to: spec({ a: listOf({ ...mapOf({ size: integer, id: text }), required: ["size", "id"] }) }),
    rules: [
      { op: "each", from: "spec.a", to: "spec.a", rules: [{ op: "move", from: ".", to: "size" }] },
    ],
    faults: [
      'E104 v2 requires `spec.a[*].id`, but it may stay absent. Try fill (each spec.a). If objects always have it, add to accept: - { in: v2, at: "spec.a[*].id", refuses: required, why: "" }',
      "E105 `spec.a[*]` is string in v1, and `spec.a[*].size` integer in v2. Try convert, duration or quantity (move . → size)",
      "E117 `spec.a` has no key: values preserved for its items may be lost when items are edited and moved at the same time. Set key (each spec.a)",
    ],
  },
  {
    name: "E117: a key that items may lack, where something is kept; E103: one that they have not",
    from: spec({ a: listOf(mapOf({ id: text, x: text })), b: listOf(mapOf({ id: text })) }),
    to: spec({ a: listOf(mapOf({ id: text })), b: listOf(mapOf({ id: text })) }),
    rules: [
      { op: "each", from: "spec.a", to: "spec.a", key: "id", rules: [{ op: "keep", from: "x" }] },
      { op: "each", from: "spec.b", to: "spec.b", key: ["id", "nmae"], rules: [] },
    ],
    faults: [
      "E117 items of `spec.a` may lack the key `id` in v1: values preserved for such an item are found by the item's content (each spec.a)",
      "E117 items of `spec.a` may lack the key `id` in v2: values preserved for such an item are found by the item's content (each spec.a)",
      "E103 no `spec.b[*].nmae` in v1, but the rule uses it as a key (each spec.b)",
      "E103 no `spec.b[*].nmae` in v2, but the rule uses it as a key (each spec.b)",
    ],
  },
  {
    name: "E103: a test of items by a member that they do not have, or by what is not a path of keys",
    from: spec({ a: listOf(mapOf({ id: text })), b: listOf(text) }),
    to: spec({ a: listOf(mapOf({ id: text })), b: listOf(text) }),
    rules: [
      {
        op: "each",
        from: "spec.a",
        to: "spec.a",
        where: { to: { id: "x", kind: "y" } },
        rules: [],
      },
      { op: "each", from: "spec.b", to: "spec.b", where: { from: { "x[*]": 1 } }, rules: [] },
    ],
    faults: [
      "E103 no `spec.a[*].kind` in v2 (each spec.a)",
      "E103 `x[*]` is not a path of keys (each spec.b)",
    ],
  },
  {
    name: "E112: a lens that calls itself where it stands",
    from: spec({ a: named }),
    to: spec({ a: named }),
    rules: [{ op: "include", from: "spec.a", to: "spec.a", lens: "loop" }],
    lens: { lenses: { loop: [{ op: "include", from: ".", to: ".", lens: "loop" }] } },
    faults: [
      "E112 lens `loop` includes itself for the same value. Include it below at least one step",
    ],
  },
  {
    name: "no E112: a lens that goes down, also through free JSON",
    from: spec({ a: mapOf({ x: text, a: free }) }),
    to: spec({ a: mapOf({ y: text, a: free }) }),
    rules: [{ op: "include", from: "spec.a", to: "spec.a", lens: "node" }],
    lens: {
      lenses: {
        node: [
          { op: "move", from: "x", to: "y" },
          { op: "include", from: "a", to: "a", lens: "node" },
        ],
      },
    },
    faults: [],
  },
  {
    name: "E135: each version keeps a field of the same shape",
    from: spec({
      image: mapOf({ url: text, format: words("raw", "qcow2") }),
      disableCache: flag,
      l: listOf(mapOf({ name: text, format: words("a", "b") }, "name"), keyed),
    }),
    to: spec({
      image: mapOf({ url: text, diskFormat: words("raw", "qcow2") }),
      local: mapOf({ enableCache: flag, size: integer }),
      l: listOf(mapOf({ name: text, diskFormat: words("a", "b") }, "name"), keyed),
    }),
    rules: [
      { op: "keep", from: "spec.image.format", at: { line: 4, column: 3 } },
      { op: "keep", to: "spec.image.diskFormat" },
      { op: "keep", from: "spec.disableCache" },
      { op: "keep", to: "spec.local" },
      { op: "keep", from: "spec.l[*].format" },
      { op: "keep", to: "spec.l[*].diskFormat" },
    ],
    lens: { file: "conversion.yaml" },
    faults: [
      'E135 `spec.image.format` of v1 and `spec.image.diskFormat` of v2 are both kept, and may be the same field (the same words are allowed, and "format" is in both names): each version loses sight of the other\'s value. If they differ in meaning, give one keep a `reason`; if not, write one rule in place of both: - { move: spec.image.format, to: spec.image.diskFormat } (keep spec.image.format, conversion.yaml:4:3)',
      'E135 `spec.disableCache` of v1 and `spec.local.enableCache` of v2 are both kept, and may be the same field (the opposite name, and "cache" is in both names): each version loses sight of the other\'s value. If they differ in meaning, give one keep a `reason`; if not, write one rule in place of both: - { map: spec.disableCache, to: spec.local.enableCache, table: { true: false, false: true } } (keep spec.disableCache, conversion.yaml)',
      'E135 `spec.l[*].format` of v1 and `spec.l[*].diskFormat` of v2 are both kept, and may be the same field (the same words are allowed, and "format" is in both names): each version loses sight of the other\'s value. If they differ in meaning, give one keep a `reason`; if not, write one rule in place of both: - { move: "spec.l[*].format", to: "spec.l[*].diskFormat" } (keep spec.l[*].format, conversion.yaml)',
    ],
  },
  {
    name: "no E135: with a reason on either side, or no pair of keeps",
    from: spec({ format: words("raw", "qcow2"), mode: words("a", "b"), sort: words("c", "d") }),
    to: spec({
      diskFormat: words("raw", "qcow2"),
      imageMode: words("a", "b"),
      sortOrder: words("c", "d"),
    }),
    rules: [
      { op: "keep", from: "spec.format", reason: "of the archive" },
      { op: "keep", to: "spec.diskFormat" },
      { op: "keep", from: "spec.mode" },
      { op: "keep", to: "spec.imageMode", reason: "of the image alone" },
      { op: "keep", from: "spec.sort" },
      { op: "drop", to: "spec.sortOrder", reason: "never read" },
    ],
    faults: [],
  },
  {
    name: "E116: what is filled in fills fragments",
    from: spec({}),
    to: spec({ a: text }),
    rules: [{ op: "keep", to: "spec.a", fill: { to: { value: "x" } } }],
    faults: [
      "E116 fill at `spec.a` also fills fragments: server-side apply may show the field without an owner (keep spec.a)",
    ],
  },
  {
    name: "no E116: items of an atomic list are whole",
    from: spec({ l: listOf(mapOf({})) }),
    to: spec({ l: listOf(mapOf({ a: text })) }),
    rules: [
      {
        op: "each",
        from: "spec.l",
        to: "spec.l",
        key: [],
        rules: [{ op: "keep", to: "a", fill: { to: { value: "x" } } }],
      },
    ],
    faults: [],
  },
  {
    name: "E118: a map that is atomic in one version",
    from: spec({ o: { ...mapOf({ a: text }), "x-kubernetes-map-type": "atomic" } }),
    to: spec({ p: mapOf({ a: text }) }),
    rules: [{ op: "move", from: "spec.o", to: "spec.p", rules: [] }],
    faults: [
      "E118 `spec.o` is one value in v1, and `spec.p` is merged by member in v2: a manager that applies a member at v2 owns the whole map at v1. Give both versions the same list or map type (move spec.o → spec.p)",
    ],
  },
  {
    name: "E118: a list that is a set in one version",
    from: spec({ l: { ...listOf(text), "x-kubernetes-list-type": "set" } }),
    to: spec({ l: listOf(text) }),
    rules: [],
    lens: { accept: [{ in: "v1", at: "spec.l", refuses: "unique", why: "values are unique" }] },
    faults: [
      "E118 `spec.l` is one value in v2 and merged by value in v1: a manager that applies an item at v1 owns the whole list at v2. Give both versions the same list or map type",
    ],
  },
  {
    name: "no E118: inside an item of a list that is atomic in both versions",
    from: spec({ l: listOf(mapOf({ o: { ...mapOf({}), "x-kubernetes-map-type": "atomic" } })) }),
    to: spec({ l: listOf(mapOf({ o: mapOf({}) })) }),
    rules: [],
    faults: [],
  },
  {
    name: "E117: something is kept in a list without a key",
    from: spec({ l: listOf(mapOf({ a: text, b: text })) }),
    to: spec({ l: listOf(mapOf({ a: text })) }),
    rules: [{ op: "keep", from: "spec.l[*].b" }],
    faults: [
      "E117 `spec.l` has no key: values preserved for its items may be lost when items are edited and moved at the same time. Set key",
    ],
  },
  {
    name: "no E117: a key, in the rule or in the schemas, or nothing kept",
    from: spec({
      l: listOf(named),
      m: listOf(named, keyed),
      n: listOf(mapOf({ a: text })),
    }),
    to: spec({
      l: listOf(mapOf({ name: text }, "name")),
      m: listOf(mapOf({ name: text }, "name"), keyed),
      n: listOf(mapOf({ b: text })),
    }),
    rules: [
      {
        op: "each",
        from: "spec.l",
        to: "spec.l",
        key: "name",
        rules: [{ op: "keep", from: "note" }],
      },
      { op: "keep", from: "spec.m[*].note" },
      { op: "move", from: "spec.n[*].a", to: "spec.n[*].b" },
    ],
    faults: [],
  },
  {
    name: "E119: a value that says nothing, where the other version has a default",
    from: spec({ a: { ...integer, default: 5 }, b: { ...integer, default: 5 }, c: integer }),
    to: spec({ a: integer, b: integer, c: { ...integer, default: 0 } }),
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
      "E116 fill at `spec.a` also fills fragments: server-side apply may show the field without an owner (at spec.a)",
      "E119 fill for v2: for its value the rule leaves `spec.a` absent in v1, and the server sets the default `5` there, which is converted back instead. Fill in the default, or omit it in v1 too (at spec.a)",
      "E116 fill at `spec.b` also fills fragments: server-side apply may show the field without an owner (at spec.b)",
    ],
  },
  {
    name: "E119: a value that its place refuses",
    from: spec({ b: integer }),
    to: spec({ a: words("x"), b: integer }),
    rules: [
      { op: "keep", to: "spec.a", fill: { to: { value: "y" } } },
      { op: "at", from: "spec.b", to: "spec.b", fill: { to: { value: "1" } } },
    ],
    faults: [
      'E119 fill `y` does not fit `spec.a` in v2: it must be one of "x" (keep spec.a)',
      "E116 fill at `spec.a` also fills fragments: server-side apply may show the field without an owner (keep spec.a)",
      "E119 fill `1` does not fit `spec.b` in v2: the type must be integer (at spec.b)",
      "E116 fill at `spec.b` also fills fragments: server-side apply may show the field without an owner (at spec.b)",
    ],
  },
  {
    name: "E120: a hook reads what is not there",
    from: spec({ a: text }),
    to: spec({ b: text }),
    rules: [
      {
        op: "hook",
        from: ["spec.a"],
        to: ["spec.b"],
        reads: { from: ["spec.c"], to: ["metadata.name"] },
        forward: () => [],
        backward: () => [],
      },
    ],
    faults: [
      "E120 hook reads `spec.c`, which v1 does not declare in its scope (hook spec.a → spec.b)",
    ],
  },
  {
    name: "E103, E120, E121: what a fill may not read",
    from: spec({ a: text, b: text, c: text, d: text, e: text, tier: text }),
    to: spec({}),
    rules: [
      { op: "move", from: "spec.tier", to: 'metadata.labels["tier"]' },
      { op: "keep", from: "spec.a", fill: { from: { read: "spec.none" } } },
      { op: "keep", from: "spec.b", fill: { from: { read: '$.metadata.labels["tier"]' } } },
      {
        op: "keep",
        from: "spec.c",
        fill: { from: { read: '$.metadata.annotations["example.com/kept.v1.a"]' } },
      },
      { op: "keep", from: "spec.d", fill: { from: { read: "$.metadata.uid" } } },
      { op: "keep", from: "spec.e", fill: { from: { read: "spec.a" } } },
    ],
    faults: [
      "E120 `spec.a` is read by a fill, but another fill writes it. Read a path that no fill writes (keep spec.e)",
      "E103 no `spec.none` in v1 (keep spec.a)",
      "E116 fill at `spec.a` also fills fragments: server-side apply may show the field without an owner (keep spec.a)",
      "E120 `metadata.labels.tier` is read by a fill, but a rule claims it. Read a label or annotation that no rule claims (keep spec.b)",
      "E116 fill at `spec.b` also fills fragments: server-side apply may show the field without an owner (keep spec.b)",
      'E121 `metadata.annotations["example.com/kept.v1.a"]` is reserved for preserved values. Use another key (keep spec.c)',
      'E121 `metadata.uid` can\'t be named by a rule. Of metadata, rules can name labels and annotations (`metadata.labels["example.com/tier"]`), and hooks and fills can read name and namespace (keep spec.d)',
      "E116 fill at `spec.e` also fills fragments: server-side apply may show the field without an owner (keep spec.e)",
    ],
  },
  {
    name: "E121: the stash's own annotation",
    from: spec({ a: text }),
    to: spec({}),
    rules: [
      {
        op: "move",
        from: "spec.a",
        to: 'metadata.annotations["example.com/kept.v1.abcdefg"]',
      },
    ],
    faults: [
      'E121 `metadata.annotations["example.com/kept.v1.abcdefg"]` is reserved for preserved values. Use another key (move spec.a → metadata.annotations["example.com/kept.v1.abcdefg"])',
    ],
  },
  {
    name: "no E121: an annotation of one's own",
    from: spec({ a: text }),
    to: spec({}),
    rules: [{ op: "move", from: "spec.a", to: 'metadata.annotations["example.com/a"]' }],
    faults: [],
  },
  {
    name: "E122: a pattern and a place that it may name",
    from: spec({ m: dictionary(mapOf({ x: text })) }),
    to: spec({ m: dictionary(mapOf({ y: text })), z: text }),
    rules: [
      { op: "move", from: "spec.m{}.x", to: "spec.m{}.y" },
      { op: "move", from: "spec.m.k.x", to: "spec.z" },
    ],
    faults: [
      "E122 `spec.m.k.x` may be claimed by two rules: move spec.m.k.x → spec.z; move spec.m{}.x → spec.m{}.y",
    ],
  },
  {
    name: "E124: a branch that only one side has",
    from: spec({ m: mapOf({ a: text, b: text }) }),
    to: spec({
      m: { ...mapOf({ a: text, b: text }), oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    }),
    rules: [],
    faults: [
      "E124 `spec.m`: a branch of oneOf in v2 could not be checked. Only the laws, which check tries on generated objects, show whether it holds",
    ],
  },
  {
    name: "E124: a branch that names what a rule claims",
    from: spec({ m: { ...mapOf({ a: text, b: text }), not: { required: ["a", "b"] } } }),
    to: spec({ m: { ...mapOf({ a: text, c: text }), not: { required: ["a", "c"] } } }),
    rules: [{ op: "move", from: "spec.m.b", to: "spec.m.c" }],
    faults: [
      "E124 `spec.m`: a branch of not in v1 could not be checked. Only the laws, which check tries on generated objects, show whether it holds",
      "E124 `spec.m`: a branch of not in v2 could not be checked. Only the laws, which check tries on generated objects, show whether it holds",
    ],
  },
  {
    name: "no E124: the same branches over what no rule claims",
    from: spec({ m: { ...mapOf({ a: text, b: text }), not: { required: ["a", "b"] } } }),
    to: spec({ m: { ...mapOf({ a: text, b: text }), not: { required: ["a", "b"] } } }),
    rules: [],
    faults: [],
  },
  {
    name: "E124: a version whose schema is not known",
    from: spec({ a: text }),
    to: "free",
    rules: [],
    faults: ["E124 the schema of v2 is not known: nothing in it could be checked"],
  },
  {
    name: "E125: parts that are read as others",
    from: spec({ hostPort: text }),
    to: spec({ host: text, port: text }),
    rules: [
      {
        op: "split",
        from: "spec.hostPort",
        to: { host: "spec.host", port: "spec.port" },
        template: "{host}:{port}",
      },
    ],
    faults: [
      'E125 template `{host}:{port}` is ambiguous for the values that its parts allow: host `a`, port `:` would be read as host `a:`, port `""` (split spec.hostPort → spec.host, spec.port)',
    ],
  },
  {
    name: "no E125: a part that cannot hold the separator",
    from: spec({ hostPort: text }),
    to: spec({ host: text, port: { type: "string", pattern: "^[0-9]+$" } }),
    rules: [
      {
        op: "split",
        from: "spec.hostPort",
        to: { host: "spec.host", port: "spec.port" },
        template: "{host}:{port}",
      },
    ],
    lens: { accept: [{ in: "v2", at: "spec.port", refuses: "pattern", why: "ports are numbers" }] },
    faults: [],
  },
  {
    name: "E126: keep on what both versions have",
    from: spec({ a: text }),
    to: spec({ a: text }),
    rules: [{ op: "keep", from: "spec.a" }],
    faults: [
      "E126 keep on `spec.a`, which both versions have. Remove the rule, or drop the field with a reason (keep spec.a)",
    ],
  },
];

describe("analyzeLens: faults", () => {
  test.each(rows)("$name", ({ from, to, rules, lens, faults }) => {
    const found = analysisOf(from, to, rules, lens).faults;
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual(faults);
  });
});

describe("analyzeLens: what becomes of a path", () => {
  test.each([
    {
      name: "identical, moved, kept, dropped, and containers that a rule names",
      from: spec({ a: text, b: integer, c: mapOf({ d: text }), e: text }),
      to: spec({ a: text, x: integer }),
      rules: [
        { op: "move", from: "spec.b", to: "spec.x" },
        { op: "keep", from: "spec.c" },
        { op: "drop", from: "spec.e", reason: "never read" },
      ],
      fields: [
        "from spec.a identical spec.a",
        "from spec.b moved spec.x",
        "from spec.c preserved ",
        "from spec.c.d preserved ",
        "from spec.e dropped  (never read)",
        "to spec.a identical spec.a",
        "to spec.x moved spec.b",
      ],
    },
    {
      name: "changed where nothing is lost, kept where something may be",
      from: spec({ m: words("a", "b"), t: text, n: flag, o: flag }),
      to: spec({ m: words("x"), t: integer, n: flag, o: flag }),
      rules: [
        { op: "map", from: "spec.m", to: "spec.m", table: { a: "x", b: "x" } },
        { op: "duration", from: "spec.t", to: "spec.t", unit: "s" },
        {
          op: "map",
          from: "spec.n",
          to: "spec.n",
          table: [
            [true, false],
            [false, true],
          ],
        },
        { op: "at", from: "spec.o", to: "spec.o", fill: { from: { value: false } } },
      ],
      fields: [
        "from spec.m preserved spec.m",
        "from spec.t preserved spec.t",
        "from spec.n changed spec.n",
        "from spec.o identical spec.o",
        "to spec.m changed spec.m",
        "to spec.t changed spec.t",
        "to spec.n changed spec.n",
        "to spec.o identical spec.o, but false preserved",
      ],
    },
    {
      name: "derived: a hook without a way back",
      from: spec({ a: text }),
      to: spec({ b: text }),
      rules: [
        { op: "hook", from: ["spec.a"], to: ["spec.b"], forward: () => [], oneWay: "a summary" },
      ],
      fields: ["from spec.a preserved spec.b", "to spec.b derived spec.a"],
    },
    {
      name: "lists and maps of any key",
      from: spec({ l: listOf(mapOf({ a: text, b: text })), m: dictionary(text) }),
      to: spec({ k: listOf(mapOf({ a: text, c: text })), m: dictionary(text) }),
      rules: [
        {
          op: "each",
          from: "spec.l",
          to: "spec.k",
          rules: [{ op: "move", from: "b", to: "c" }],
        },
      ],
      fields: [
        "from spec.l moved spec.k",
        "from spec.l[*].a moved spec.k[*].a",
        "from spec.l[*].b moved spec.k[*].c",
        "from spec.m{} identical spec.m{}",
        "to spec.k moved spec.l",
        "to spec.k[*].a moved spec.l[*].a",
        "to spec.k[*].c moved spec.l[*].b",
        "to spec.m{} identical spec.m{}",
      ],
    },
    {
      name: "keyed: the map's values are the items' members",
      from: spec({ m: dictionary(mapOf({ x: text })) }),
      to: spec({ l: listOf(mapOf({ name: text, x: text }, "name")) }),
      rules: [{ op: "keyed", from: "spec.m", to: "spec.l", key: "name" }],
      fields: [
        "from spec.m{}.x changed spec.l[*].x",
        "to spec.l[*].name preserved spec.m{}",
        "to spec.l[*].x preserved spec.m{}.x",
      ],
    },
    {
      name: "count: the pizza's toppings",
      from: spec({ toppings: listOf(text) }),
      to: spec({ toppings: listOf(mapOf({ name: text, quantity: integer }, "name", "quantity")) }),
      rules: [{ op: "count", from: "spec.toppings", to: "spec.toppings" }],
      fields: [
        "from spec.toppings preserved spec.toppings",
        "from spec.toppings[*] preserved spec.toppings spec.toppings[*].name",
        "to spec.toppings preserved spec.toppings",
        "to spec.toppings[*].name preserved spec.toppings spec.toppings[*]",
        "to spec.toppings[*].quantity preserved spec.toppings",
      ],
    },
  ] satisfies readonly (Omit<Row, "faults"> & { readonly fields: readonly string[] })[])(
    "$name",
    ({ from, to, rules, fields }) => {
      const found = analysisOf(from, to, rules).fields;
      expect(
        found.map(({ side, path, outcome, to: others, reason, silent }) => {
          const why = reason === undefined ? "" : ` (${reason})`;
          const but = silent === undefined ? "" : `, but ${silent} preserved`;
          return `${side} ${path} ${outcome} ${others.join(" ")}${why}${but}`;
        }),
      ).toEqual(fields);
    },
  );

  test("the rule that decides, none for what is identical", () => {
    const move: RuleData = { op: "move", from: "spec.a", to: "spec.b" };
    const found = analysisOf(spec({ a: text, c: text }), spec({ b: text, c: text }), [move]).fields;
    expect(found.map(({ rule }) => rule)).toEqual([move, undefined, move, undefined]);
  });
});
