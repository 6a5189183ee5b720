import { writeFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseConversion } from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { ruleYaml } from "../../../lib/cli/draft/rule-yaml.ts";
import { versionPairs } from "../../../lib/cli/draft/version-pairs.ts";
import { suggest } from "../../../lib/cli/verbs/suggest/suggest.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { runCommand } from "../../support/run-command.ts";

const folder = await mkdtemp(join(tmpdir(), "customhouse-suggest-"));
afterAll(() => rm(folder, { recursive: true }));

function twoVersions(older: string, newer: string): string {
  const version = (name: string, words: string): string => `
  - name: ${name}
    served: true
    storage: ${name === "v2"}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: { type: object, properties: { role: { type: string, enum: ${words} } } }`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: users.example.com }
spec:
  group: example.com
  names: { kind: User, plural: users }
  scope: Namespaced
  versions:${version("v1", older)}${version("v2", newer)}
`;
}

const queue = "test/unit/cli/kinds/queue/crd.yaml";

/** A definition of two versions whose specs have these members. */
function specFile(older: string, newer: string): string {
  const file = join(folder, "spec.yaml");
  const specs = [older, newer].map((text) => `spec: { type: object, properties: { ${text} } }`);
  const text = twoVersions("[a]", "[a]").replaceAll(/spec: \{ type: object.*$/gm, () =>
    String(specs.shift()),
  );
  writeFileSync(file, text);
  return file;
}

function linesWith(start: string, text: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith(start));
}

describe("customhouse suggest", () => {
  test("prints a draft with undecided fields as comments", async () => {
    const ran = await runCommand(suggest, ["examples/kinds/crontab/crd.yaml"]);
    expect(ran).toEqual({
      code: 0,
      out: `# CronTab.stable.example.com
