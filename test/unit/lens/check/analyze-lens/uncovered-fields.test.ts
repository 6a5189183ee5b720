import type { JsonObject } from "../../../../../lib/json/value.ts";
import {
  dictionary,
  flag,
  integer,
  listOf,
  mapOf,
  testFaults,
  text,
  versionOf,
  words,
} from "../../../../support/lens-analysis.ts";

const keyed: JsonObject = {
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
};
const named = mapOf({ name: text, note: text }, "name");

testFaults("analyzeLens: fields that no rule covers, or several, and paths that do not exist", [
  {
    name: "E101: a field of the older version alone, near one of the newer",
    from: versionOf({ cohort: text }),
    to: versionOf({ cohortName: text }),
    rules: [],
    faults: [
      "E101 `spec.cohort` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.cohortName`",
      "E101 `spec.cohortName` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.cohort`",
    ],
  },
  {
    name: "E101: a moved parent is offered once",
    from: versionOf({ tls: mapOf({ key: text, cert: text }) }),
    to: versionOf({ listen: mapOf({ tls: mapOf({ key: text, cert: text }) }) }),
    rules: [],
    faults: [
      "E101 `spec.tls` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.listen.tls`",
      "E101 `spec.listen` exists only in v2, and no rule covers it. Try keep or drop",
    ],
  },
  {
    name: "E101: near within the same list, not across lists",
    from: versionOf({ l: listOf(mapOf({ host: text })), m: listOf(mapOf({ port: integer })) }),
    to: versionOf({ l: listOf(mapOf({ hostName: text })), m: listOf(mapOf({ ports: integer })) }),
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
    from: versionOf({
      image: mapOf({ url: text, format: words("raw", "qcow2") }),
      disableCache: flag,
    }),
    to: versionOf({
      image: mapOf({ url: text, diskFormat: words("raw", "qcow2") }),
      local: mapOf({ enableCache: flag }),
    }),
    rules: [],
    faults: [
      'E101 `spec.image.format` exists only in v1, and no rule covers it. Try move to `spec.image.diskFormat`, perhaps the same field (the same words are allowed, and "format" is in both names); else keep or drop',
      'E101 `spec.disableCache` exists only in v1, and no rule covers it. Try map to `spec.local.enableCache`, perhaps the same field (the opposite name, and "cache" is in both names); else keep or drop',
      'E101 `spec.image.diskFormat` exists only in v2, and no rule covers it. Try move from `spec.image.format`, perhaps the same field (the same words are allowed, and "format" is in both names); else keep or drop',
      "E101 spec.local",
    ],
  },
  {
    name: "E101: a field with a similar name is not a candidate for others, and neither is a rule of the other list",
    from: versionOf({ format: words("a", "b"), l: listOf(mapOf({ kindOf: words("c", "d") })) }),
    to: versionOf({
      formats: words("a", "b"),
      diskFormat: words("a", "b"),
      m: listOf(mapOf({ sort: words("c", "d") })),
    }),
    rules: [],
    faults: [
      "E101 `spec.format` exists only in v1, and no rule covers it. Try keep, drop or move to `spec.formats`",
      "E101 spec.l",
      "E101 `spec.formats` exists only in v2, and no rule covers it. Try keep, drop or move from `spec.format`",
      "E101 spec.diskFormat",
      "E101 spec.m",
    ],
  },
  {
    name: "E101: the path of one side is claimed",
    from: versionOf({ a: text, b: text }),
    to: versionOf({ a: text, b: text }),
    rules: [{ op: "move", from: "spec.a", to: "spec.b" }],
    faults: [
      "E101 a rule claims `spec.b` of v2, but no rule covers the same path of v1. Try keep or drop (move spec.a → spec.b)",
      "E101 spec.a",
    ],
  },
  {
    name: "no E101: moved, kept, dropped, a map emptied by a move, and what every resource has",
    from: versionOf({ a: text, b: text, c: text, emptied: mapOf({ d: text }) }),
    to: versionOf({ x: text, d: text }),
    rules: [
      { op: "move", from: "spec.a", to: "spec.x" },
      { op: "keep", from: "spec.b" },
      { op: "drop", from: "spec.c", reason: "never read" },
      { op: "move", from: "spec.emptied.d", to: "spec.d" },
    ],
    faults: [],
  },
  {
    name: "E102: two rules for one path",
    from: versionOf({ a: text, b: text }),
    to: versionOf({ x: text }),
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
    name: "E102: two rules of keyed for one path",
    from: versionOf({ m: dictionary(mapOf({ a: text })) }),
    to: versionOf({ l: listOf(mapOf({ name: text, x: text, y: text }, "name"), keyed) }),
    rules: [
      {
        op: "keyed",
        from: "spec.m",
        to: "spec.l",
        key: "name",
        rules: [
          { op: "move", from: "a", to: "x", at: { line: 4, column: 3 } },
          { op: "move", from: "a", to: "y", at: { line: 5, column: 3 } },
        ],
      },
    ],
    lens: { file: "conversion.yaml" },
    faults: [
      "E102 `a` is claimed by two rules: move a → x, conversion.yaml:4:3; move a → y, conversion.yaml:5:3",
    ],
  },
  {
    name: "E102: two rules of single for one path",
    from: versionOf({ m: mapOf({ a: text, b: text }) }),
    to: versionOf({ l: listOf(mapOf({ x: text })) }),
    rules: [
      {
        op: "single",
        from: "spec.m",
        to: "spec.l",
        rules: [
          { op: "move", from: "a", to: "x", at: { line: 4, column: 3 } },
          { op: "move", from: "b", to: "x", at: { line: 5, column: 3 } },
        ],
      },
    ],
    lens: { file: "conversion.yaml" },
    faults: [
      "E102 `x` is claimed by two rules: move a → x, conversion.yaml:4:3; move b → x, conversion.yaml:5:3",
    ],
  },
  {
    name: "E103: a path that does not exist, near one that does",
    from: versionOf({ cohort: text }),
    to: versionOf({ cohort: text }),
    rules: [{ op: "keep", from: "spec.cohrt" }],
    faults: ["E103 no `spec.cohrt` in v1; did you mean `spec.cohort`? (keep spec.cohrt)"],
  },
  {
    name: "E103: paths that only the other version has, as after swapping the versions",
    from: versionOf({ cron: text }),
    to: versionOf({ schedule: text }),
    rules: [{ op: "move", from: "spec.schedule", to: "spec.cron" }],
    faults: [
      "E101 a rule claims `spec.cron` of v2, but no rule covers the same path of v1. Try keep or drop (move spec.schedule → spec.cron)",
      "E101 a rule claims `spec.schedule` of v1, but no rule covers the same path of v2. Try keep or drop (move spec.schedule → spec.cron)",
      "E103 no `spec.schedule` in v1; v2 has it (move spec.schedule → spec.cron)",
      "E103 no `spec.cron` in v2; v1 has it (move spec.schedule → spec.cron)",
    ],
  },
  {
    name: "E103: a text that is not a path",
    from: versionOf({}),
    to: versionOf({}),
    rules: [{ op: "keep", from: "spec..a" }],
    faults: ["E103 `spec..a` is not a path (keep spec..a)"],
  },
  {
    name: "E103: a lens of no such name",
    from: versionOf({ a: named }),
    to: versionOf({ a: named }),
    rules: [{ op: "include", from: "spec.a", to: "spec.a", lens: "b" }],
    faults: ["E103 `b` is not a named lens (named lenses: none) (include spec.a)"],
  },
  {
    name: "E103, E108, E115: entries that are wrong themselves",
    from: versionOf({ n: integer }),
    to: versionOf({ n: integer }),
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
      "E103 spec.*.a*b*",
      "E115 accept names v3, but the versions of the lens are v1 and v2 (accept)",
      "E108 the entry of accept for `spec.n` has no reason. Say in `why` what makes it right that v2 refuses objects there (accept, line:3:3)",
      "E108 the entry of accept for `spec.n` names no constraint. Set `refuses` to a keyword, or to { rule: … } with the beginning of the rule's text (accept)",
    ],
  },
  {
    name: "the whole item against a member: a set is a list by its key, other members stay",
    from: versionOf({ a: listOf(text, { "x-kubernetes-list-type": "set" }) }),
    to: versionOf({
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
    name: "E103: a test of items by a member that they do not have, or by what is not a path of keys",
    from: versionOf({ a: listOf(mapOf({ id: text })), b: listOf(text) }),
    to: versionOf({ a: listOf(mapOf({ id: text })), b: listOf(text) }),
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
    name: "E135: each version keeps a field of the same shape",
    from: versionOf({
      image: mapOf({ url: text, format: words("raw", "qcow2") }),
      disableCache: flag,
      l: listOf(mapOf({ name: text, format: words("a", "b") }, "name"), keyed),
    }),
    to: versionOf({
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
      'E135 `spec.image.format` of v1 and `spec.image.diskFormat` of v2 are both kept, and may be the same field (the same words are allowed, and "format" is in both names): neither version shows the value that was written at the other. If they differ in meaning, give one keep a `reason`; if not, write one rule in place of both: - { move: spec.image.format, to: spec.image.diskFormat } (keep spec.image.format, conversion.yaml:4:3)',
      'E135 `spec.disableCache` of v1 and `spec.local.enableCache` of v2 are both kept, and may be the same field (the opposite name, and "cache" is in both names): neither version shows the value that was written at the other. If they differ in meaning, give one keep a `reason`; if not, write one rule in place of both: - { map: spec.disableCache, to: spec.local.enableCache, table: { true: false, false: true } } (keep spec.disableCache, conversion.yaml)',
      'E135 `spec.l[*].format` of v1 and `spec.l[*].diskFormat` of v2 are both kept, and may be the same field (the same words are allowed, and "format" is in both names): neither version shows the value that was written at the other. If they differ in meaning, give one keep a `reason`; if not, write one rule in place of both: - { move: "spec.l[*].format", to: "spec.l[*].diskFormat" } (keep spec.l[*].format, conversion.yaml)',
    ],
  },
  {
    name: "no E135: with a reason on either side, or no pair of keeps",
    from: versionOf({
      format: words("raw", "qcow2"),
      mode: words("a", "b"),
      sort: words("c", "d"),
    }),
    to: versionOf({
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
    name: "E103, E120, E121: paths that a fill may not read",
    from: versionOf({ a: text, b: text, c: text, d: text, e: text, tier: text }),
    to: versionOf({}),
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
      "E103 spec.none",
      "E116 fill at `spec.a` also fills fragments: server-side apply may show the field without an owner (keep spec.a)",
      "E120 `metadata.labels.tier` is read by a fill, but a rule claims it. Read a label or annotation that no rule claims (keep spec.b)",
      "E116 spec.b",
      'E121 `metadata.annotations["example.com/kept.v1.a"]` is reserved for preserved values. Use another key (keep spec.c)',
      'E121 `metadata.uid` can\'t be named by a rule. Of metadata, rules can name labels and annotations (`metadata.labels["example.com/tier"]`), and hooks and fills can read name and namespace (keep spec.d)',
      "E116 spec.e",
    ],
  },
  {
    name: "E122: a pattern and a place that it may name",
    from: versionOf({ m: dictionary(mapOf({ x: text })) }),
    to: versionOf({ m: dictionary(mapOf({ y: text })), z: text }),
    rules: [
      { op: "move", from: "spec.m{}.x", to: "spec.m{}.y" },
      { op: "move", from: "spec.m.k.x", to: "spec.z" },
    ],
    faults: [
      "E122 `spec.m.k.x` may be claimed by two rules: move spec.m.k.x → spec.z; move spec.m{}.x → spec.m{}.y",
    ],
  },
  {
    name: "E126: keep on what both versions have",
    from: versionOf({ a: text }),
    to: versionOf({ a: text }),
    rules: [{ op: "keep", from: "spec.a" }],
    faults: [
      "E126 keep on `spec.a`, which both versions have. Remove the rule, or drop the field with a reason (keep spec.a)",
    ],
  },
]);
