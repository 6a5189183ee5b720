import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ParsedConversion,
  parseConversion,
} from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { analyzeLens } from "../../../lib/lens/check/analyze-lens.ts";
import { rulePositionText } from "../../../lib/lens/ops/rule-text.ts";
import { structuralForm } from "../../../lib/schema/structural/form.ts";
import { schemaOf } from "../../support/docs/field-notes.ts";

const head = "from: v1\nto: v2\n";
let project = "";

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "include-"));
});
afterEach(() => rmSync(project, { recursive: true }));

/** Writes files below the project, and reads the conversion.yaml of the kind `kinds/machine`. */
function parsed(text: string, files: Readonly<Record<string, string>> = {}): ParsedConversion {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), content);
  }
  const folder = join(project, "kinds/machine");
  mkdirSync(folder, { recursive: true });
  return parseConversion(head + text, {
    file: "conversion.yaml",
    kindVersions: ["v1", "v2"],
    folder,
  });
}

/** Rules without where they are written. */
function bare(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === "at" ? undefined : part)));
}

function faultsOf({ faults, includedFaults }: ParsedConversion): readonly string[] {
  return [...faults, ...includedFaults];
}

describe("include", () => {
  test("inserts rules at its position, also twice, with others beside it, and nested", () => {
    const read = parsed(`lenses:
  a: [{ keep: x }, { include: b }]
  b: { rules: [{ keep: y, in: newer }] }
rules:
- { include: a }
- { each: items, rules: [{ include: a }, { keep: z, in: older }] }
- { variant: spec, tag: t, cases: { X: { where: {}, rules: [{ include: b }] } } }
`);
    const [x, y] = [
      { op: "keep", from: "x" },
      { op: "keep", to: "y" },
    ];
    expect(faultsOf(read)).toEqual([]);
    const [lens] = read.lenses;
    expect(lens?.lenses).toBeUndefined();
    expect(bare(lens?.rules)).toEqual([
      x,
      y,
      { op: "each", from: "items", to: "items", rules: [x, y, { op: "keep", from: "z" }] },
      {
        op: "variant",
        from: "spec",
        to: "spec",
        tag: "t",
        cases: { X: { where: {}, rules: [y] } },
      },
    ]);
  });

  test("inserts a lens of a file, with the file's own lenses, and records both positions", () => {
    const read = parsed(`rules:\n- { include: ../shared/machine.yaml#template }\n`, {
      "kinds/shared/machine.yaml": "lenses:\n  template:\n  - include: ./deep/common.yaml#meta\n",
      "kinds/shared/deep/common.yaml": `${head}lenses: { meta: [{ keep: a, in: older }] }\nrules: []\n`,
    });
    expect(faultsOf(read)).toEqual([]);
    const [lens] = read.lenses;
    const [rule] = lens?.rules ?? [];
    expect(rule).toMatchObject({ op: "keep", from: "a" });
    expect(lens && rule && rulePositionText(lens, rule)).toBe(
      "../shared/deep/common.yaml:3:18, included at ../shared/machine.yaml:3:5, " +
        "included at conversion.yaml:4:3",
    );
  });

  test("inserts a lens that includes itself below a step, with rules beside the include", () => {
    const read = parsed(`lenses:
  tree:
  - { each: kids, rules: [{ include: tree }, { keep: x }] }
rules: [{ include: tree }]
`);
    expect(faultsOf(read)).toEqual([]);
    const [lens] = read.lenses;
    const again = { op: "include", from: ".", to: ".", lens: "rules:5:19" };
    const each = { op: "each", from: "kids", to: "kids", rules: [again] };
    expect(bare(lens)).toMatchObject({
      rules: [each],
      lenses: { "rules:5:19": [each, { op: "keep", from: "x" }] },
    });
  });

  test("inserts two lenses that include each other below steps", () => {
    const read = parsed(`lenses:
  a: [{ keep: x }, { at: b, rules: [{ include: b }] }]
  b: [{ each: as, rules: [{ include: a }] }]
rules: [{ at: spec, rules: [{ include: a }] }]
`);
    expect(faultsOf(read)).toEqual([]);
    expect(Object.keys(read.lenses[0]?.lenses ?? {})).toEqual(["a"]);
  });

  const wrong: readonly {
    readonly name: string;
    readonly text: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly says: readonly (string | RegExp)[];
  }[] = [
    {
      name: "a lens that includes itself on the same value, directly and indirectly",
      text: "lenses:\n  a: [{ include: a }]\n  b: [{ at: ., rules: [{ include: c }] }]\n  c: [{ include: b }]\nrules: []\n",
      says: [/^4:9: .*E112 lens a includes itself for the same value/, /^6:9: .*E112 lens b/],
    },
    {
      name: "a file that does not exist",
      text: "rules: [{ include: ../shared/machine.yml#template }]\n",
      files: { "kinds/shared/machine.yaml": "lenses: {}" },
      says: [
        "3:11: rules[0].include: there is no file ../shared/machine.yml; did you mean machine.yaml?",
      ],
    },
    {
      name: "a folder",
      text: "rules: [{ include: ../shared#template }]\n",
      files: { "kinds/shared/machine.yaml": "lenses: {}" },
      says: ["3:11: rules[0].include: ../shared is a folder, not a file"],
    },
    {
      name: "a lens that the file does not have",
      text: "rules: [{ include: ../m.yaml#tmplate }, { include: ../m.yaml#x }]\n",
      files: { "kinds/m.yaml": "lenses: { template: [], other: [] }" },
      says: [
        "3:11: rules[0].include: ../m.yaml has no lens tmplate; did you mean template?",
        "3:43: rules[1].include: ../m.yaml has no lens x (it has template, other)",
      ],
    },
    {
      name: "a file that is not YAML, reported once",
      text: "rules: [{ include: ../m.yaml#a }, { include: ../m.yaml#a }]\n",
      files: { "kinds/m.yaml": "lenses: [" },
      says: [
        /^3:11: .*has no lens a/,
        /^3:37: .*has no lens a/,
        /^\.\.\/m.yaml:1:10: Flow sequence/,
      ],
    },
    {
      name: "a file with other members, and a lens of another form",
      text: "rules: [{ include: ../m.yaml#a }, { include: ../m.yaml#b }]\n",
      files: { "kinds/m.yaml": "lense: {}\nlenses: { a: 1, b: { rule: [] } }" },
      says: [
        "../m.yaml:1:1: lense: is not a member of shared; did you mean lenses?",
        "../m.yaml:2:11: lenses.a: must be array or object",
        "../m.yaml:2:17: lenses.b: lens needs the member rules",
        "../m.yaml:2:22: lenses.b.rule: is not a member of lens; did you mean rules?",
      ],
    },
    {
      name: "a wrong rule of a file, reported once for all its includes",
      text: "rules: [{ include: ../m.yaml#a }, { at: b, rules: [{ include: ../m.yaml#a }] }]\n",
      files: { "kinds/m.yaml": "lenses: { a: [{ mvoe: x }] }" },
      says: [
        "../m.yaml:1:17: lenses.a[0].mvoe: is not an op; did you mean move? (included at conversion.yaml:3:9 and 1 more)",
      ],
    },
    {
      name: "files that include each other",
      text: "lenses: { own: [] }\nrules: [{ include: ../a.yaml#a }, { include: ../a.yaml#own }]\n",
      files: {
        "kinds/a.yaml":
          "lenses: { c: [], a: [{ include: ./b.yaml#b }], own: [{ include: ./machine/conversion.yaml#own }] }",
        "kinds/b.yaml": "lenses: { b: [{ include: ./a.yaml#c }], c: [] }",
        "kinds/machine/conversion.yaml": "from: v1\nto: v2\nlenses: { own: [] }\nrules: []\n",
      },
      says: [
        /^\.\.\/b.yaml:1:17: .*\.\.\/a.yaml includes \.\.\/b.yaml itself: files can't include each other/,
        /^\.\.\/a.yaml:1:56: .*\.\/machine\/conversion.yaml includes \.\.\/a.yaml itself: files can't include each other/,
      ],
    },
    {
      name: "a file outside the project, reported by its name",
      text: "rules: [{ include: ../../secret.yaml#a }]\n",
      files: { "secret.yaml": "lenses: { a: [] }" },
      says: [/^3:11: .*\.\.\/\.\.\/secret.yaml is outside the project folder/],
    },
    {
      name: "two paths, unknown members, and no path",
      text: "rules: [{ include: a, to: b }, { include: [a] }]\n",
      says: [
        "3:23: rules[0].to: is not a member of include (it has include)",
        "3:34: rules[1].include: must be string",
      ],
    },
    {
      name: "includes that double at each level",
      text: `lenses:\n${Array.from({ length: 40 }, (_, n) => `  l${n}: [{ include: l${n + 1} }, { include: l${n + 1} }]\n`).join("")}  l40: [{ keep: x }]\nrules: [{ include: l0 }]\n`,
      says: ["45:1: rules: has more than 10000 rules with its includes"],
    },
    {
      name: "a chain of includes",
      text: `lenses:\n${Array.from({ length: 2_000 }, (_, n) => `  l${n}: [{ include: l${n + 1} }]\n`).join("")}  l2000: []\nrules: []\n`,
      says: [/includes are nested more than 100 deep$/],
    },
  ];

  test.each(wrong)("$name", ({ text, files, says }) => {
    const found = faultsOf(parsed(text, files));
    for (const [index, said] of says.entries()) {
      if (typeof said === "string") expect(found[index]).toBe(said);
      else expect(found[index]).toMatch(said);
    }
    if (says.length > 1) expect(found).toHaveLength(says.length);
  });

  test("a link that leads outside the project is refused", () => {
    mkdirSync(join(project, "kinds"), { recursive: true });
    writeFileSync(join(project, "secret.yaml"), "lenses: { a: [] }");
    symlinkSync(join(project, "secret.yaml"), join(project, "kinds/link.yaml"));
    const read = parsed("rules: [{ include: ../link.yaml#a }]\n");
    expect(faultsOf(read)).toEqual([
      expect.stringMatching(/^3:11: .*\.\.\/link.yaml is outside the project folder/),
    ]);
  });
});

