import type { JsonObject } from "../../../../../lib/json/value.ts";
import {
  dictionary,
  free,
  listOf,
  mapOf,
  testFaults,
  text,
  versionOf,
} from "../../../../support/lens-analysis.ts";

const keyed: JsonObject = {
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
};
const named = mapOf({ name: text, note: text }, "name");

testFaults("analyzeLens: rules that can't mean what they say", [
  {
    name: "E108: no reason",
    from: versionOf({ a: text }),
    to: versionOf({}),
    rules: [{ op: "drop", from: "spec.a", reason: " ", at: { line: 7, column: 1 } }],
    faults: [
      "E108 `spec.a` is dropped without a `reason`. Say why nobody misses it, or keep it (drop spec.a, line:7:1)",
    ],
  },
  {
    name: "E109: one direction alone",
    from: versionOf({ a: text }),
    to: versionOf({ b: text }),
    rules: [{ op: "hook", from: ["spec.a"], to: ["spec.b"], forward: () => ["x"] }],
    faults: [
      "E109 hook at `spec.a` has no backward function. Add it, or give the reason in oneWay (hook spec.a → spec.b)",
    ],
  },
  {
    name: "no E109: both directions, or a declared single one",
    from: versionOf({ a: text, c: text }),
    to: versionOf({ b: text, d: text }),
    rules: [
      { op: "hook", from: ["spec.a"], to: ["spec.b"], forward: () => ["x"], oneWay: "a summary" },
      { op: "hook", from: ["spec.c"], to: ["spec.d"], forward: () => ["x"], backward: () => [] },
    ],
    faults: [],
  },
  {
    name: "E110: each over no list",
    from: versionOf({ a: named }),
    to: versionOf({ a: named }),
    rules: [{ op: "each", from: "spec.a", to: "spec.a", rules: [] }],
    faults: [
      "E110 each over `spec.a`, which is not a list in v1 (each spec.a)",
      "E110 each over `spec.a`, which is not a list in v2 (each spec.a)",
    ],
  },
  {
    name: "E110: values of no map",
    from: versionOf({ a: listOf(named) }),
    to: versionOf({ a: listOf(named) }),
    rules: [{ op: "each", from: "spec.a{}", to: "spec.a{}", rules: [] }],
    faults: [
      "E110 each over `spec.a`, which is not a map in v1. For the items of the list write `spec.a[*]` (each spec.a{})",
      "E110 each over `spec.a`, which is not a map in v2. For the items of the list write `spec.a[*]` (each spec.a{})",
    ],
  },
  {
    name: "E110: items of a map",
    from: versionOf({ a: named }),
    to: versionOf({ a: dictionary(text) }),
    rules: [{ op: "each", from: "spec.a[*]", to: "spec.a" }],
    faults: [
      "E110 each over `spec.a`, which is not a list in v1 (each spec.a[*] → spec.a)",
      "E110 each over `spec.a`, which is not a list in v2. For the values of the map write `spec.a{}` (each spec.a[*] → spec.a)",
    ],
  },
  {
    name: "E110: values of a map against the items of a list",
    from: versionOf({ a: dictionary(text) }),
    to: versionOf({ b: listOf(text) }),
    rules: [{ op: "each", from: "spec.a{}", to: "spec.b" }],
    faults: [
      "E110 `spec.b` stands for the items of a list, and spec.a{} for the values of a map. Write spec.b{} for two maps, and keyed for a map and a list (each spec.a{} → spec.b)",
      "E101 spec.a",
      "E101 spec.b",
    ],
  },
  {
    name: "E117: a key that items may lack, if values are preserved; E103: a key that items don't have",
    from: versionOf({ a: listOf(mapOf({ id: text, x: text })), b: listOf(mapOf({ id: text })) }),
    to: versionOf({ a: listOf(mapOf({ id: text })), b: listOf(mapOf({ id: text })) }),
    rules: [
      { op: "each", from: "spec.a", to: "spec.a", key: "id", rules: [{ op: "keep", from: "x" }] },
      { op: "each", from: "spec.b", to: "spec.b", key: ["id", "nmae"], rules: [] },
    ],
    faults: [
      "E117 items of `spec.a` may lack the key `id` in v1: values preserved for such an item are found by the item's content (each spec.a)",
      "E117 items of `spec.a` may lack the key `id` in v2: values preserved for such an item are found by the item's content (each spec.a)",
      "E103 no `spec.b[*].nmae` in v1, but the rule uses it as a key (each spec.b)",
      "E103 spec.b[*].nmae",
    ],
  },
  {
    name: "E112: a lens that calls itself on the same value",
    from: versionOf({ a: named }),
    to: versionOf({ a: named }),
    rules: [{ op: "include", from: "spec.a", to: "spec.a", lens: "loop" }],
    lens: { lenses: { loop: [{ op: "include", from: ".", to: ".", lens: "loop" }] } },
    faults: [
      "E112 lens `loop` includes itself for the same value. Include it only for values inside that value",
    ],
  },
  {
    name: "no E112: a lens that calls itself on a member, also through free JSON",
    from: versionOf({ a: mapOf({ x: text, a: free }) }),
    to: versionOf({ a: mapOf({ y: text, a: free }) }),
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
    name: "E116: what is filled in fills fragments",
    from: versionOf({}),
    to: versionOf({ a: text }),
    rules: [{ op: "keep", to: "spec.a", fill: { to: { value: "x" } } }],
    faults: ["E116 spec.a"],
  },
  {
    name: "no E116: items of an atomic list are whole",
    from: versionOf({ l: listOf(mapOf({})) }),
    to: versionOf({ l: listOf(mapOf({ a: text })) }),
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
    from: versionOf({ o: { ...mapOf({ a: text }), "x-kubernetes-map-type": "atomic" } }),
    to: versionOf({ p: mapOf({ a: text }) }),
    rules: [{ op: "move", from: "spec.o", to: "spec.p", rules: [] }],
    faults: [
      "E118 `spec.o` is one value in v1, and `spec.p` is merged by member in v2: a manager that applies a member at v2 owns the whole map at v1. Give both versions the same list or map type (move spec.o → spec.p)",
    ],
  },
  {
    name: "E118: a list that is a set in one version",
    from: versionOf({ l: { ...listOf(text), "x-kubernetes-list-type": "set" } }),
    to: versionOf({ l: listOf(text) }),
    rules: [],
    lens: { accept: [{ in: "v1", at: "spec.l", refuses: "unique", why: "values are unique" }] },
    faults: [
      "E118 `spec.l` is one value in v2 and merged by value in v1: a manager that applies an item at v1 owns the whole list at v2. Give both versions the same list or map type",
    ],
  },
  {
    name: "no E118: inside an item of a list that is atomic in both versions",
    from: versionOf({
      l: listOf(mapOf({ o: { ...mapOf({}), "x-kubernetes-map-type": "atomic" } })),
    }),
    to: versionOf({ l: listOf(mapOf({ o: mapOf({}) })) }),
    rules: [],
    faults: [],
  },
  {
    name: "E117: values are preserved in a list without a key",
    from: versionOf({ l: listOf(mapOf({ a: text, b: text })) }),
    to: versionOf({ l: listOf(mapOf({ a: text })) }),
    rules: [{ op: "keep", from: "spec.l[*].b" }],
    faults: ["E117 spec.l"],
  },
  {
    name: "no E117: a key, in the rule or in the schemas, or nothing preserved",
    from: versionOf({
      l: listOf(named),
      m: listOf(named, keyed),
      n: listOf(mapOf({ a: text })),
    }),
    to: versionOf({
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
    name: "E120: a hook reads what is not there",
    from: versionOf({ a: text }),
    to: versionOf({ b: text }),
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
      "E120 hook reads `spec.c`, which the schema of v1 does not declare (hook spec.a → spec.b)",
    ],
  },
  {
    name: "E121: the stash's own annotation",
    from: versionOf({ a: text }),
    to: versionOf({}),
    rules: [
      {
        op: "move",
        from: "spec.a",
        to: 'metadata.annotations["example.com/kept.v1.abcdefg"]',
      },
    ],
    faults: ['E121 metadata.annotations["example.com/kept.v1.abcdefg"]'],
  },
  {
    name: "no E121: an annotation of one's own",
    from: versionOf({ a: text }),
    to: versionOf({}),
    rules: [{ op: "move", from: "spec.a", to: 'metadata.annotations["example.com/a"]' }],
    faults: [],
  },
  {
    name: "E124: a branch that only one side has",
    from: versionOf({ m: mapOf({ a: text, b: text }) }),
    to: versionOf({
      m: { ...mapOf({ a: text, b: text }), oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    }),
    rules: [],
    faults: [
      "E124 `spec.m`: a branch of oneOf in v2 could not be checked. Only the laws, which check tries on generated objects, show whether it holds",
    ],
  },
  {
    name: "E124: a branch that names what a rule claims",
    from: versionOf({ m: { ...mapOf({ a: text, b: text }), not: { required: ["a", "b"] } } }),
    to: versionOf({ m: { ...mapOf({ a: text, c: text }), not: { required: ["a", "c"] } } }),
    rules: [{ op: "move", from: "spec.m.b", to: "spec.m.c" }],
    faults: [
      "E124 `spec.m`: a branch of not in v1 could not be checked. Only the laws, which check tries on generated objects, show whether it holds",
      "E124 spec.m",
    ],
  },
  {
    name: "no E124: the same branches over what no rule claims",
    from: versionOf({ m: { ...mapOf({ a: text, b: text }), not: { required: ["a", "b"] } } }),
    to: versionOf({ m: { ...mapOf({ a: text, b: text }), not: { required: ["a", "b"] } } }),
    rules: [],
    faults: [],
  },
  {
    name: "E124: a version whose schema is not known",
    from: versionOf({ a: text }),
    to: "free",
    rules: [],
    faults: ["E124 the schema of v2 is not known: nothing in it could be checked"],
  },
  {
    name: "E125: parts that are read as others",
    from: versionOf({ hostPort: text }),
    to: versionOf({ host: text, port: text }),
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
    name: "no E125: a part that can't contain the separator",
    from: versionOf({ hostPort: text }),
    to: versionOf({ host: text, port: { type: "string", pattern: "^[0-9]+$" } }),
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
]);
