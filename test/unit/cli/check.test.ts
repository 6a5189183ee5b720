import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Invocation, UsageError } from "../../../lib/cli/command.ts";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { coloursFor } from "../../../lib/cli/terminal/colours.ts";
import { ProgressBar } from "../../../lib/cli/terminal/progress-bar.ts";
import { sideBySide } from "../../../lib/cli/terminal/side-by-side.ts";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import { fieldTable } from "../../../lib/cli/verbs/check/field-table.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { runParsed } from "../../support/run-command.ts";

const narrow = fileURLToPath(new URL("narrow-kinds", import.meta.url));
const example = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/kinds/${name}`, import.meta.url));
const plain = coloursFor({ isTTY: false });

const run = (options: Invocation["options"], words: readonly string[] = []) =>
  runParsed(check, { words, options });

describe("check", () => {
  test("prints two lines for a faultless kind, with the number of warnings", async () => {
    const { code, out, error } = await run({ kinds: [example("pizza")], runs: "20", seed: "3" });
    expect(code).toBe(0);
    expect(error).toBe("");
    expect(out).toMatch(
      /^Pizza\.restaurant\.programming-kubernetes\.info {2}v1alpha1 ↔ v1beta1 {3}1 rule, 1 sample\nok {4}11 laws, \d+ objects \(\d+ not converted\), seed 3 {5}accepted 1 narrowing · waived 0 · preserved 0 fields, 5 in part$/,
    );
    const warned = await run({ kinds: [example("crontab")], runs: "5", seed: "3" });
    expect(warned.code).toBe(0);
    expect(warned.out).toMatch(/ · 1 warning \(--verbose shows them\)$/);
    const single = await run({ kinds: [example("topping")] });
    expect(single.out).toMatch(/ {2}v1alpha1\nok {4}one version: nothing is converted$/);
  });

  test("places an error for a path without a rule at the TODO for that path, within its lens", async () => {
    const folder = gadgetKind(
      "rules: []\n# TODO E101 `spec.modes` exists only in v1\n# TODO E101 `spec.mode` exists only in v1\n",
    );
    const { out } = await run({ kinds: [folder], runs: "1" });
    expect(out).toMatch(/conversion\.yaml:5:1: E101 `spec\.mode` exists/);
    expect(out).toMatch(/conversion\.yaml:3:1: E101 `spec\.speed` exists/);
  });

  test("counts an entry of accept that only the compiler needs, and shows it with --verbose", async () => {
    const folder = gadgetKind(
      "rules:\n- { move: spec.mode, to: spec.speed }\naccept:\n- { in: v2, at: spec.speed, refuses: enum, why: nobody writes odd }\n",
    );
    const options = { kinds: [folder], runs: "5", seed: "1", law: ["round-trip"] };
    expect((await run(options)).out).toContain("  accepted 1 narrowing · waived 0 ");
    expect((await run({ ...options, verbose: true })).out).toMatch(
      /^ {6}accepted {2}v2 spec\.speed {2}needed only by the compiler, no object has such a value: nobody writes odd \(line 6\)$/m,
    );
  });

  test("counts the fields that a rule drops", async () => {
    const folder = gadgetKind(
      "rules:\n- { drop: spec.mode, in: v1, reason: unused }\n- { drop: spec.speed, in: v2, reason: unused }\n",
    );
    const { out } = await run({ kinds: [folder], runs: "5", seed: "1", law: ["round-trip"] });
    expect(out).toContain(" · preserved 0 fields · dropped 2 fields");
  });

  test("with --verbose prints the warnings first, then a line for each law, the rules and the fields", async () => {
    const { code, out } = await run({
      kinds: [example("crontab")],
      runs: "20",
      seed: "3",
      verbose: true,
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^ {6}warning E125: template[\s\S]*^ {6}ok {4}round-trip {9}40 objects/m);
    expect(out).toContain("            split spec.hostPort → spec.host, spec.port\n");
    expect(out).toContain("v1beta1 and v1: 10 identical, 1 changed, 2 preserved\n");
    expect(out).toContain("v1beta1  spec.hostPort  changed    to spec.host, spec.port (split)\n");
    expect(out).toContain("      strategy None between v1beta1 and v1 would lose data: ");
  });

  const gadget = readFileSync(join(narrow, "gadget/crd.yaml"), "utf8");
  function gadgetKind(conversion: string): string {
    const folder = mkdtempSync(join(tmpdir(), "check-"));
    writeFileSync(join(folder, "crd.yaml"), gadget);
    writeFileSync(join(folder, "conversion.yaml"), `from: v1\nto: v2\n${conversion}`);
    return folder;
  }

  test("for a law that fails prints its name, the counterexample side by side and the rule, and ends with 1", async () => {
    const folder = gadgetKind(
      "rules:\n- { move: spec.mode, to: spec.speed }\naccept: [{ in: v2, at: spec.speed, refuses: enum, why: nobody writes odd }]\n",
    );
    const sample = "apiVersion: example.org/v1\nkind: Gadget\nmetadata: { name: g }\nspec:\n";
    mkdirSync(join(folder, "samples"));
    writeFileSync(join(folder, "samples", "odd.yaml"), `${sample}  mode: odd\n`);
    const options = { runs: "50", seed: "1", law: ["valid-result", "round-trip"] };
    const { code, out, error } = await run({ kinds: [folder], ...options });
    expect(code).toBe(1);
    expect(error).toBe("customhouse check: Gadget.example.org fails valid-result");
    expect(out).toContain("FAIL  valid-result  v1 → v2\n      a valid object converts to one");
    expect(out).toMatch(
      /^ {6}but spec\.speed: Unsupported value: "odd": supported values: "fast", "slow" \(move spec\.mode → spec\.speed, conversion\.yaml:4:3\)\. `spec\.speed` has an entry of accept for enum \(accept, conversion\.yaml:5:10\), but accept never excuses a value of a sample/m,
    );
    expect(out).toMatch(/before, v1 +after, v2/);
    expect(out).toMatch(/mode: odd +speed: odd/);
    expect(out).toMatch(/^ok {4}1 law, 100 objects, seed 1 /m);
    rmSync(join(folder, "samples"), { recursive: true });
    const well = await run({ kinds: [folder], ...options });
    expect(well.code).toBe(0);
    expect(well.out).toMatch(/ accepted 1 narrowing \(1 excused \d+ objects\) · waived 0 /);
    const verbose = await run({ kinds: [folder], ...options, verbose: true });
    expect(verbose.out).toMatch(
      /^ {6}accepted {2}v2 spec\.speed enum {2}\d+ of \d+: nobody writes odd \(line 5\)$/m,
    );
    rmSync(folder, { recursive: true });
  });

  test("prints only the compiler's errors if there are any, in the same form as convert", async () => {
    const options = { kinds: [narrow], runs: "50", seed: "1" };
    const { code, out, error } = await run(options);
    expect(code).toBe(1);
    expect(error).toBe("customhouse check: Gadget.example.org fails E107");
    const [head, fail, first = "", ...more] = out.split("\n");
    expect([head, fail, more]).toEqual([
      "Gadget.example.org  v1 ↔ v2   1 rule, 0 samples",
      "FAIL  the conversion does not compile",
      [],
    ]);
    const refused = await loadKinds([narrow]).catch((fault: unknown) => String(fault));
    expect(refused).toContain(first.trim());
  });

  test("prints the same report again for the same seed", async () => {
    const options = { kinds: [narrow], runs: "50", seed: "9", output: "json" };
    const [once, again] = await Promise.all([run(options), run(options)]);
    expect(again).toEqual(once);
    expect(JSON.parse(once.out)).toMatchObject({
      seed: 9,
      runs: 50,
      kinds: [{ kind: "Gadget", passed: false, seed: 9, ungenerated: [], unverified: [] }],
    });
  });

  test("--html draws the lenses into a file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "check-"));
    const html = join(folder, "crosswalk.html");
    const { code } = await run({
      kinds: [example("pizza")],
      runs: "5",
      law: ["deterministic"],
      html,
    });
    expect(code).toBe(0);
    expect(readFileSync(html, "utf8")).toMatch(/^<!doctype html>.*Pizza/s);
    rmSync(folder, { recursive: true });
  });

  test.each([
    { name: "a word", options: {}, words: ["kinds"] },
    { name: "crd without a file", options: {}, words: ["crd"] },
    { name: "an unknown kind", options: { kind: ["Pasta"] }, words: [] },
    { name: "an unknown law", options: { law: ["murphy"] }, words: [] },
    { name: "no runs", options: { runs: "0" }, words: [] },
    { name: "a seed that is not a number", options: { seed: "x" }, words: [] },
    { name: "a folder that does not exist", options: { kinds: ["nowhere"] }, words: [] },
  ])("wrong usage: $name", async ({ options, words }) => {
    await expect(run(options, words)).rejects.toThrow(UsageError);
  });
});

test("--law names the law that a misspelled one is most similar to", async () => {
  await expect(run({ law: ["setles"] })).rejects.toThrow(
    "--law: setles is not a law of kinds; did you mean settles?",
  );
});

describe("sideBySide", () => {
  test("marks the lines that differ in the other column, and cuts long ones", () => {
    const columns = [
      { title: "before", object: { spec: { a: 1, gone: true, list: ["x"] } } },
      { title: "after", object: { spec: { b: "a text that is longer than its column" } } },
      { title: "back home", object: { spec: { a: 1, list: ["x"], more: null } } },
    ];
    const rows = sideBySide(columns, { compared: [0, 2], width: 72, mark: (text) => text });
    expect(rows).toEqual([
      "before           after                    back home",
      "  spec:            spec:                    spec:",
      "    a: 1             b: a text that is…       a: 1",
      "!   gone: true                                list:",
      "    list:                                       - x",
      "      - x                                 !   more: null",
    ]);
  });
});

describe("fieldTable", () => {
  test("counts outcomes, and shows fields that are not identical", () => {
    const rule = { op: "drop", from: "spec.old", reason: "never read" } as const;
    const rows = fieldTable(
      {
        from: "v1",
        to: "v2",
        fields: [
          { side: "from", path: "spec.a", outcome: "identical", to: ["spec.a"], rule: undefined },
          {
            side: "from",
            path: "spec.old",
            outcome: "dropped",
            to: [],
            rule,
            reason: "never read",
          },
          {
            side: "to",
            path: "spec.b",
            outcome: "moved",
            to: ["spec.c"],
            rule: { op: "move", from: "spec.c", to: "spec.b" },
          },
        ],
        accepted: [],
        faults: [],
      },
      plain,
    );
    expect(rows).toEqual([
      "v1 and v2: 1 identical, 1 moved, 1 dropped",
      "  v1  spec.old  dropped  (never read)",
      "  v2  spec.b    moved    to spec.c (move)",
    ]);
  });

  test("shows the keep of a map as one row", () => {
    const keep = (from: string) => ({ op: "keep", from }) as const;
    const [all, item] = [keep("spec.old"), keep("old")];
    const field = (path: string, rule: RuleData) =>
      ({ side: "from", path, outcome: "preserved", to: [], rule }) as const;
    const rows = fieldTable(
      {
        from: "v1",
        to: "v2",
        fields: [
          field("spec.old.a", all),
          field("spec.old.b.c", all),
          field("spec.items[*].old.d", item),
          field("spec.items[*].old.e[*]", item),
        ],
        accepted: [],
        faults: [],
      },
      plain,
    );
    expect(rows).toEqual([
      "v1 and v2: 4 preserved",
      "  v1  spec.old           preserved  (keep)",
      "  v1  spec.items[*].old  preserved  (keep)",
    ]);
  });
});

describe("ProgressBar", () => {
  const progress = { law: "scale", from: "v1", to: "v2", done: 5, total: 10 } as const;

  test.each([
    {
      name: "draws on a terminal",
      isTTY: true,
      drawn: `\r\u001b[KPizza [###############...............] 50% scale v1 to v2\r\u001b[K`,
    },
    { name: "writes nothing at first without a terminal", isTTY: false, drawn: "" },
  ])("$name", ({ isTTY, drawn }) => {
    const written: string[] = [];
    const bar = new ProgressBar({ isTTY, write: (text) => written.push(text) });
    bar.show("Pizza", progress);
    bar.show("Pizza", progress);
    bar.clear();
    expect(written.join("")).toBe(drawn);
  });

  test("without a terminal writes a line every 15 seconds, the first with a way to be faster", () => {
    const written: string[] = [];
    let now = 0;
    const bar = new ProgressBar({ write: (text) => written.push(text) }, () => now);
    for (now of [14_999, 15_000, 29_999, 30_000]) bar.show("Pizza", progress);
    bar.clear();
    expect(written).toEqual([
      "Pizza  50% scale v1 to v2 (use a smaller --runs while you edit)\n",
      "Pizza  50% scale v1 to v2\n",
    ]);
  });
});

test("colours are only used on a terminal", () => {
  expect(coloursFor({ isTTY: true }).bad("x")).toBe("\u001b[31mx\u001b[0m");
  expect(plain.bad("x")).toBe("x");
});