describe("a compiler error in an included rule", () => {
  const schema = schemaOf(
    "spec: { a: { x: string, y: string }, b: { x: string, y: string }, c: { d: string } }",
  );

  function errorsOf(text: string): readonly string[] {
    const { lenses, faults } = parsed(text);
    expect(faults).toEqual([]);
    const [lens] = lenses;
    const schemas = { from: structuralForm(schema), to: structuralForm(schema) };
    if (lens === undefined) throw new Error("no lens");
    return analyzeLens({ from: "v1", to: "v2", schemas }, lens)
      .faults.filter(({ severity }) => severity === "error")
      .map(({ code, message }) => `${code} ${message}`);
  }

  const lenses = "lenses:\n  l:\n  - { move: x, to: y }\n  - { move: y, to: x }\n";

  test("is one error for an include at a wrong position", () => {
    expect(errorsOf(`${lenses}rules: [{ at: spec.c, rules: [{ include: l }] }]\n`)).toEqual([
      expect.stringMatching(
        /^E103 none of the 2 included rules finds its paths\. The first fault: .*spec\.c\./,
      ),
    ]);
  });

  test("is two errors for two faults of a rule that is included twice", () => {
    const text =
      "lenses: { l: [{ map: u, to: v, table: { a: b } }, { move: x, to: y }, { move: y, to: x }] }\n" +
      "rules: [{ at: spec.a, rules: [{ include: l }] }, { at: spec.b, rules: [{ include: l }] }]\n";
    expect(errorsOf(text)).toEqual([
      expect.stringMatching(/^E103 no `spec\.a\.u` in v1.*, and at 1 more include$/),
      expect.stringMatching(/^E103 no `spec\.a\.v` in v2.*, and at 1 more include$/),
    ]);
  });

  test("is one error for a wrong rule of a lens that is included twice", () => {
    const text =
      "lenses: { l: [{ move: x, to: y }, { move: y, to: x }, { keep: z }] }\n" +
      "rules: [{ at: spec.a, rules: [{ include: l }] }, { at: spec.b, rules: [{ include: l }] }]\n";
    expect(errorsOf(text)).toEqual([
      expect.stringMatching(
        /^E103 .*spec\.a\.z.*conversion\.yaml:3:55, included at conversion\.yaml:4:31\), and at 1 more include$/,
      ),
    ]);
  });

  test("names both includes for two rules with the same path", () => {
    const [error] = errorsOf(`${lenses}rules: [{ include: l }, { include: l }]\n`);
    expect(error).toMatch(/^E1/);
    const text =
      "lenses: { l: [{ keep: x }] }\nrules: [{ at: spec.a, rules: [{ include: l }, { include: l }] }]\n";
    expect(errorsOf(text)).toContainEqual(
      expect.stringMatching(
        /^E102 .*3:15, included at conversion\.yaml:4:31; .*3:15, included at conversion\.yaml:4:47/,
      ),
    );
  });
});
