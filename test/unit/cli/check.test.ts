import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Invocation, UsageError } from "../../../lib/cli/command.ts";
import { coloursFor } from "../../../lib/cli/terminal/colours.ts";
import { ProgressBar } from "../../../lib/cli/terminal/progress-bar.ts";
import { sideBySide } from "../../../lib/cli/terminal/side-by-side.ts";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import { fieldTable } from "../../../lib/cli/verbs/check/field-table.ts";

const narrow = fileURLToPath(new URL("narrow-kinds", import.meta.url));
const plain = coloursFor({ isTTY: false });

interface Said {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(options: Invocation["options"], words: readonly string[] = []): Promise<Said> {
  const [out, error]: [string[], string[]] = [[], []];
  const code = await check.run({
    words,
    options,
    out: (text) => out.push(text),
    error: (text) => error.push(text),
  });
  return { code, out: out.join("\n"), error: error.join("\n") };
}

describe("check", () => {
  test("kinds that keep all laws: exit 0, a line for each law", async () => {
    const { code, out, error } = await run({ kind: ["Pizza"], runs: "20", seed: "3" });
    expect(code).toBe(0);
    expect(error).toBe("");
    expect(out).toMatch(/^seed 3, 20 objects for each law and direction\n\nPizza\./);
    expect(out).toMatch(/^ok {3}round-trip +40 objects/m);
  });

  test("a broken law: exit 1 with its name, the counter-example side by side", async () => {
    const options = { kinds: [narrow], runs: "50", seed: "1", law: ["valid-result", "round-trip"] };
    const { code, out, error } = await run(options);
    expect(code).toBe(1);
    expect(error).toBe("customhouse check: Gadget.example.org fails valid-result, E106");
    expect(out).toContain("  v1  spec.mode   moved  to spec.speed (move)");
    expect(out).toContain("strategy None between v1 and v2 would lose data");
    expect(out).toContain("ok   round-trip");
    expect(out).toContain("FAIL valid-result");
    expect(out).toContain('but spec.speed: Unsupported value: "odd"');
    expect(out).toMatch(/before, v1 +after, v2/);
    expect(out).toMatch(/mode: odd +speed: odd/);
  });

  test("the seed decides: the same report again", async () => {
    const options = { kinds: [narrow], runs: "50", seed: "9", json: true };
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
    const { code } = await run({ kind: ["Pizza"], runs: "5", law: ["deterministic"], html });
    expect(code).toBe(0);
    expect(readFileSync(html, "utf8")).toMatch(/^<!doctype html>.*Pizza/s);
    rmSync(folder, { recursive: true });
  });

  test.each([
    { name: "a word", options: {}, words: ["kinds"] },
    { name: "crd without a file", options: {}, words: ["crd"] },
    { name: "a kind that is not there", options: { kind: ["Pasta"] }, words: [] },
    { name: "a law that is none", options: { law: ["murphy"] }, words: [] },
    { name: "no runs", options: { runs: "0" }, words: [] },
    { name: "a seed that is no number", options: { seed: "x" }, words: [] },
    { name: "a folder that is not there", options: { kinds: ["nowhere"] }, words: [] },
  ])("wrong usage: $name", async ({ options, words }) => {
    await expect(run(options, words)).rejects.toThrow(UsageError);
  });
});

describe("sideBySide", () => {
  test("marks the lines that the other compared column has not, and cuts long ones", () => {
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
  test("counts verdicts, shows what is not identical, and what the compiler says", () => {
    const rule = { op: "drop", from: "spec.old", reason: "never read" } as const;
    const rows = fieldTable(
      {
        from: "v1",
        to: "v2",
        fields: [
          { side: "from", path: "spec.a", verdict: "identical", to: ["spec.a"], rule: undefined },
          {
            side: "from",
            path: "spec.old",
            verdict: "dropped",
            to: [],
            rule,
            reason: "never read",
          },
          {
            side: "to",
            path: "spec.b",
            verdict: "moved",
            to: ["spec.c"],
            rule: { op: "move", from: "spec.c", to: "spec.b" },
          },
        ],
        faults: [
          { code: "E116", severity: "warning", path: "spec.b", message: "fills parts", rule },
        ],
      },
      plain,
    );
    expect(rows).toEqual([
      "v1 and v2: 1 identical, 1 moved, 1 dropped",
      "  v1  spec.old  dropped  (never read)",
      "  v2  spec.b    moved    to spec.c (move)",
      "  warning E116: fills parts",
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
    { name: "writes nothing elsewhere", isTTY: false, drawn: "" },
  ])("$name", ({ isTTY, drawn }) => {
    const written: string[] = [];
    const bar = new ProgressBar({ isTTY, write: (text) => written.push(text) });
    bar.show("Pizza", progress);
    bar.show("Pizza", progress);
    bar.clear();
    expect(written.join("")).toBe(drawn);
  });
});

test("colours stand out on a terminal only", () => {
  expect(coloursFor({ isTTY: true }).bad("x")).toBe("\u001b[31mx\u001b[0m");
  expect(plain.bad("x")).toBe("x");
});
