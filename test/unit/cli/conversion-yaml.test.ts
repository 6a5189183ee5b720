import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { schemaFile } from "../../../infra/build/conversion-schema.ts";
import {
  parseConversion,
  readConversion,
} from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { readDocuments } from "../../../lib/cli/conversion-yaml/documents.ts";
import type { LensData } from "../../../lib/lens/language/rule.ts";
import { clusterQueue } from "../lens/cluster-queue.ts";

const source = { file: "conversion.yaml", kindVersions: ["v1", "v2", "v3"] };
const head = "from: v1\nto: v2\nrules:\n";

const clusterQueueYaml = `from: v1beta1
to: v1beta2
rules:
- { move: spec.cohort, to: spec.cohortName }
- { map: spec.flavorFungibility.whenCanBorrow, table: { Borrow: MayStopSearch, MayStopSearch: MayStopSearch, TryNextFlavor: TryNextFlavor } }
- map: spec.flavorFungibility.whenCanPreempt
  table: { Preempt: MayStopSearch, MayStopSearch: MayStopSearch, TryNextFlavor: TryNextFlavor }
- first: [{ each: spec.admissionChecks, rules: [{ move: ., to: name }] }, spec.admissionChecksStrategy.admissionChecks]
  to: spec.admissionChecksStrategy.admissionChecks
  backTo: 1
- { keep: status.pendingWorkloadsStatus }
- { keep: status.fairSharing.admissionFairSharingStatus }
`;

/** Lenses without the file and the places that they were read from. */
function bare(lenses: readonly LensData[]): readonly LensData[] {
  const text = JSON.stringify(lenses, (key, value) =>
    key === "at" || key === "file" ? undefined : value,
  );
  return JSON.parse(text);
}

function ruleIn(text: string): unknown {
  const { lenses, faults } = parseConversion(`${head}- ${text}\n`, source);
  expect(faults).toEqual([]);
  return bare(lenses)[0]?.rules[0];
}

describe("readConversion", () => {
  test("ClusterQueue is the same data in YAML and in TypeScript", () => {
    const { lenses, faults } = parseConversion(clusterQueueYaml, {
      file: "conversion.yaml",
      kindVersions: ["v1beta1", "v1beta2"],
    });
    expect(faults).toEqual([]);
    expect(bare(lenses)).toEqual([clusterQueue]);
  });

  test("several paths of one version are a rule each", () => {
    const text = `${head}- { keep: [a, b.c], in: v2, beside: [d, e], fill: { v2: 1 } }\n- { drop: [x, y], reason: gone }\n`;
    const { lenses, faults } = parseConversion(text, source);
    const kept = { op: "keep", beside: ["d", "e"], fill: { to: { value: 1 } } };
    expect(faults).toEqual([]);
    expect(bare(lenses)[0]?.rules).toEqual([
      { ...kept, to: "a" },
      { ...kept, to: "b.c" },
      { op: "drop", reason: "gone", from: "x" },
      { op: "drop", reason: "gone", from: "y" },
    ]);
  });

  test("reads several documents, named lenses, options, and the positions of rules", () => {
    const folder = mkdtempSync(join(tmpdir(), "conversion-"));
    const file = join(folder, "conversion.yaml");
    writeFileSync(
      file,
      `from: v1
to: v2
stash: packed
# A comment counts as a line.
lenses:
  route:
  - { each: routes, rules: [{ include: route }] }
rules:
- at: spec.route
  rules: [{ include: route }]
---
from: v2
to: v3
rules: []
`,
    );
    const includedAt = { line: 10, column: 11 };
    const route = { op: "include", from: ".", to: ".", lens: "route" };
    expect(readConversion(file, source.kindVersions).lenses).toEqual([
      {
        from: "v1",
        to: "v2",
        stash: "packed",
        file: "conversion.yaml",
        lenses: {
          route: [
            {
              op: "each",
              from: "routes",
              to: "routes",
              rules: [{ ...route, at: { line: 7, column: 21, includedAt } }],
              at: { line: 7, column: 5, includedAt },
            },
          ],
        },
        rules: [
          {
            op: "at",
            from: "spec.route",
            to: "spec.route",
            rules: [{ ...route, at: { line: 10, column: 3 } }],
            at: { line: 9, column: 3 },
          },
        ],
      },
      { from: "v2", to: "v3", rules: [], file: "conversion.yaml" },
    ]);
    writeFileSync(file, "from: v1\nto: v2\nrules:\n- { mvoe: a }\n- { keep: a, wyh: b }\n");
    expect(() => readConversion(file, source.kindVersions)).toThrow(
      `${file}:4:5: rules[0].mvoe: is not an op; did you mean move?\n` +
        `${file}:5:14: rules[1].wyh: is not a member of keep (it has keep, in, reason, fail, fill, omit, beside)`,
    );
    rmSync(folder, { recursive: true });
  });
});