from: v1beta1
to: v1
rules:
# TODO review: spec.hostPort: its name consists of the parts' names; the separator ":" is a guess
- { split: spec.hostPort, to: { host: spec.host, port: spec.port }, template: "{host}:{port}" }`,
      error: `CronTab v1beta1 to v1: 1 to review, marked TODO:
  spec.hostPort: its name consists of the parts' names; the separator ":" is a guess (review it)`,
    });
  });

  test("prints each field that one version alone has, with one possible rule", async () => {
    const ran = await runCommand(suggest, [queue]);
    expect(ran.out).toContain("- { move: spec.cohort, to: spec.cohortName }\n");
    expect(ran.out).toContain(`# TODO E101 \`spec.limit\` exists only in v2`);
    expect(ran.out).toContain(`
# - { keep: spec.limit, in: v2 }
`);
    expect(ran.error).toBe(`Queue v1 to v2: 5 to decide, 2 to review, marked TODO:
  spec.level: the string may be a duration or a quantity (review it)
  spec.cohort: the same name but for the suffix Name (review it)
  spec.ports
  spec.inner
  spec.outer
  spec.limit
  spec.strategy: Old
  then 1 entry of accept for 1 place where a schema is stricter: check prints it`);
    expect(ran.out.match(/TODO/g)).toHaveLength(7);
  });

  test("asks no question about a narrower schema, and drafts no accept", async () => {
    const { out } = await runCommand(suggest, [queue]);
    expect(out).toContain(
      "# TODO review: spec.level: the string may be a duration or a quantity\n- { convert: spec.level }",
    );
    expect(out).not.toMatch(/E107|accept/);
  });

  test("prints the likeliest counterpart, with its reason", async () => {
    const file = join(folder, "moved.yaml");
    const text = twoVersions("[a]", "[a]");
    const [spec] = text.match(/spec: \{ type: object.*$/m) ?? [""];
    const older = "spec: { type: object, properties: { timeout: { type: string } } }";
    const newer =
      "spec: { type: object, properties: { deletion: { type: object, properties: { timeoutSeconds: { type: integer } } } } }";
    await writeFile(file, text.replace(spec, older).replace(spec, newer));
    const { out } = await runCommand(suggest, [file]);
    expect(out).toContain(
      "# - { duration: spec.timeout, to: spec.deletion.timeoutSeconds, unit: s } # the same name but for the unit",
    );
    expect(out).toContain("rules: [] # remove the [] with the first rule");
  });

  test("prints one line for a field of the same shape under another name, and does not count its members", async () => {
    const { out, error } = await runCommand(suggest, [
      specFile(
        "image: { type: object, properties: { format: { type: string, enum: [raw, qcow2] } } }, networkMTU: { type: integer }, disableCache: { type: boolean }, url: { type: string }",
        "image: { type: object, properties: { diskFormat: { type: string, enum: [raw, qcow2] } } }, managedNetwork: { type: object, properties: { mtu: { type: integer }, zone: { type: string } } }, local: { type: object, properties: { enableCache: { type: boolean } } }, source: { type: object, properties: { url: { type: string } } }",
      ),
    ]);
    expect(linesWith("# - {", out)).toEqual([
      '# - { move: spec.image.format, to: spec.image.diskFormat } # perhaps: the same words are allowed, and "format" is in both names',
      '# - { move: spec.networkMTU, to: spec.managedNetwork.mtu } # perhaps: the same type, and "mtu" is in both names',
      '# - { map: spec.disableCache, to: spec.local.enableCache, table: { true: false, false: true } } # perhaps: the opposite name, and "cache" is in both names',
      "# - { move: spec.url, to: spec.source.url } # the same name",
      "# - { keep: spec.managedNetwork.zone, in: v2 }",
    ]);
    expect(out).toContain("rules: [] # remove");
    expect(error).toBe(`User v1 to v2: 5 to decide, marked TODO:
  spec.image.format
  spec.networkMTU
  spec.disableCache
  spec.url
  spec.managedNetwork.zone`);
  });

  test("prints the entries of accept that check would print, and their positions", async () => {
    const members = (more: string) =>
      ["a", "b", "c", "d"].map((name) => `${name}: { type: integer${more} }`).join(", ");
    const { error } = await runCommand(suggest, [
      specFile(
        `${members("")}, n: { type: integer }, x: { type: string }`,
        `${members(", maximum: 9")}, n: { type: integer, maximum: 9, minimum: 1 }`,
      ),
    ]);
    expect(error).toBe(`User v1 to v2: 1 to decide, marked TODO:
  spec.x
  then 2 entries of accept for 6 places where a schema is stricter: check prints them`);
  });

  test("prints words without a counterpart as ?, which does not compile", async () => {
    const file = join(folder, "crd.yaml");
    await writeFile(file, twoVersions("[ro, rw, admin]", "[ReadOnly, ReadWrite, Admin]"));
    const { out, error } = await runCommand(suggest, [file]);
    expect(out).toContain('- { map: spec.role, table: { ro: "?", rw: "?", admin: Admin } }\n');
    for (const word of ["ro", "rw"]) {
      expect(out).toContain(
        `# TODO E132 \`${word}\` of \`spec.role\` still has the partner \`?\`. Write the word of v2 that it becomes: \`ReadOnly\`, \`ReadWrite\`, \`Admin\``,
      );
      expect(error).toContain(`  spec.role: ${word}`);
    }
  });

  test("prints a draft for each definition of a folder", async () => {
    const bases = join(folder, "bases");
    await mkdir(bases);
    await copyFile(queue, join(bases, "a.yaml"));
    await copyFile("examples/kinds/crontab/crd.yaml", join(bases, "b.yaml"));
    const { out } = await runCommand(suggest, [bases]);
    expect(out.match(/^(?:---|# \w+\.\S+)$/gm)).toEqual([
      "# Queue.example.com",
      "---",
      "# CronTab.stable.example.com",
    ]);
  });

  test("prints a valid conversion.yaml, also with the candidates", async () => {
    const { out } = await runCommand(suggest, ["--kinds", "test/operators"]);
    const kindVersions = ["v1", "v1alpha1", "v1beta1", "v1beta2", "v1beta3"];
    const drafts = out.split("---\n").length;
    for (const text of [out, out.replaceAll("# - {", "- {").replaceAll(/\[\] # remove.*/g, "")]) {
      const { lenses, faults } = parseConversion(text, { file: "conversion.yaml", kindVersions });
      expect(faults).toEqual([]);
      expect(lenses).toHaveLength(drafts);
    }
  });

  test("uses the versions that are named, also in reverse order", async () => {
    const ran = await runCommand(suggest, [queue, "--from", "v2", "--to", "v1"]);
    expect(ran.out).toContain("from: v2\nto: v1\nrules:\n");
    expect(ran.out).toContain("- { move: spec.cohortName, to: spec.cohort }");
  });

  test.each<{ name: string; args: readonly string[]; error: string }>([
    {
      name: "no file",
      args: [],
      error: "name a file with a CustomResourceDefinition, or --kinds DIR",
    },
    { name: "one version", args: [queue, "--from", "v1"], error: "give --from and --to together" },
    {
      name: "an unknown version",
      args: [queue, "--from", "v1", "--to", "v3"],
      error: "Queue has no version v3; did you mean v1? (it has v1, v2)",
    },
    {
      name: "one version twice",
      args: [queue, "--from", "v1", "--to", "v1"],
      error: "--from and --to both name v1: name two versions",
    },
    {
      name: "a kind of one version",
      args: ["examples/kinds/topping/crd.yaml"],
      error:
        "Topping: with one version there is nothing to convert; add another version to the CRD",
    },
    { name: "no folder", args: ["--kinds", "none"], error: "there is no folder none" },
    {
      name: "no definition",
      args: ["test/unit/cli/kinds/queue/samples/queue.yaml"],
      error: "test/unit/cli/kinds/queue/samples/queue.yaml has no CustomResourceDefinition",
    },
  ])("ends with exit code 2 for $name", async ({ args, error }) => {
    expect(await runCommand(suggest, args)).toEqual({ code: 2, out: "", error });
  });
});

describe("versionPairs", () => {
  const crd = (names: readonly string[]) => ({
    group: "g",
    kind: "K",
    plural: "ks",
    scope: "Namespaced",
    versions: names.map((name) => ({ name, served: true, storage: false, schema: {} })),
  });

  test.each([
    { names: ["v1"], pairs: [] },
    { names: ["v1", "v1beta1", "v1alpha1"], pairs: ["v1alpha1 v1beta1", "v1beta1 v1"] },
    { names: ["v2", "v10", "v2alpha1", "v1"], pairs: ["v1 v2alpha1", "v2alpha1 v2", "v2 v10"] },
    { names: ["v1", "old"], pairs: ["old v1"] },
  ])("$names", ({ names, pairs }) => {
    const found = versionPairs(crd(names), undefined, undefined);
    expect(found.map(({ from, to }) => `${from.name} ${to.name}`)).toEqual(pairs);
  });
});

describe("ruleYaml", () => {
  test.each<{ rule: RuleData; text: string }>([
    {
      rule: {
        op: "each",
        from: "a",
        to: "b",
        rules: [
          { op: "move", from: "c", to: "d", rules: [{ op: "keep", to: "e" }] },
          { op: "map", from: "m", to: "m", table: { x: "?" } },
        ],
      },
      text: '{ each: a, to: b, rules: [{ move: c, to: d, rules: [{ keep: e, in: v2 }] }, { map: m, table: { x: "?" } }] }',
    },
    { rule: { op: "move", from: "a", to: "a", fail: "so" }, text: "{ move: a, fail: so }" },
    {
      rule: { op: "move", from: 'a["b.c"][*].d', to: "m{}.e" },
      text: '{ move: "a[\\"b.c\\"][*].d", to: "m{}.e" }',
    },
    { rule: { op: "keep", to: "a" }, text: "{ keep: a, in: v2 }" },
    { rule: { op: "keep", from: "a", reason: "so" }, text: "{ keep: a, reason: so }" },
    { rule: { op: "drop", from: "a", reason: "a, b" }, text: '{ drop: a, reason: "a, b" }' },
    {
      rule: {
        op: "keep",
        to: "a",
        fill: { to: { value: { n: 9_007_199_254_740_993n, s: "no", l: [], e: {} } } },
      },
      text: '{ keep: a, in: v2, fill: { newer: { value: { "n": 9007199254740993, s: "no", l: [], e: {} } } } }',
    },
    {
      rule: {
        op: "map",
        from: "a",
        to: "b",
        table: [
          [1, "x"],
          [null, true],
        ],
      },
      text: "{ map: a, to: b, table: { 1: x, null: true } }",
    },
    {
      rule: { op: "split", from: { h: "h", p: "p" }, to: "hp", template: "{h}:{p}" },
      text: '{ split: { h: h, p: p }, to: hp, template: "{h}:{p}" }',
    },
    {
      rule: { op: "partition", from: "a", to: ["b", "c"], test: { member: "k", equals: "x\ny" } },
      text: '{ partition: a, to: [b, c], test: { member: k, equals: "x\\ny" } }',
    },
    {
      rule: {
        op: "first",
        from: [
          "a",
          {
            op: "map",
            path: "b",
            table: [
              [true, "=~"],
              [false, "="],
            ],
          },
        ],
        to: "a",
        fill: { to: { value: "=", returns: true } },
      },
      text: '{ first: [a, { map: b, table: { true: "=~", false: "=" } }], to: a, fill: { newer: { value: "=", returns: true } } }',
    },
    {
      rule: {
        op: "first",
        from: "a",
        to: [{ op: "each", path: "b", rules: [{ op: "move", from: ".", to: "name" }] }, "a"],
        backTo: 1,
      },
      text: '{ first: a, to: [{ each: b, rules: [{ move: ".", to: name }] }, a], backTo: 1 }',
    },
    {
      rule: {
        op: "entry",
        from: { id: "a" },
        to: "b",
        members: { id: { required: true } },
        fill: { to: { value: ["id", "type"] } },
      },
      text: "{ entry: { id: a }, to: b, members: { id: { required: true } }, fill: { newer: { value: [id, type] } } }",
    },
    {
      rule: {
        op: "variant",
        from: "a",
        to: "a",
        tag: "type",
        cases: {
          Http: {
            where: { http: { present: true } },
            rules: [{ op: "move", from: "path", to: "http.path" }],
          },
          "": { where: { "ref.kind": "A" } },
        },
      },
      text: '{ variant: a, tag: type, cases: { Http: { where: { http: { present: true } }, rules: [{ move: path, to: http.path }] }, "": { where: { ref.kind: A } } } }',
    },
    {
      rule: { op: "split", from: { b: "b", c: "c" }, to: "a", template: "{b}:{c}" },
      text: '{ split: { b: b, c: c }, to: a, template: "{b}:{c}" }',
    },
  ])("$text", ({ rule, text }) => {
    expect(ruleYaml(rule, "v2")).toBe(text);
    const { lenses, faults } = parseConversion(`from: v1\nto: v2\nrules:\n- ${text}\n`, {
      file: "f",
      kindVersions: ["v1", "v2"],
    });
    const read: unknown = withoutPlaces(lenses[0]?.rules[0]);
    expect({ read, faults }).toEqual({ read: rule, faults: [] });
  });
});

/** A rule without where it, and each rule in it, is written. */
function withoutPlaces(rule: unknown): unknown {
  if (Array.isArray(rule)) return rule.map(withoutPlaces);
  if (typeof rule !== "object" || rule === null) return rule;
  const members = Object.entries(rule).filter(([key]) => key !== "at");
  return Object.fromEntries(members.map(([key, value]) => [key, withoutPlaces(value)]));
}
