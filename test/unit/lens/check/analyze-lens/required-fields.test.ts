import {
  integer,
  listOf,
  mapOf,
  testFaults,
  text,
  versionOf,
  words,
} from "../../../../support/lens-analysis.ts";

testFaults("analyzeLens: required fields and values of an enum", [
  {
    name: "E104: a required field of the same shape under another name",
    from: versionOf({ format: words("raw", "qcow2") }),
    to: versionOf({ diskFormat: words("raw", "qcow2") }, ["diskFormat"]),
    rules: [],
    faults: [
      'E104 v2 requires `spec.diskFormat`, but it may stay absent. Try fill, or move from `spec.format`. If objects always have it, add to accept: - { in: v2, at: spec.diskFormat, refuses: required, why: "" }',
      'E101 `spec.format` exists only in v1, and no rule covers it. Try move to `spec.diskFormat`, perhaps the same field (the same words are allowed, and "format" is in both names); else keep or drop',
    ],
  },
  {
    name: "E104: required on one side, optional on the other",
    from: versionOf({ a: text }),
    to: versionOf({ a: text }, ["a"]),
    rules: [],
    faults: [
      'E104 v2 requires `spec.a`, but it may stay absent. Try fill. If objects always have it, add to accept: - { in: v2, at: spec.a, refuses: required, why: "" }',
    ],
  },
  {
    name: "E104: required, and present under another name",
    from: versionOf({ host: text }),
    to: versionOf({ hostName: text }, ["hostName"]),
    rules: [],
    faults: [
      'E104 v2 requires `spec.hostName`, but it may stay absent. Try fill, or move from `spec.host`. If objects always have it, add to accept: - { in: v2, at: spec.hostName, refuses: required, why: "" }',
      "E101 `spec.host` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.hostName`",
    ],
  },
  {
    name: "E104: the map is made by another rule than the one that fills it",
    from: versionOf({ a: text, b: text }),
    to: versionOf({ q: mapOf({ a: text, b: text }, "a") }),
    rules: [
      { op: "move", from: "spec.a", to: "spec.q.a" },
      { op: "move", from: "spec.b", to: "spec.q.b" },
    ],
    faults: ["E104 spec.q.a"],
  },
  {
    name: "no E104: required on both sides, a schema's default, what a rule fills in, or the only maker of its map",
    from: versionOf({ a: text, b: text, c: { type: "string", default: "x" }, d: text, e: text }, [
      "a",
    ]),
    to: versionOf({ x: text, b: text, c: text, d: text, q: mapOf({ e: text }, "e") }, [
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
    from: versionOf({ a: text }, ["a"]),
    to: versionOf({ a: mapOf({ x: text, y: text }) }, ["a"]),
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
    from: versionOf({ a: text }, ["a"]),
    to: versionOf({ a: mapOf({ x: text, y: text }, "x") }, ["a"]),
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
    faults: ["E104 spec.a", "E104 spec.a.x"],
  },
  ...(
    [
      {
        name: "a value that its omit for the other version names",
        rule: { omit: { from: { equals: "" } } },
        cause: "omit for v1 may leave it absent. Try fill: { v2: … } with a value",
      },
      {
        name: "a value that counts as absent, because it is filled in in the other version",
        rule: { fill: { from: { value: "" } } },
        cause:
          "a value that fill for v1 would fill in counts as absent and is left out. Try fill: { v2: … } with a value",
      },
      {
        name: "its own omit",
        rule: { omit: { to: { equals: "" } } },
        cause: "omit for v2 may leave it absent. Try fill: { v2: … } with a value",
      },
      {
        name: "a fill that may read nothing",
        rule: { fill: { to: { read: "spec.b" } } },
        cause:
          "fill for v2 gives nothing where what it reads is absent. Try fill: { v2: … } with a value",
      },
      {
        name: "a fill that is tested",
        rule: { fill: { to: { value: "x", where: { b: "x" } } } },
        cause:
          "fill for v2 gives nothing where a test of its where fails. Try fill: { v2: … } with a value",
      },
    ] as const
  ).map(({ name, rule, cause }) => ({
    name: `E104: the rule that leaves it absent: ${name}`,
    from: versionOf({ a: text, b: text }),
    to: versionOf({ a: text, b: text }, ["a"]),
    rules: [{ op: "at", from: "spec.a", to: "spec.a", ...rule }] as const,
    lens: { accept: [{ in: "v1", at: "spec.a", refuses: "required", why: "so" }] } as const,
    faults: [
      `E104 v2 requires \`spec.a\`, but ${cause} (at spec.a). If objects always have it, add to accept: - { in: v2, at: spec.a, refuses: required, why: "" }`,
      ...("fill" in rule && "from" in rule.fill ? ["E116 spec.a"] : []),
    ],
  })),
  {
    name: "E104: the rule within an item that leaves its member absent",
    from: versionOf({ l: listOf(mapOf({ name: text, a: text }, "name")) }),
    to: versionOf({ l: listOf(mapOf({ name: text, a: text }, "name", "a")) }),
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
    name: "E106: words that the table leaves out, and one that a version does not know",
    from: versionOf({ mode: words("a", "b") }),
    to: versionOf({ mode: words("x", "y") }),
    rules: [{ op: "map", from: "spec.mode", to: "spec.mode", table: { a: "x", c: "x" } }],
    faults: [
      'E106 `b` of `spec.mode` has no partner in v2. Add it to the table (map spec.mode). If nobody writes that, add to accept: - { in: v2, at: spec.mode, refuses: enum, why: "" }',
      'E106 `y` of `spec.mode` has no partner in v1. Add it to the table (map spec.mode). If nobody writes that, add to accept: - { in: v1, at: spec.mode, refuses: enum, why: "" }',
      "E106 `c` is not a word of `spec.mode` in v1, which has `a`, `b` (map spec.mode)",
    ],
  },
  {
    name: "E106: the same word at more than three paths, with one entry of accept",
    from: versionOf({
      a: words("x", "y"),
      b: words("x", "y"),
      c: words("x", "y"),
      d: words("x", "y"),
    }),
    to: versionOf({ a: words("x"), b: words("x"), c: words("x"), d: words("x") }),
    rules: ["a", "b", "c", "d"].map((name) => ({
      op: "map",
      from: `spec.${name}`,
      to: `spec.${name}`,
      table: { x: "x" },
    })),
    faults: [
      ...["a", "b", "c"].map(
        (name) =>
          `E106 \`y\` of \`spec.${name}\` has no partner in v2. Add it to the table (map spec.${name})`,
      ),
      'E106 `y` of `spec.d` has no partner in v2. Add it to the table (map spec.d). If nobody writes that, add to accept: - { in: v2, at: [spec.a, spec.b, spec.c, spec.d], refuses: enum, why: "" }',
    ],
  },
  {
    name: "E106: words of else that a version does not know, or that have no way back",
    from: versionOf({ mode: words("a", "b"), size: text, kind: text }),
    to: versionOf({ mode: words("x"), size: text, kind: text }),
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
    from: versionOf({ mode: words("a", "b", "c"), size: text, kind: words("a", "b") }),
    to: versionOf({ mode: words("x", "y"), size: text, kind: words("a", "b") }),
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
    from: versionOf({ mode: words("a", "b", "") }),
    to: versionOf({ mode: words("x") }),
    rules: [{ op: "map", from: "spec.mode", to: "spec.mode", table: { a: "x", b: "x", "": "x" } }],
    faults: [],
  },
  {
    name: "E106: words without a partner, unless the other version may refuse words there",
    from: versionOf({ mode: words("a", "b"), kind: words("a", "b") }),
    to: versionOf({ mode: text, kind: text }),
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
    from: versionOf({ l: listOf(mapOf({ a: text, b: text })) }),
    to: versionOf({ l: listOf(mapOf({ a: text, b: text }, "a", "b")) }, ["l"]),
    rules: [],
    lens: {
      accept: [{ in: "v2", at: ["spec.l", "spec.l[*].*"], refuses: "required", why: "always set" }],
    },
    faults: [],
  },
  {
    name: "no E104: a hook reads an annotation beside members of a map that is carried over",
    from: versionOf({ a: text, must: text }, ["must"]),
    to: versionOf({ b: text, must: text }, ["must"]),
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
    from: versionOf({ must: text }, ["must"]),
    to: versionOf({ b: text, must: text }, ["must"]),
    rules: [
      {
        op: "hook",
        from: ["metadata.annotations.note"],
        to: ["spec.b"],
        forward: () => [],
        backward: () => [],
      },
    ],
    faults: ["E104 spec.must"],
  },
  {
    name: "E104, E105: the whole item against a member of another type, beside a required one",
    from: versionOf({ a: listOf(text) }),
    to: versionOf({
      a: listOf({ ...mapOf({ size: integer, id: text }), required: ["size", "id"] }),
    }),
    rules: [
      { op: "each", from: "spec.a", to: "spec.a", rules: [{ op: "move", from: ".", to: "size" }] },
    ],
    faults: [
      "E104 spec.a[*].id",
      "E105 `spec.a[*]` is string in v1, and `spec.a[*].size` integer in v2. Try convert, duration or quantity (move . → size)",
      "E117 spec.a",
    ],
  },
]);