describe("conversionGuard", () => {
  const accepts = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schemaFile, "utf8")));
  const documents = (first: string, second: string): string =>
    `from: v1\nto: v2\n${first}rules: []\n---\nfrom: v2\nto: v3\n${second}rules: []\n`;
  const on = "conversionGuard: true\n";
  const off = "conversionGuard: false\n";

  test.each([
    { name: "is undefined if no document has it", text: documents("", ""), guard: undefined },
    { name: "is taken from the first document", text: documents(on, ""), guard: true },
    { name: "is taken from the last document", text: documents("", on), guard: true },
    { name: "may be in two documents that agree", text: documents(on, on), guard: true },
    { name: "can be turned off", text: documents("", off), guard: false },
  ])("$name", ({ text, guard }) => {
    const { conversionGuard, lenses, faults } = parseConversion(text, source);
    expect({ conversionGuard, faults }).toEqual({ conversionGuard: guard, faults: [] });
    expect(lenses).toEqual([
      { from: "v1", to: "v2", rules: [], file: "conversion.yaml" },
      { from: "v2", to: "v3", rules: [], file: "conversion.yaml" },
    ]);
    const isAccepted = readDocuments(text).documents.map(({ value }) => accepts(value));
    expect(isAccepted).toEqual([true, true]);
  });

  test.each([
    {
      name: "documents disagree",
      text: documents(on, off),
      says: "8:1: conversionGuard: is false, but true at line 3; the guard applies to the whole kind: set it once",
    },
    {
      name: "documents disagree the other way",
      text: documents(off, on),
      says: "8:1: conversionGuard: is true, but false at line 3; the guard applies to the whole kind: set it once",
    },
    {
      name: "a value that is not a boolean",
      text: documents("conversionGuard: yes\n", ""),
      says: "3:1: conversionGuard: must be boolean",
    },
    {
      name: "misspelt",
      text: documents("conversionGaurd: true\n", ""),
      says: "3:1: conversionGaurd: is not a member of document; did you mean conversionGuard?",
    },
    {
      name: "the name that the option had before",
      text: documents("poisonGuard: true\n", ""),
      says: "3:1: poisonGuard: is not a member of document; did you mean conversionGuard?",
    },
  ])("$name: a fault with its position", ({ text, says }) => {
    const { faults } = parseConversion(text, source);
    expect(faults).toEqual([says]);
  });

  test("a file whose documents disagree is refused", () => {
    const folder = mkdtempSync(join(tmpdir(), "conversion-"));
    const file = join(folder, "conversion.yaml");
    writeFileSync(file, documents(on, off));
    expect(() => readConversion(file, source.kindVersions)).toThrow(`${file}:8:1: conversionGuard`);
    rmSync(folder, { recursive: true });
  });
});

describe("oldStash", () => {
  const named = "oldStash: example.com/conversion-data\n";
  const documents = (first: string, second = "", rules = "[]"): string =>
    `from: v1\nto: v2\n${first}rules: ${rules}\n---\nfrom: v2\nto: v3\n${second}rules: []\n`;
  const parsed = (text: string) =>
    parseConversion(text, {
      ...source,
      kind: { group: "example.com", kind: "Job", definitionsIn: () => [] },
    });

  test.each([
    { name: "is undefined if no document has it", text: documents(""), is: undefined },
    {
      name: "is taken from one document",
      text: documents(named),
      is: "example.com/conversion-data",
    },
    {
      name: "may be in two documents that agree",
      text: documents(named, named),
      is: "example.com/conversion-data",
    },
  ])("$name", ({ text, is }) => {
    const { oldStash, faults } = parsed(text);
    expect({ oldStash, faults }).toEqual({ oldStash: is, faults: [] });
  });

  test.each([
    {
      name: "documents disagree",
      text: documents(named, "oldStash: example.com/other\n"),
      says: "8:1: oldStash: is example.com/other, but example.com/conversion-data at line 3; the annotation applies to the whole kind: set it once",
    },
    {
      name: "a value that is not text",
      text: documents("oldStash: true\n"),
      says: "3:1: oldStash: must be string",
    },
    {
      name: "a text that is not the key of an annotation",
      text: documents("oldStash: conversion data\n"),
      says: "3:1: oldStash: is not a valid annotation key: write one such as example.com/conversion-data",
    },
    {
      name: "an annotation that this project writes",
      text: documents("oldStash: example.com/kept.v1.a\n"),
      says: "3:1: oldStash: is an annotation that Customhouse itself uses for preserved values: name that of the former webhook",
    },
    {
      name: "an annotation that a rule names",
      text: documents(
        named,
        "",
        `[{ move: 'metadata.annotations["example.com/conversion-data"]', to: spec.data }]`,
      ),
      says: "3:1: oldStash: is an annotation that a rule names: remove that rule",
    },
  ])("$name: a fault with its position", ({ text, says }) => {
    expect(parsed(text).faults).toEqual([says]);
  });
});

