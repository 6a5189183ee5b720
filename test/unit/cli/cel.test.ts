import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UsageError } from "../../../lib/cli/command.ts";
import { cel } from "../../../lib/cli/verbs/cel/cel.ts";
import { runParsed } from "../../support/run-command.ts";
import { crontabsOf } from "../crd/crd-samples.ts";

const folder = await mkdtemp(join(tmpdir(), "cel-"));
const file = async (name: string, value: unknown): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(value));
  return path;
};
const self = await file("self.json", { spec: { replicas: 3 } });
const scalar = await file("scalar.json", 5);
const crd = await file(
  "crd.json",
  crontabsOf({
    type: "object",
    properties: { spec: { type: "object", properties: { replicas: { type: "integer" } } } },
  }),
);

afterAll(() => rm(folder, { recursive: true }));

const run = (words: readonly string[], options: Readonly<Record<string, string | boolean>>) =>
  runParsed(cel, { words, options });

describe("customhouse cel", () => {
  test("prints value, type and cost", async () => {
    const { code, out } = await run(["self.spec.replicas < 5"], { self, crd });
    expect(code).toBe(0);
    expect(out).toBe("value  true\ntype   bool\ncost   4 (estimated 4 to 4)");
  });

  test("accepts any JSON as self, and prints JSON", async () => {
    const { out } = await run(["self + 1"], { self: scalar, output: "json" });
    expect(JSON.parse(out)).toMatchObject({ value: "6", type: "int" });
  });

  test("reports the error of an expression that does not compile, or fails", async () => {
    expect(await run(["self.nope"], { crd })).toMatchObject({
      code: 1,
      error: expect.stringContaining("undefined field 'nope'"),
    });
    expect(await run(["1 / 0"], {})).toMatchObject({ code: 1, error: "error: division by zero" });
  });

  test("needs exactly one expression", async () => {
    await expect(run([], {})).rejects.toThrow(UsageError);
    await expect(run(["1"], { crd, version: "v9" })).rejects.toThrow(UsageError);
  });
});
