import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import packageJson from "../../../package.json" with { type: "json" };

const action = parse(await readFile("action.yml", "utf8"));
const [step] = action.runs.steps;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "action-"));
  const npx = join(folder, "npx");
  await writeFile(npx, '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "[$word]"; done\n');
  await chmod(npx, 0o755);
});

afterAll(() => rm(folder, { recursive: true }));

/** Runs the action's script as a runner does, with npx that prints its words. */
function run(inputs: Readonly<Record<string, string>>) {
  const names = Object.keys(action.inputs);
  const given = names.map((name) => [name, inputs[name] ?? action.inputs[name].default ?? ""]);
  const values = new Map<string, string>(
    given.map(([name, value]) => [`\${{ inputs.${name} }}`, value]),
  );
  values.set(`\${{ github.action_path }}`, resolve("."));
  const variables = Object.entries<string>(step.env).map(([name, text]) => [
    name,
    values.get(text),
  ]);
  const { stdout, stderr, status } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run],
    {
      encoding: "utf8",
      env: { ...Object.fromEntries(variables), PATH: `${folder}:${process.env["PATH"]}` },
    },
  );
  return { words: stdout.split("\n").filter(Boolean), stderr, status };
}

describe("action.yml", () => {
  test("passes inputs through the environment alone", () => {
    expect(action.runs.steps).toHaveLength(1);
    expect(step.run).not.toContain("${{");
    const passed = Object.values<string>(step.env).flatMap(
      (text) => /^\$\{\{ inputs\.(\w+) \}\}$/.exec(text)?.[1] ?? [],
    );
    expect(passed).toEqual(expect.arrayContaining(Object.keys(action.inputs)));
  });

  test("has only inputs that are options of check", () => {
    const options = Object.keys(check.options);
    const inputs = Object.keys(action.inputs).filter(
      (name) => name !== "version" && name !== "file",
    );
    expect(options).toEqual(expect.arrayContaining(inputs));
  });

  test("runs check of its own version with the given inputs", () => {
    const { words, stderr, status } = run({
      url: "https://localhost:1/x",
      crd: "a b.yaml",
      seed: "7",
    });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(words).toEqual([
      "[--yes]",
      `[customhouse@${packageJson.version}]`,
      "[check]",
      "[--url=https://localhost:1/x]",
      "[--crd=a b.yaml]",
      "[--budget=4m]",
      "[--seed=7]",
      "[--output=github]",
    ]);
  });

  test("writes the output into a file", async () => {
    const file = join(folder, "laws of webhooks.sarif");
    const inputs = { url: "https://localhost:1/x", crd: "crd.yaml", output: "sarif", file };
    const { words, status } = run(inputs);
    expect({ words, status }).toEqual({ words: [], status: 0 });
    expect(await readFile(file, "utf8")).toContain("[--output=sarif]");
  });

  test.each(['"; echo broken; "', "$(echo broken)", "`echo broken`", "--help", "a\nb"])(
    "never runs the content of an input: %s",
    (text) => {
      const { words, status } = run({ url: text, crd: "crd.yaml", version: "1.2.3" });
      expect(status).toBe(0);
      expect(words.join("\n")).toContain(
        `[customhouse@1.2.3]\n[check]\n[--url=${text}]\n[--crd=crd.yaml]`,
      );
    },
  );
});