const rows: readonly { text: string; data: unknown }[] = [
  {
    text: "{ move: a, to: b, rules: [{ move: x, to: y }] }",
    data: { op: "move", from: "a", to: "b", rules: [{ op: "move", from: "x", to: "y" }] },
  },
  {
    text: "{ drop: a, reason: never read }",
    data: { op: "drop", from: "a", reason: "never read" },
  },
  { text: "{ keep: a, in: v2, beside: b }", data: { op: "keep", to: "a", beside: "b" } },
  { text: "{ keep: a, in: v1 }", data: { op: "keep", from: "a" } },
  {
    text: "{ keep: a, in: v2, fill: { v2: 1 } }",
    data: { op: "keep", to: "a", fill: { to: { value: 1 } } },
  },
  {
    text: "{ at: a, fill: { older: [] }, omit: { v2: { less: 1, where: { b: { present: true } } } } }",
    data: {
      op: "at",
      from: "a",
      to: "a",
      fill: { from: { value: [] } },
      omit: { to: { less: 1, where: { b: { present: true } } } },
    },
  },
  {
    text: `{ move: a, to: 'metadata.labels["example.com/team"]' }`,
    data: { op: "move", from: "a", to: 'metadata.labels["example.com/team"]' },
  },
  {
    text: "{ map: a, table: { 1: one, true: yes }, backTo: [1, true] }",
    data: {
      op: "map",
      from: "a",
      to: "a",
      table: [
        [1, "one"],
        [true, "yes"],
      ],
      backTo: [1, true],
    },
  },
  {
    text: "{ map: a, table: { x: y }, else: { v2: y, v1: same } }",
    data: {
      op: "map",
      from: "a",
      to: "a",
      table: { x: "y" },
      else: { from: "same", to: "y" },
    },
  },
  {
    text: "{ map: a, to: b, table: { true: false, false: true } }",
    data: {
      op: "map",
      from: "a",
      to: "b",
      table: [
        [true, false],
        [false, true],
      ],
    },
  },
  {
    text: "{ move: a, to: b, fill: { v1: { read: c }, v2: { value: {}, returns: true } } }",
    data: {
      op: "move",
      from: "a",
      to: "b",
      fill: { from: { read: "c" }, to: { value: {}, returns: true } },
    },
  },
  {
    text: "{ duration: a, to: b, unit: s, round: up, fail: no duration }",
    data: { op: "duration", from: "a", to: "b", unit: "s", round: "up", fail: "no duration" },
  },
  {
    text: '{ quantity: a, scale: "", fail: small }',
    data: { op: "quantity", from: "a", to: "a", scale: "", fail: "small" },
  },
  {
    text: "{ convert: a, types: [string, integer] }",
    data: { op: "convert", from: "a", to: "a", types: ["string", "integer"] },
  },
  {
    text: '{ reference: a, versions: { "": v1 }, namespace: own, group: g }',
    data: {
      op: "reference",
      from: "a",
      to: "a",
      versions: { "": "v1" },
      namespace: "own",
      group: "g",
    },
  },
  {
    text: "{ text: a, to: b, format: yaml }",
    data: { op: "text", from: "a", to: "b", format: "yaml" },
  },
  {
    text: "{ each: a, key: [x, y], align: exact, rules: [{ keep: b, in: v2 }] }",
    data: {
      op: "each",
      from: "a",
      to: "a",
      key: ["x", "y"],
      align: "exact",
      rules: [{ op: "keep", to: "b" }],
    },
  },
  {
    text: "{ each: 'a{}', rules: [] }",
    data: { op: "each", from: "a{}", to: "a{}", rules: [] },
  },
  {
    text: "{ keyed: a, to: b, key: name, value: v, rules: [] }",
    data: { op: "keyed", from: "a", to: "b", key: "name", value: "v", rules: [] },
  },
  {
    text: "{ count: a, name: n, quantity: q, limit: 5 }",
    data: { op: "count", from: "a", to: "a", name: "n", quantity: "q", limit: 5 },
  },
  { text: "{ count: a, name: k }", data: { op: "count", from: "a", to: "a", name: "k" } },
  { text: "{ single: a, to: b }", data: { op: "single", from: "a", to: "b" } },
  {
    text: "{ each: a, where: { v2: { b: { present: true } } } }",
    data: { op: "each", from: "a", to: "a", where: { to: { b: { present: true } } } },
  },
  { text: "{ each: a, key: type }", data: { op: "each", from: "a", to: "a", key: "type" } },
  {
    text: "{ partition: a, to: [b, c], test: { member: m, in: [x] } }",
    data: { op: "partition", from: "a", to: ["b", "c"], test: { member: "m", in: ["x"] } },
  },
  {
    text: "{ first: a, to: [b, { duration: c, unit: s }] }",
    data: {
      op: "first",
      from: "a",
      to: ["b", { op: "duration", path: "c", unit: "s" }],
    },
  },
  {
    text: '{ split: a, to: { host: b, port: c }, template: "{host}:{port}" }',
    data: { op: "split", from: "a", to: { host: "b", port: "c" }, template: "{host}:{port}" },
  },
  {
    text: "{ entry: { n: a }, to: b, fill: { v2: [n] }, members: { n: { required: true } } }",
    data: {
      op: "entry",
      from: { n: "a" },
      to: "b",
      fill: { to: { value: ["n"] } },
      members: { n: { required: true } },
    },
  },
  {
    text: "{ variant: a, tag: t, cases: { X: { where: { y: 1 }, rules: [{ move: b }] }, Z: { where: {} } } }",
    data: {
      op: "variant",
      from: "a",
      to: "a",
      tag: "t",
      cases: {
        X: { where: { y: 1 }, rules: [{ op: "move", from: "b", to: "b" }] },
        Z: { where: {} },
      },
    },
  },
];

