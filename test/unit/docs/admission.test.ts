import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { printed } from "../../support/docs/console.ts";
import { type Part, partsOf } from "../../support/docs/markdown.ts";

const root = new URL("../../../", import.meta.url);
const folder = await mkdtemp(join(tmpdir(), "customhouse-admission-"));

afterAll(() => rm(folder, { recursive: true }));

async function partsIn(document: string): Promise<readonly Part[]> {
  return partsOf(await readFile(new URL(document, root), "utf8"));
}

/** Writes a block of a document as the file that its info string names. */
async function write(parts: readonly Part[], info: string, path: string): Promise<void> {
  const text = parts.flatMap((part) =>
    part.type === "block" && part.info === info ? [part.text] : [],
  );
  await writeFile(join(folder, path), text.join());
}

test("docs/admission.md: the admission.yaml is valid for the README's kind", async () => {
  const [readme, admission] = await Promise.all([
    partsIn("README.md"),
    partsIn("docs/admission.md"),
  ]);
  const kind = "kinds/declared";
  await mkdir(join(folder, kind), { recursive: true });
  await write(readme, "yaml crd.yaml", join(kind, "crd.yaml"));
  await write(readme, "yaml kinds/backup/conversion.yaml", join(kind, "conversion.yaml"));
  await write(admission, "yaml admission.yaml", join(kind, "admission.yaml"));
  const [declared] = await loadKinds([join(folder, kind)]);
  expect(declared?.admission).toMatchObject({ at: "v1", lookups: [{ reads: ["spec.volumes"] }] });
});

test("docs/admission.md: the handlers pass their test", async () => {
  const [readme, admission] = await Promise.all([
    partsIn("README.md"),
    partsIn("docs/admission.md"),
  ]);
  const installed = join(folder, "node_modules/customhouse");
  await mkdir(installed, { recursive: true });
  const lib = (name: string): string => fileURLToPath(new URL(`lib/${name}.ts`, root));
  const exports = { ".": "./index.js", "./lens": "./lens.js" };
  await writeFile(join(installed, "package.json"), JSON.stringify({ type: "module", exports }));
  await writeFile(join(installed, "index.js"), `export * from ${JSON.stringify(lib("index"))};`);
  await writeFile(join(installed, "lens.js"), `export * from ${JSON.stringify(lib("lens"))};`);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const kind = "kinds/backup";
  await mkdir(join(folder, kind), { recursive: true });
  await write(readme, "yaml crd.yaml", join(kind, "crd.yaml"));
  await write(readme, "yaml kinds/backup/conversion.yaml", join(kind, "conversion.yaml"));
  for (const file of ["admission.ts", "kind.ts", "admission.test.ts"]) {
    await write(admission, `ts ${file}`, join(kind, file));
  }
  const words = ["npx", "customhouse", "generate", "--kinds", kind];
  await printed({ line: 0, words, shown: "" }, folder);
  const args = ["--test", "--test-reporter=tap", join(folder, kind, "admission.test.ts")];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"] },
  }).catch(({ stdout }) => ({ stdout: String(stdout) }));
  expect(stdout).toContain("# pass 2\n# fail 0");
});
