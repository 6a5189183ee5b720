import { describe, expect, test } from "vitest";
import type { LensData, RuleData } from "../../../../lib/lens/language/rule.ts";
import type { Structural } from "../../../../lib/schema/structural/structural.ts";
import {
  analysisOf,
  dictionary,
  flag,
  free,
  integer,
  listOf,
  mapOf,
  versionOf as spec,
  text,
  words,
} from "../../../support/lens-analysis.ts";

interface Row {
  readonly name: string;
  readonly from: Structural;
  readonly to: Structural;
  readonly rules: readonly RuleData[];
  readonly lens?: Partial<LensData>;
  readonly faults: readonly string[];
}

const because = "(checked by hand)";
const item = mapOf({ name: text, value: text }, "name");

const rows: readonly Row[] = [
  {
    name: "keyed: types, key and members",
    from: spec({ a: listOf(text), b: dictionary(mapOf({ x: text })) }),
    to: spec({ a: listOf(item), b: listOf(mapOf({ name: text, x: integer })) }),
    rules: [
      { op: "keyed", from: "spec.a", to: "spec.a", key: "name", inverted: false },
      { op: "keyed", from: "spec.b", to: "spec.b", key: "name" },
    ],
    faults: [
      "E105 `spec.a` is list of string in v1, and keyed needs object there (keyed spec.a)",
      "E111 key `name` is not required in the items of `spec.b` in v2 (keyed spec.b)",
      "E105 `spec.b{}.x` is string in v1, and `spec.b[*].x` integer in v2. Try convert, duration or quantity (keyed spec.b)",
    ],
  },
  {
    name: "keyed with value: other members that are required",
    from: spec({ a: dictionary(text) }),
    to: spec({ a: listOf(mapOf({ name: text, value: text, id: text }, "name", "id")) }),
    rules: [{ op: "keyed", from: "spec.a", to: "spec.a", key: "name", value: "value" }],
    faults: [
      "E104 v2 requires `spec.a[*].id`, and nothing surely fills it. Try a hook (keyed spec.a)",
    ],
  },
  {
    name: "count: members that are not there, and a set",
    from: spec({ a: listOf(text), b: listOf(text, { "x-kubernetes-list-type": "set" }) }),
    to: spec({
      a: listOf(mapOf({ name: text })),
      b: listOf(mapOf({ name: text, quantity: flag })),
    }),
    rules: [
      { op: "count", from: "spec.a", to: "spec.a" },
      { op: "count", from: "spec.b", to: "spec.b" },
    ],
    faults: [
      "E103 no `spec.a[*].quantity` in v2 (count spec.a)",
      "E105 `spec.b[*].quantity` is boolean in v2, and count needs integer there (count spec.b)",
      "E107 v1 is narrower at `spec.b`: no item twice. Some valid objects become invalid there. Say why that is right: narrow (count spec.b)",
    ],
  },
  {
    name: "wrap: a set is a list by its key; other required members",
    from: spec({ a: listOf(text, { "x-kubernetes-list-type": "set" }), b: listOf(text) }),
    to: spec({
      a: listOf(mapOf({ name: text }, "name"), {
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
      }),
      b: listOf(mapOf({ name: text, id: text }, "id")),
    }),
    rules: [
      { op: "wrap", from: "spec.a", to: "spec.a", key: "name" },
      { op: "wrap", from: "spec.b", to: "spec.b", key: "name" },
    ],
    faults: [
      "E104 v2 requires `spec.b[*].id`, and nothing surely fills it. Try a hook (wrap spec.b)",
    ],
  },
  {
    name: "wrap: no such member, no list",
    from: spec({ a: listOf(text), b: text }),
    to: spec({ a: listOf(item), b: listOf(item) }),
    rules: [
      { op: "wrap", from: "spec.a", to: "spec.a", key: "id" },
      { op: "wrap", from: "spec.b", to: "spec.b", key: "name", inverted: false },
    ],
    faults: [
      "E103 no `spec.a[*].id` in v2 (wrap spec.a)",
      "E105 `spec.b` is string in v1, and wrap needs array there (wrap spec.b)",
    ],
  },
  {
    name: "single: an inner lens, too many items, no list",
    from: spec({
      a: listOf(mapOf({ x: text })),
      b: listOf(item, { minItems: 2 }),
      c: item,
    }),
    to: spec({ a: mapOf({ y: text }), b: item, c: item }),
    rules: [
      { op: "single", from: "spec.a", to: "spec.a", rules: [{ op: "move", from: "x", to: "y" }] },
      { op: "single", from: "spec.b", to: "spec.b" },
      { op: "single", from: "spec.c", to: "spec.c" },
    ],
    faults: [
      "E107 v1 is narrower at `spec.b`: at least 2 items. Some valid objects become invalid there. Say why that is right: narrow (single spec.b)",
      "E105 `spec.c` is object in v1, and single needs array there (single spec.c)",
    ],
  },
  {
    name: "reference: what either side requires beside",
    from: spec({ r: mapOf({ apiVersion: text, kind: text, name: text, uid: text }, "uid") }),
    to: spec({ r: mapOf({ apiGroup: text, kind: text, name: text }, "name") }),
    rules: [{ op: "reference", from: "spec.r", to: "spec.r", versions: { "": "v1" } }],
    faults: [
      "E104 v1 requires `spec.r.uid`, and nothing surely fills it. Try a hook (reference spec.r)",
    ],
  },
  {
    name: "text: says anything",
    from: spec({ a: text, b: text }),
    to: spec({ a: free, b: mapOf({ x: text }) }),
    rules: [
      { op: "text", from: "spec.a", to: "spec.a", format: "json" },
      { op: "text", from: "spec.b", to: "spec.b", format: "json" },
    ],
    faults: [
      "E107 v2 is narrower at `spec.b`: object only. Some valid objects become invalid there. Say why that is right: narrow (text spec.b)",
    ],
  },
  {
    name: "label: limits of a label's value, and no string",
    from: spec({ a: text, b: integer, c: words("x", "y") }),
    to: spec({}),
    rules: [
      { op: "label", from: "spec.a", key: "a" },
      { op: "annotation", from: "spec.b", key: "b" },
      { op: "label", from: "spec.c", key: "c", narrow: because },
    ],
    faults: [
      'E107 v2 is narrower at `metadata.labels.a`: label values have at most 63 letters, digits, -, _ and .. Some valid objects become invalid there. Say why that is right: narrow (label spec.a → metadata.labels["a"])',
      'E105 `spec.b` is integer in v1, and annotations are strings. Try a hook (annotation spec.b → metadata.annotations["b"])',
    ],
  },
  {
    name: "quantity: an unknown scale, a bound",
    from: spec({ a: text, b: text }),
    to: spec({ a: integer, b: { type: "integer", maximum: 100 } }),
    rules: [
      { op: "quantity", from: "spec.a", to: "spec.a", scale: "Xi" },
      { op: "quantity", from: "spec.b", to: "spec.b", scale: "Mi" },
    ],
    faults: [
      "E119 scale `Xi` does not fit `spec.a`: it is no suffix of a quantity (quantity spec.a)",
      "E107 v2 is narrower at `spec.b`: maximum 100, as for `2147483648` of v1. Some valid objects become invalid there. Say why that is right: narrow (quantity spec.b)",
    ],
  },
  {
    name: "optional: what fills it where it is required must fit",
    from: spec({ a: { type: "boolean", nullable: true } }),
    to: spec({ a: words("x") }, ["a"]),
    rules: [{ op: "optional", from: "spec.a", to: "spec.a", absent: false }],
    faults: [
      "E105 `spec.a` is boolean in v1 and string in v2. Try convert or map (optional spec.a)",
      "E119 constant `false` does not fit `spec.a` in v2: it is string (optional spec.a)",
      "E116 optional at `spec.a` also fills parts; server-side apply may show it unowned (optional spec.a)",
    ],
  },
  {
    name: "null: where only one side allows it",
    from: spec({ a: { ...flag, nullable: true } }),
    to: spec({ b: flag }),
    rules: [{ op: "not", from: "spec.a", to: "spec.b" }],
    faults: [
      "E107 v2 is narrower at `spec.b`: no null. Some valid objects become invalid there. Say why that is right: narrow (not spec.a → spec.b)",
    ],
  },
  {
    name: "first: every source goes forward, only the home comes back",
    from: spec({ a: text, b: { type: "string", maxLength: 9 }, c: integer }),
    to: spec({ q: { type: "string", maxLength: 9 } }),
    rules: [{ op: "first", from: ["spec.a", "spec.b", "spec.c"], to: "spec.q", home: 1 }],
    faults: [
      "E107 v2 is narrower at `spec.q`: at most 9 characters. Some valid objects become invalid there. Say why that is right: narrow (first spec.a, spec.b, spec.c → spec.q)",
      "E105 `spec.c` is integer in v1, and `spec.q` string in v2. Try convert, duration or quantity (first spec.a, spec.b, spec.c → spec.q)",
    ],
  },
  {
    name: "first: a source with an op of its own",
    from: spec({ a: listOf(text), b: listOf(item), c: flag }),
    to: spec({ q: listOf(item) }),
    rules: [
      {
        op: "first",
        from: [
          { op: "wrap", path: "spec.a", key: "name" },
          "spec.b",
          { op: "wrap", path: "spec.c", key: "name" },
        ],
        to: "spec.q",
        home: 1,
      },
    ],
    faults: [
      "E105 `spec.c` is boolean in v1, and wrap needs array there (first spec.a, spec.b, spec.c → spec.q)",
    ],
  },
  {
    name: "partition: all three hold the same items",
    from: spec({ l: listOf(mapOf({ a: text, b: text })) }),
    to: spec({ x: listOf(mapOf({ a: text, b: text })), y: listOf(mapOf({ a: text }, "a")) }),
    rules: [
      {
        op: "partition",
        from: "spec.l",
        to: ["spec.x", "spec.y"],
        test: { member: "a", equals: "1" },
      },
    ],
    faults: [
      "E104 v2 requires `spec.y[*].a`, and nothing surely fills it. Try a hook (partition spec.l → spec.x, spec.y)",
      "E101 `spec.l[*].b` exists only in v1, and no rule covers it. Try a hook, or an op with rules (partition spec.l → spec.x, spec.y)",
    ],
  },
  {
    name: "split: no strings, no template",
    from: spec({ a: text, b: text }),
    to: spec({ x: integer, y: text, z: text, w: text }),
    rules: [
      {
        op: "split",
        from: "spec.a",
        to: { x: "spec.x", y: "spec.y" },
        template: "{x}{y}",
      },
      { op: "split", from: "spec.b", to: { z: "spec.z", w: "spec.w" }, template: "{z}/{q}" },
    ],
    faults: [
      "E105 `spec.x` is integer in v2, and split needs string there (split spec.a → spec.x, spec.y)",
      "E119 template `{x}{y}` does not fit `spec.a`: it is no template (split spec.a → spec.x, spec.y)",
      "E119 template `{z}/{q}` does not fit `spec.b`: it names q, which has no path (split spec.b → spec.z, spec.w)",
    ],
  },
  {
    name: "entry: names, values and required members",
    from: spec({ cpu: text, memory: integer }),
    to: spec({ l: listOf(mapOf({ name: words("cpu"), value: text, id: text }, "name", "id")) }),
    rules: [
      {
        op: "entry",
        from: { cpu: "spec.cpu", memory: "spec.memory" },
        to: "spec.l",
        fill: ["cpu"],
      },
    ],
    faults: [
      "E105 `spec.memory` is integer in v1, and `spec.l[*].value` string in v2. Try convert, duration or quantity (entry spec.cpu, spec.memory → spec.l)",
      'E106 `memory` of `spec.l[*].name` has no partner in v2: it is one of "cpu" (entry spec.cpu, spec.memory → spec.l)',
      "E104 v2 requires `spec.l[*].id`, and nothing surely fills it. Try members (entry spec.cpu, spec.memory → spec.l)",
      "E116 entry with fill at `spec.l` also fills parts; server-side apply may show it unowned (entry spec.cpu, spec.memory → spec.l)",
    ],
  },
  {
    name: "entry: no list",
    from: spec({ a: text }),
    to: spec({ l: text }),
    rules: [{ op: "entry", from: { a: "spec.a" }, to: "spec.l" }],
    faults: ["E105 `spec.l` is string in v2, and entry needs array there (entry spec.a → spec.l)"],
  },
  {
    name: "variant: words without a case, cases without a word, rules within",
    from: spec({ a: mapOf({ type: words("Http", "Grpc"), port: integer }, "type") }),
    to: spec({ a: mapOf({ http: mapOf({ port: text }) }) }),
    rules: [
      {
        op: "variant",
        from: "spec.a",
        to: "spec.a",
        tag: "type",
        cases: {
          Http: {
            test: { http: { present: true } },
            rules: [{ op: "move", from: "port", to: "http.port" }],
          },
          Tcp: { test: { "http.port": "0" } },
        },
      },
    ],
    faults: [
      "E106 `Grpc` of `spec.a.type` has no partner in v2. Add a case (variant spec.a)",
      "E106 `Tcp` is no word of `spec.a.type` in v1: it knows `Http`, `Grpc` (variant spec.a)",
      "E105 `spec.a.port` is integer in v1, and `spec.a.http.port` string in v2. Try convert, duration or quantity (move port → http.port)",
    ],
  },
  {
    name: "keep beside what is not there",
    from: spec({ a: text }),
    to: spec({ b: text }),
    rules: [
      { op: "keep", from: "spec.a", beside: "spec.c" },
      { op: "keep", to: "spec.b" },
    ],
    faults: ["E103 no `spec.c` in v2 (keep spec.a)"],
  },
  {
    name: "free JSON: as it is on both sides, narrower where one side has a type",
    from: spec({ a: free, b: free, c: { type: "object", ...free } }),
    to: spec({ a: free, b: text, c: mapOf({ x: text }) }),
    rules: [],
    faults: [
      "E107 v2 is narrower at `spec.b`: string only. Some valid objects become invalid there. Say why that is right: a move of `spec.b` to itself with narrow",
      "E107 v2 is narrower at `spec.c`: only the fields that it declares. Some valid objects become invalid there. Say why that is right: a move of `spec.c` to itself with narrow",
      "E107 v2 is narrower at `spec.c.x`: string only. Some valid objects become invalid there. Say why that is right: a move of `spec.c.x` to itself with narrow",
    ],
  },
  {
    name: "int-or-string: wider than either",
    from: spec({ a: { "x-kubernetes-int-or-string": true } }),
    to: spec({ a: integer }),
    rules: [],
    faults: [
      "E107 v2 is narrower at `spec.a`: integer only. Some valid objects become invalid there. Say why that is right: a move of `spec.a` to itself with narrow",
    ],
  },
  {
    name: "maps of any key: a member of one side",
    from: spec({ a: dictionary(mapOf({ x: text, y: text })), b: dictionary(text) }),
    to: spec({ a: dictionary(mapOf({ x: text })), b: mapOf({}) }),
    rules: [],
    faults: [
      "E101 `spec.a{}.y` exists only in v1, and no rule covers it. Try keep or drop",
      "E101 `spec.b{}` exists only in v1, and no rule covers it. Try keep or drop",
    ],
  },
];

describe("analyzeLens: ops", () => {
  test.each(rows)("$name", ({ from, to, rules, lens, faults }) => {
    const found = analysisOf(from, to, rules, lens).faults;
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual(faults);
  });
});