describe("a rule in YAML", () => {
  test.each(rows)("$text", ({ text, data }) => {
    expect(ruleIn(text)).toEqual(data);
  });

  const accepts = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(schemaFile, "utf8")));
  test.each(rows.filter(({ text }) => !text.includes("1: one")))(
    "editors accept $text",
    ({ text }) => {
      const [document] = readDocuments(`${head}- ${text}\n`).documents;
      expect(accepts(document?.value) || accepts.errors).toBe(true);
    },
  );
});

describe("a fault in YAML is reported with its position", () => {
  const wrong: readonly { name: string; text: string; says: readonly (string | RegExp)[] }[] = [
    { name: "text that is not YAML", text: "from: [", says: [/^1:8: Flow sequence/] },
    {
      name: "a repeated key",
      text: `${head}- { move: a, move: b }`,
      says: [/^4:14: Map keys must be unique/],
    },
    {
      name: "a document that is not a map",
      text: "- a",
      says: ["1:1: must be a map with from, to and rules"],
    },
    {
      name: "a text with a comma in { }",
      text: "from: v1\nto: v2\nrules: []\naccept:\n- { in: v2, at: spec.a, refuses: enum, why: neither a, nor b }",
      says: ["5:56: accept[0].nor b: is not a known member; a text with a comma needs quotes"],
    },
    {
      name: "a waiver without a reason",
      text: 'from: v1\nto: v2\nrules: []\nwaive: [{ law: settles, from: v1, to: v2, why: " " }]',
      says: ["4:43: waive[0].why: must not be empty"],
    },
    {
      name: "no document",
      text: "# nothing yet\n",
      says: [
        "1:1: is empty, but the CRD has the versions v1, v2, v3: write from, to and rules; customhouse new drafts them",
      ],
    },
    { name: "no rules", text: "from: v1\nto: v2", says: ["1:1: document needs the member rules"] },
    {
      name: "an unknown member of the document",
      text: `form: v1\n${head}- { move: a }`,
      says: ["1:1: form: is not a member of document; did you mean from?"],
    },
    {
      name: "versions that the kind does not have",
      text: "from: v1alpha\nto: v1alpha\nrules: []",
      says: [
        "1:1: from: E115 the kind has no version v1alpha (it has v1, v2, v3). If stored objects may still name it, add it to gone",
        "2:1: to: E115 the kind has no version v1alpha (it has v1, v2, v3). If stored objects may still name it, add it to gone",
        "2:1: to: is the same version as from",
      ],
    },
    {
      name: "a rule without an op",
      text: `${head}- a`,
      says: ["4:3: rules[0]: must be a rule, such as { move: spec.a, to: spec.b }"],
    },
    {
      name: "the op not first",
      text: `${head}- { to: a, move: b }`,
      says: ["4:5: rules[0].to: is not an op: write the op's name first: { move: …, to: … }"],
    },
    {
      name: "a hook without paths",
      text: `${head}- { hook: a }`,
      says: [
        "4:3: rules[0]: hook needs the member from",
        "4:3: rules[0]: hook needs the member to",
      ],
    },
    {
      name: "misspelt members and words, all reported together",
      text: `${head}- duration: a\n  unti: s\n- { duration: a, unit: sec }\n- { drop: a }`,
      says: [
        "4:3: rules[0]: duration needs the member unit",
        "5:3: rules[0].unti: is not a member of duration; did you mean unit?",
        "6:18: rules[1].unit: must be one of ns, us, ms, s, m, h",
        "7:3: rules[2]: drop needs the member reason",
      ],
    },
    {
      name: "a member of another type",
      text: `${head}- { convert: [a] }\n- { each: a, rules: { move: b } }`,
      says: ["4:5: rules[0].convert: must be string", "5:14: rules[1].rules: must be array"],
    },
    {
      name: "faults within rules, cases and lenses",
      text: `lenses: { l: [{ mov: a }] }\n${head}- { each: a, rules: [{ kep: b }] }\n- { variant: a, tag: t, cases: { X: { where: {}, rules: [{ mp: b }] } } }`,
      says: [
        "1:17: lenses.l[0].mov: is not an op; did you mean move?",
        "5:24: rules[0].rules[0].kep: is not an op; did you mean keep?",
        "6:60: rules[1].cases.X.rules[0].mp: is not an op; did you mean map?",
      ],
    },
    {
      name: "a text that is not a path",
      text: `${head}- { move: spec..a, to: "b[" }\n- { first: [a b], to: c }`,
      says: [
        /^4:5: rules\[0\].move: "spec..a" is not a path/,
        /^4:20: rules\[0\].to: "b\[" is not a path/,
        /^5:13: rules\[1\].first\[0\]: "a b"/,
      ],
    },
    {
      name: "a text that is not a path in a list",
      text: `${head}- { keep: [a, "b..c"], beside: [".x"] }`,
      says: [/^4:.*keep\[1\].*is not a path/, /^4:.*beside\[0\].*is not a path/],
    },
    {
      name: "another version",
      text: `${head}- { keep: a, in: v3 }`,
      says: ["4:14: rules[0].in: must be v1 or v2; did you mean v1?"],
    },
    {
      name: "a lens that does not exist",
      text: `lenses: { route: [] }\n${head}- { include: rout }\n- { each: a, rules: [{ include: other }] }`,
      says: [
        "5:5: rules[0].include: there is no lens rout; did you mean route?",
        "6:24: rules[1].rules[0].include: there is no lens other",
      ],
    },
    {
      name: "a source with two paths",
      text: `${head}- { first: [{ convert: a, to: b }, { keep: a }], to: c }`,
      says: [
        "4:13: rules[0].first[0]: must be a path, or a rule with `each` or a value op and without `to`, such as { duration: spec.a, unit: s }",
        "4:36: rules[0].first[1]: must be a path, or a rule with `each` or a value op and without `to`, such as { duration: spec.a, unit: s }",
      ],
    },
  ];

  test.each(wrong)("$name", ({ text, says }) => {
    const { faults } = parseConversion(text, source);
    expect(faults).toEqual(
      says.map((what) => (typeof what === "string" ? what : expect.stringMatching(what))),
    );
  });
});
