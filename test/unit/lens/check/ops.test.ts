import {
  dictionary,
  flag,
  free,
  integer,
  listOf,
  mapOf,
  versionOf as spec,
  testFaults,
  text,
  words,
} from "../../../support/lens-analysis.ts";

const item = mapOf({ name: text, value: text }, "name");

testFaults("analyzeLens: ops", [
  {
    name: "keyed: types, key and members",
    from: spec({ a: listOf(text), b: dictionary(mapOf({ x: text })) }),
    to: spec({ a: listOf(item), b: listOf(mapOf({ name: text, x: integer })) }),
    rules: [
      { op: "keyed", from: "spec.a", to: "spec.a", key: "name", inverted: false },
      { op: "keyed", from: "spec.b", to: "spec.b", key: "name" },
    ],
    faults: [
      "E105 `spec.a` is list of string in v1, but keyed needs object there (keyed spec.a)",
      "E117 items of `spec.b` may lack the key `name` in v2: a list with such an item cannot be parsed (keyed spec.b)",
      "E105 spec.b{}.x",
    ],
  },
  {
    name: "keyed inside: an item may lack its key, unless the values require it",
    from: spec({
      a: dictionary(mapOf({ name: text })),
      b: dictionary(mapOf({ name: text }, "name")),
      c: dictionary(mapOf({ name: text })),
    }),
    to: spec({
      a: listOf(mapOf({ name: text }, "name")),
      b: listOf(mapOf({ name: text })),
      c: listOf(item),
    }),
    rules: [
      { op: "keyed", from: "spec.a", to: "spec.a", key: "name", inside: true },
      { op: "keyed", from: "spec.b", to: "spec.b", key: "name", inside: true },
      { op: "keyed", from: "spec.c", to: "spec.c", key: "name", value: "value", inside: true },
    ],
    faults: [
      "E104 spec.b{}.name",
      "E119 inside and value can't be combined: with value, the key is beside the map's value, not inside it (keyed spec.c)",
      "E101 spec.c[*].value",
    ],
  },
  {
    name: "keyed with value: other members that are required",
    from: spec({ a: dictionary(text) }),
    to: spec({ a: listOf(mapOf({ name: text, value: text, id: text }, "name", "id")) }),
    rules: [{ op: "keyed", from: "spec.a", to: "spec.a", key: "name", value: "value" }],
    faults: [
      'E104 v2 requires `spec.a[*].id`, but it may stay absent. Try a hook (keyed spec.a). If objects always have it, add to accept: - { in: v2, at: "spec.a[*].id", refuses: required, why: "" }',
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
      "E103 spec.a[*].quantity",
      "E105 `spec.b[*].quantity` is boolean in v2, but count needs integer there (count spec.b)",
      'E107 v1 refuses some of what v2 allows at `spec.b`: unique, no item twice (count spec.b). If nobody writes that, add to accept: - { in: v1, at: spec.b, refuses: unique, why: "" }',
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
      'E107 v1 refuses some of what v2 allows at `spec.b`: minItems 2 (single spec.b). If nobody writes that, add to accept: - { in: v1, at: spec.b, refuses: minItems, why: "" }',
      "E105 `spec.c` is object in v1, but single needs array there (single spec.c)",
    ],
  },
  {
    name: "reference: required members beside it on either side",
    from: spec({ r: mapOf({ apiVersion: text, kind: text, name: text, uid: text }, "uid") }),
    to: spec({ r: mapOf({ apiGroup: text, kind: text, name: text }, "name") }),
    rules: [{ op: "reference", from: "spec.r", to: "spec.r", version: "v1" }],
    faults: ["E104 spec.r.uid", "E104 spec.r.name"],
  },
  {
    name: "reference: the members that identify the object must be covered, and an apiVersion needs a version",
    from: spec({ r: mapOf({ apiVersion: text, kind: text }), s: mapOf({ apiVersion: text }) }),
    to: spec({ r: mapOf({ apiGroup: text, name: text }), s: mapOf({ groupName: text }) }),
    rules: [
      { op: "reference", from: "spec.r", to: "spec.r" },
      { op: "reference", from: "spec.s", to: "spec.s", version: "v1" },
    ],
    faults: [
      "E101 spec.r.kind",
      "E101 spec.s.apiVersion",
      "E101 spec.r.name",
      "E101 `spec.r.apiVersion` exists only in v1, and `spec.r.apiGroup` of v2 has only the group. Set version or versions in the reference (group apiVersion → apiGroup)",
    ],
  },
  {
    name: "text: a value of free JSON, or a map",
    from: spec({ a: text, b: text }),
    to: spec({ a: free, b: mapOf({ x: text }) }),
    rules: [
      { op: "text", from: "spec.a", to: "spec.a", format: "json" },
      { op: "text", from: "spec.b", to: "spec.b", format: "json" },
    ],
    faults: [],
  },
  {
    name: "text: required members of the value, which a text may lack",
    from: spec({ a: text }),
    to: spec({
      a: mapOf(
        { x: text, l: listOf(mapOf({ y: text, z: { ...text, default: "" } }, "y", "z")) },
        "x",
      ),
    }),
    rules: [{ op: "text", from: "spec.a", to: "spec.a", format: "json" }],
    faults: [
      'E104 v2 requires `spec.a.x`, but it may stay absent. Try a hook (text spec.a). If objects always have it, add to accept: - { in: v2, at: spec.a.x, refuses: required, why: "" }',
      'E104 v2 requires `spec.a.l[*].y`, but it may stay absent. Try a hook (text spec.a). If objects always have it, add to accept: - { in: v2, at: "spec.a.l[*].y", refuses: required, why: "" }',
    ],
  },
  {
    name: "move: a value that no label or annotation can hold",
    from: spec({ a: text, b: integer }),
    to: spec({}),
    rules: [
      { op: "move", from: "spec.a", to: "metadata.labels.a" },
      { op: "move", from: "spec.b", to: "metadata.annotations.b" },
    ],
    faults: ["E105 spec.b"],
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
      "E119 scale `Xi` does not fit `spec.a`: it is not a suffix of a quantity (quantity spec.a)",
      'E107 v2 refuses some of what v1 allows at `spec.b`: maximum 100, as for `2147483648` of v1 (quantity spec.b). If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: maximum, why: "" }',
    ],
  },
  {
    name: "fill: its value must be valid, and it warns if its field is not required",
    from: spec({ a: { type: "boolean", nullable: true } }),
    to: spec({ a: words("x") }, ["a"]),
    rules: [
      {
        op: "at",
        from: "spec.a",
        to: "spec.a",
        fill: { from: { value: false }, to: { value: 1 } },
      },
    ],
    faults: [
      "E116 spec.a",
      "E119 spec.a",
      "E105 `spec.a` is boolean in v1 and string in v2. Try convert or map (at spec.a)",
    ],
  },
  ...[
    { name: "null: left out if only one side allows it", required: [], faults: [] },
    {
      name: "null: if only one side allows it, and the other one requires the field",
      required: ["b"],
      faults: [
        'E107 v2 refuses some of what v1 allows at `spec.b`: required, no null (map spec.a → spec.b). If nobody writes that, add to accept: - { in: v2, at: spec.b, refuses: required, why: "" }',
      ],
    },
  ].map(({ required, ...row }) => ({
    ...row,
    from: spec({ a: { ...flag, nullable: true } }, required.length > 0 ? ["a"] : []),
    to: spec({ b: flag }, required),
    rules: [
      {
        op: "map" as const,
        from: "spec.a",
        to: "spec.b",
        table: [[true, false] as const, [false, true] as const],
      },
    ],
  })),
  {
    name: "null: if only one side allows it, and the rule fills in the required field of the other",
    from: spec({ a: { ...text, nullable: true } }),
    to: spec({ b: text }, ["b"]),
    rules: [{ op: "move", from: "spec.a", to: "spec.b", fill: { to: { value: "x" } } }],
    faults: [],
  },
  {
    name: "first: every source goes forward, only the chosen one comes back",
    from: spec({ a: text, b: { type: "string", maxLength: 9 }, c: integer }),
    to: spec({ q: { type: "string", maxLength: 9 } }),
    rules: [{ op: "first", from: ["spec.a", "spec.b", "spec.c"], to: "spec.q", backTo: 1 }],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.q`: maxLength 9 (first spec.a, spec.b, spec.c → spec.q). If nobody writes that, add to accept: - { in: v2, at: spec.q, refuses: maxLength, why: "" }',
      "E105 spec.c",
    ],
  },
  {
    name: "first: a source with an op of its own",
    from: spec({ a: text, b: integer, c: flag }),
    to: spec({ q: integer }),
    rules: [
      {
        op: "first",
        from: [
          { op: "duration", path: "spec.a", unit: "s" },
          "spec.b",
          { op: "duration", path: "spec.c", unit: "s" },
        ],
        to: "spec.q",
        backTo: 1,
      },
    ],
    faults: ["E105 spec.c"],
  },
  {
    name: "first: sources with rules for their items",
    from: spec({ a: listOf(text), b: listOf(item), c: flag, d: listOf(flag) }),
    to: spec({ q: listOf(item) }),
    rules: [
      {
        op: "first",
        from: [
          { op: "each", path: "spec.a", rules: [{ op: "move", from: ".", to: "name" }] },
          "spec.b",
          { op: "each", path: "spec.c", rules: [{ op: "move", from: ".", to: "name" }] },
          { op: "each", path: "spec.d", rules: [{ op: "move", from: ".", to: "name" }] },
        ],
        to: "spec.q",
        backTo: 1,
      },
    ],
    faults: [
      "E110 each over `spec.c`, which is not a list in v1 (each .)",
      "E105 `spec.d[*]` is boolean in v1, and `spec.q[*].name` string in v2. Try convert or map (move . → name)",
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
      "E104 spec.y[*].a",
      "E101 `spec.l[*].b` exists only in v1, and this rule does not convert what is inside its values. Use a hook, or an op that takes rules, such as each (partition spec.l → spec.x, spec.y)",
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
      "E105 `spec.x` is integer in v2, but split needs string there (split spec.a → spec.x, spec.y)",
      "E119 template `{x}{y}` does not fit `spec.a`: it is not a template such as {host}:{port} (split spec.a → spec.x, spec.y)",
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
        fill: { to: { value: ["cpu"] } },
      },
    ],
    faults: [
      "E105 spec.memory",
      'E106 `memory` of `spec.l[*].name` has no partner in v2: it must be one of "cpu" (entry spec.cpu, spec.memory → spec.l)',
      'E104 v2 requires `spec.l[*].id`, but it may stay absent. Try members (entry spec.cpu, spec.memory → spec.l). If objects always have it, add to accept: - { in: v2, at: "spec.l[*].id", refuses: required, why: "" }',
      "E116 spec.l",
    ],
  },
  {
    name: "entry: no list",
    from: spec({ a: text }),
    to: spec({ l: text }),
    rules: [{ op: "entry", from: { a: "spec.a" }, to: "spec.l" }],
    faults: ["E105 `spec.l` is string in v2, but entry needs array there (entry spec.a → spec.l)"],
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
            where: { http: { present: true } },
            rules: [{ op: "move", from: "port", to: "http.port" }],
          },
          Tcp: { where: { "http.port": "0" } },
        },
      },
    ],
    faults: [
      "E106 `Grpc` of `spec.a.type` has no partner in v2. Add a case (variant spec.a)",
      "E106 `Tcp` is not a word of `spec.a.type` in v1, which has `Http`, `Grpc` (variant spec.a)",
      "E105 spec.a.port",
    ],
  },
  {
    name: "variant: members that a case leaves out, and the cases of no tag and of the rest",
    from: spec({
      a: mapOf({ type: words("A", "B"), url: text, name: text }, "url"),
      b: mapOf({ type: words("A"), x: text }),
    }),
    to: spec({
      a: mapOf(
        { git: mapOf({ url: text, ref: text }, "url", "ref"), name: text, kind: text },
        "kind",
      ),
      b: mapOf({ x: text }),
    }),
    rules: [
      {
        op: "variant",
        from: "spec.a",
        to: "spec.a",
        tag: "type",
        cases: {
          A: {
            where: { git: { present: true }, kind: "A" },
            rules: [{ op: "move", from: "url", to: "git.url" }],
          },
          B: { where: { kind: "B" } },
        },
      },
      {
        op: "variant",
        from: "spec.b",
        to: "spec.b",
        tag: "type",
        cases: { A: { where: {} }, absent: { where: {} } },
      },
    ],
    faults: [
      "E104 spec.a.url",
      "E104 spec.a.git.ref",
      "E106 the cases `A` and `absent` have an empty where: only one case can be for maps that no other case matches (variant spec.b)",
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
    faults: ["E103 spec.c"],
  },
  {
    name: "free JSON: as it is on both sides, and values that a declared side accepts",
    from: spec({ a: free, b: free, c: { type: "object", ...free } }),
    to: spec({ a: free, b: text, c: mapOf({ x: text }) }),
    rules: [],
    faults: [
      "E130 nothing in `spec.a` is converted or checked: neither version says what it holds. Write rules for what differs in it, as with `include`; if nothing does, write `at` with `rules: []` there",
    ],
  },
  {
    name: "free JSON in both versions: one warning, except for fields that a rule names or reaches into",
    from: spec({
      a: free,
      b: free,
      c: mapOf({ d: free }),
      e: listOf(free),
      f: free,
      g: free,
      h: listOf(mapOf({ i: free, j: free })),
    }),
    to: spec({
      a: free,
      b: free,
      c: mapOf({ d: free }),
      e: listOf(free),
      f: free,
      g: free,
      h: listOf(mapOf({ i: free, j: free })),
    }),
    rules: [
      { op: "at", from: "spec.f", to: "spec.f", rules: [] },
      { op: "move", from: "spec.g.x", to: "spec.g.y" },
      {
        op: "each",
        from: "spec.h",
        to: "spec.h",
        rules: [{ op: "at", from: "i", to: "i", rules: [] }],
      },
    ],
    faults: [
      "E130 nothing in `spec.a`, `spec.b`, `spec.c.d` and 1 other place is converted or checked: neither version says what they hold. Write rules for what differs in them, as with `include`; if nothing does, write `at` with `rules: []` there",
      "E130 spec.h[*].j",
    ],
  },
  {
    name: "free JSON against what is required: it may be missing, unless a rule fills it",
    from: spec({ a: free, b: free, c: free, d: { type: "object", ...free } }, ["a", "b", "c", "d"]),
    to: spec(
      { a: text, b: { ...text, default: "x" }, c: text, d: mapOf({ x: mapOf({ y: text }, "y") }) },
      ["a", "b", "c", "d"],
    ),
    rules: [
      {
        op: "at",
        from: "spec.c",
        to: "spec.c",
        fill: { from: { value: "x" }, to: { value: "x" } },
      },
    ],
    faults: ["E104 spec.a"],
  },
  {
    name: "free JSON against a member that only a rule knows: keep does not fill it",
    from: spec({ a: { type: "object", ...free } }),
    to: spec({ a: mapOf({ x: text, y: text }, "x", "y") }),
    rules: [{ op: "keep", to: "spec.a.x" }],
    faults: [
      'E104 v2 requires `spec.a.x`, but it may stay absent. Try fill, or move from `spec.a.x`. If objects always have it, add to accept: - { in: v2, at: spec.a.x, refuses: required, why: "" }',
    ],
  },
  {
    name: "int-or-string: wider than either",
    from: spec({ a: { "x-kubernetes-int-or-string": true } }),
    to: spec({ a: integer }),
    rules: [],
    faults: [
      'E107 v2 refuses some of what v1 allows at `spec.a`: type integer. If nobody writes that, add to accept: - { in: v2, at: spec.a, refuses: type, why: "" }',
    ],
  },
  {
    name: "maps of any key: a member of one side",
    from: spec({ a: dictionary(mapOf({ x: text, y: text })), b: dictionary(text) }),
    to: spec({ a: dictionary(mapOf({ x: text })), b: mapOf({}) }),
    rules: [],
    faults: ["E101 spec.a{}.y", "E101 spec.b{}"],
  },
]);
