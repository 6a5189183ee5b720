import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadCommands } from "../../../lib/cli/command.ts";
import { verbs } from "../../../lib/cli/verbs.ts";
import { runLine } from "../../support/run-command.ts";

const commands = await loadCommands(verbs);

const folder = mkdtempSync(join(tmpdir(), "customhouse-quiet-"));
afterAll(() => rmSync(folder, { recursive: true }));
const crd = join(folder, "crd.yaml");
writeFileSync(
  crd,
  `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boxes.example.com }
spec:
  group: example.com
  names: { kind: Box, plural: boxes, singular: box, listKind: BoxList }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: false
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { width: { type: integer } } } } } }
    - name: v2
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { lid: { type: boolean } } } } } }
`,
);

/** A project's kind without its generated.ts. */
function pizzaIn(name: string): string {
  const kinds = join(folder, name);
  cpSync(join(process.cwd(), "examples/kinds/pizza"), kinds, { recursive: true });
  rmSync(join(kinds, "generated.ts"), { force: true });
  rmSync(join(kinds, "kind.ts"), { force: true });
  return kinds;
}

function secretIn(name: string): string {
  const file = join(folder, name);
  writeFileSync(file, '{"clusters": {}}');
  return file;
}

const run = (words: readonly string[]) => runLine(words);

describe("--quiet", () => {
  test.each([
    {
      verb: "generate",
      words: (name: string) => ["generate", "--kinds", pizzaIn(name)],
      progress: "wrote ",
    },
    {
      verb: "new",
      words: (name: string) => ["new", "--crd", crd, join(folder, name)],
      progress: "npx customhouse check",
    },
    {
      verb: "init",
      words: (name: string) => ["init", join(folder, name), "--no-install", "--crd", crd],
      progress: "Next:",
    },
    {
      verb: "keys",
      words: (name: string) => [
        ...["keys", "new", "--cluster", "prod", "--secrets", secretIn(name)],
        ...["--key-file", join(folder, `${name}.key`)],
      ],
      progress: "next: npx customhouse manifests",
    },
    {
      verb: "tour",
      words: () => ["tour", "--once", "--ca", join(folder, "ca")],
      progress: "serving the example kinds",
    },
  ])("$verb does the same, and prints less", async ({ verb, words, progress }) => {
    const loud = await run(words(`${verb}-loud`));
    const quiet = await run([...words(`${verb}-quiet`), "--quiet"]);
    expect(quiet.code).toBe(loud.code);
    expect(loud.out + loud.error).toContain(progress);
    expect(quiet.out + quiet.error).not.toContain(progress);
    expect(quiet.out + quiet.error).not.toMatch(/^wrote /m);
  });

  test("still prints the undecided fields of a draft, which are not progress", async () => {
    const words = ["new", "--crd", crd, join(folder, "undecided"), "-q"];
    const { code, out, error } = await run(words);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(error).toMatch(/2 to decide.*\n {2}spec.width/);
    expect(readFileSync(join(folder, "undecided/box/conversion.yaml"), "utf8")).toContain("TODO");
  });

  test("still prints a key on standard output, which is a result", async () => {
    const words = ["keys", "new", "--cluster", "prod", "--secrets", secretIn("result"), "-q"];
    const { code, out, error } = await run(words);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toMatch(/^[a-z2-7]{20,}$/);
  });

  test("prints the same results and errors", async () => {
    const check = ["check", "crd", crd];
    expect(await run([...check, "--quiet"])).toEqual(await run(check));
    const wrong = [
      "convert",
      "-f",
      join(folder, "missing.yaml"),
      "--to",
      "v1",
      "--kinds",
      "examples/kinds",
    ];
    expect(await run([...wrong, "--quiet"])).toEqual(await run(wrong));
    expect((await run(wrong)).code).toBe(2);
  });

  test("holds for every verb, because none writes to the process's streams directly", () => {
    // The registrar is a process of its own.
    const own = /dev\/cluster\/registrar-main\.ts$/;
    const past = globSync("lib/cli/verbs/**/*.ts")
      .filter((file) => !own.test(file))
      .filter((file) => /process\.stderr|stdout\.write/.test(readFileSync(file, "utf8")));
    expect(past).toEqual([]);
  });

  test.each(Object.keys(commands))("is an option of %s", async (verb) => {
    const { code, out, error } = await run([verb, "--quiet", "--help"]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toContain("-q, --quiet");
  });
});
