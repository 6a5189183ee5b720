import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const main = fileURLToPath(new URL("../../../lib/cli/main.ts", import.meta.url));
const { version } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
);

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("customhouse", () => {
  test.each(["--version", "-v"])("%s says which this is", (option) => {
    expect(run(option)).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("names its verbs where it has none to run", () => {
    expect(run("--help")).toMatchObject({ status: 0, stderr: "" });
    expect(run()).toMatchObject({ status: 2, stdout: run("--help").stdout });
    expect(run("chekc")).toMatchObject({ status: 2, stdout: "" });
  });
});
