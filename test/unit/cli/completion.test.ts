import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadCommands } from "../../../lib/cli/command.ts";
import { completionCommand } from "../../../lib/cli/verbs/completion/completion.ts";
import { verbs } from "../../../lib/cli/verbs.ts";
import { runCommand } from "../../support/run-command.ts";

const commands = await loadCommands(verbs);

const scriptFor = (...words: string[]) => runCommand(completionCommand(verbs), words);

const names = Object.keys(commands);

describe("bash completes", () => {
  test.each<{ line: readonly string[]; words: readonly string[] }>([
    { line: ["co"], words: names.filter((verb) => verb.startsWith("co")).sort() },
    { line: ["help", "man"], words: ["manifests"] },
    { line: ["check", "--kin"], words: ["--kind", "--kinds"] },
    { line: ["check", "--kinds", ""], words: ["folder"] },
    { line: ["check", ""], words: ["crd"] },
    { line: ["check", "crd", ""], words: ["crd.yaml", "folder"] },
    { line: ["test", "-o", "j"], words: ["json", "junit"] },
    { line: ["test", "--output", "g"], words: ["github"] },
    { line: ["answer", ""], words: ["convert", "mutate", "validate"] },
    { line: ["convert", "--file", "crd"], words: ["crd.yaml"] },
    { line: ["manifests", "--failure-policy", "I"], words: ["Ignore"] },
    { line: ["check", "--seed", ""], words: [] },
    { line: ["unknown", "--"], words: [] },
  ])("$line", async ({ line, words }) => {
    const folder = mkdtempSync(join(tmpdir(), "completion-"));
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "crd.yaml"), "");
    const { out: text } = await scriptFor("bash");
    const quoted = ["customhouse", ...line].map((word) => `'${word}'`).join(" ");
    const script = `${text}
COMP_WORDS=(${quoted}); COMP_CWORD=${line.length}
_customhouse
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect(printed.trim().split("\n").filter(Boolean).sort()).toEqual(words);
  });
});

describe.each(["bash", "zsh", "fish"])("the script for %s", (shell) => {
  test("names every verb and every option", async () => {
    const { code, out: text } = await scriptFor(shell);
    expect(code).toBe(0);
    for (const [verb, { options }] of Object.entries(commands)) {
      expect(text).toMatch(new RegExp(`\\b${verb}\\b`));
      for (const option of Object.keys(options)) {
        expect(text).toMatch(new RegExp(`${shell === "fish" ? "-l " : "--"}${option}\\b`));
      }
    }
  });
});

test("the option of each file and folder is recognized by its help text", async () => {
  const { out: text } = await scriptFor("fish");
  expect(text).toContain("-l ca -r -F -d 'PEM of a private CA");
  expect(text).toContain(
    "-l ca -r -f -a '(__fish_complete_directories)' -d 'the folder of the CA'",
  );
});

test.each([[[]], [["tcsh"]], [["bash", "zsh"]], [["toString"]]])("refuses %j", async (words) => {
  const { code, out, error } = await scriptFor(...words);
  expect({ code, out, error }).toEqual({ code: 2, out: "", error: "give bash, zsh or fish" });
});
