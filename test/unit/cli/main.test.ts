import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { loadCommands } from "../../../lib/cli/command.ts";
import { helpText } from "../../../lib/cli/command-line.ts";
import { verbs } from "../../../lib/cli/verbs.ts";
import { kindVerbsIn } from "../../support/kind-verbs.ts";
import { runLine } from "../../support/run-command.ts";

const commands = await loadCommands(verbs);

const main = fileURLToPath(new URL("../../../lib/cli/main.ts", import.meta.url));
const { version } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
);
const empty = mkdtempSync(join(tmpdir(), "customhouse-empty-"));
writeFileSync(join(empty, "recording.json"), "{}");
afterAll(() => rmSync(empty, { recursive: true }));

function run(...words: string[]) {
  return runNode([main, ...words], process.cwd());
}

function runNode(args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", cwd });
  return { status, stdout, stderr };
}

const said = (...words: readonly string[]) => runLine(words);

describe("customhouse", () => {
  test.each(["--version", "-v"])("%s prints the version", (option) => {
    expect(run(option)).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("prints its verbs if no verb is given", () => {
    expect(run("--help")).toMatchObject({ status: 0, stderr: "" });
    expect(run()).toMatchObject({ status: 2, stdout: run("--help").stdout });
    expect(run("chekc")).toMatchObject({ status: 2, stdout: "" });
  });

  test.each([
    { word: "chekc", near: "; did you mean check?" },
    { word: "manifest", near: "; did you mean manifests?" },
    { word: "--verison", near: "; did you mean --version?" },
    { word: "zzzzzz", near: "" },
    { word: "toString", near: "" },
    { word: "__proto__", near: "" },
  ])("$word is not a verb$near", async ({ word, near }) => {
    for (const words of [[word], ["help", word].slice(word.startsWith("-") ? 1 : 0)]) {
      const { code, out, error } = await said(...words);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(error.split("\n")[0]).toBe(`customhouse: unknown verb ${JSON.stringify(word)}${near}`);
    }
  });

  test.each(Object.entries(commands))(
    "help %s prints the same as its --help",
    async (name, command) => {
      const help = helpText(command);
      expect(await said("help", name)).toEqual({ code: 0, out: help, error: "" });
      expect(await said(name, "--help")).toEqual({ code: 0, out: help, error: "" });
    },
  );

  test.each([
    { words: ["convert", "--tto", "v1"], error: "unknown option --tto; did you mean --to?" },
    { words: ["serve", "--object=x"], error: "unknown option --object; did you mean --objects?" },
    { words: ["serve", "--toppings", "x"], error: "unknown option --toppings" },
    { words: ["check", "--hlep"], error: "unknown option --hlep; did you mean --help?" },
    { words: ["check", "-x"], error: "unknown option -x" },
    { words: ["check", "--hasOwnProperty"], error: "unknown option --hasOwnProperty" },
  ])("$words", async ({ words, error }) => {
    expect(await said(...words)).toEqual({
      code: 2,
      out: "",
      error: `customhouse ${words[0]}: ${error} (customhouse ${words[0]} --help lists all)`,
    });
  });
});

describe("without kinds", () => {
  const verbs = Object.entries(kindVerbsIn(empty)).flatMap(
    ([verb, { words, worksWithoutKinds }]) => (worksWithoutKinds === true ? [] : [{ verb, words }]),
  );

  test.each(verbs)(
    "$verb prints where it looked for kinds and how to create one",
    async ({ verb, words }) => {
      const cwd = vi.spyOn(process, "cwd").mockReturnValue(empty);
      const { code, out, error } = await said(verb, ...words).finally(() => cwd.mockRestore());
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(error).toBe(
        `customhouse ${verb}: no kinds: there is no folder ${empty}/kinds, and --kinds was not given. Create a kind with customhouse new --crd crd.yaml, or name the folder of a kind, or a folder of such folders, with --kinds DIR`,
      );
    },
  );

  test("tour prints that it serves the examples", async () => {
    const words = ["--once", "--payloads", join(process.cwd(), "test/payloads")];
    const { status, stdout } = runNode([main, "tour", ...words, "--ca", join(empty, "ca")], empty);
    expect(status).toBe(0);
    expect(stdout.split("\n")[0]).toMatch(
      /^serving the example kinds in \S+examples\/kinds; --kinds DIR serves others$/,
    );
  });
});

describe("on an old Node.js", () => {
  /** As Node 20 and 22.17 are: without what later ones brought. */
  const aged = (old: string) =>
    `data:text/javascript,${encodeURIComponent(`
      Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${old}" } });
      delete Map.groupBy; delete Object.groupBy; delete Set.prototype.isSubsetOf;
      const fs = process.getBuiltinModule("node:fs"); delete fs.globSync;
    `)}`;
  const words = [...Object.keys(commands), "--help", "--version"];

  test("every verb prints in one line which Node.js it needs", () => {
    const script = `
      const { spawnSync } = await import("node:child_process");
      const ran = ${JSON.stringify(words)}.map((word) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", ${JSON.stringify(aged("20.20.2"))}, ${JSON.stringify(main)}, word], { encoding: "utf8" });
        return { word, status, stdout, stderr };
      });
      console.log(JSON.stringify(ran));`;
    const { stdout } = runNode(["--input-type=module", "-e", script], empty);
    const stderr = `customhouse needs Node 22.18 or newer, but runs on 20.20.2 (${process.execPath}): install a newer Node\n`;
    expect(JSON.parse(stdout)).toEqual(
      words.map((word) => ({ word, status: 2, stdout: "", stderr })),
    );
  });

  test.each([
    { old: "22.17.9", status: 2 },
    { old: "22.18.0", status: 0 },
    { old: "23.0.0", status: 0 },
  ])("$old", ({ old, status }) => {
    expect(runNode(["--import", aged(old), main, "--version"], empty).status).toBe(status);
  });

  test("nothing but Node.js's own modules is loaded before the check", () => {
    const imported = ["main.ts", "newer-node.ts"].flatMap((name) => {
      const code = readFileSync(new URL(`../../../lib/cli/${name}`, import.meta.url), "utf8");
      return [...code.matchAll(/^import .*from "([^"]+)";$/gm)].map(([, from]) => from);
    });
    expect(imported).toEqual(["./newer-node.ts", "node:child_process", "node:fs", "node:path"]);
  });
});
