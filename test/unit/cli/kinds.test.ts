import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { generate } from "../../../lib/cli/kinds/generated-files.ts";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { loadFaultText } from "../../../lib/cli/kinds/load-fault.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { crd, lenses, samples } from "./kinds/queue/generated.ts";

const folder = "test/unit/cli/kinds";
const packed = mkdtempSync(join(tmpdir(), "customhouse-kinds-"));
afterAll(() => rmSync(packed, { recursive: true }));

describe("loadKinds", () => {
  test("loads a folder of YAML files as the kind that its generated.ts makes", async () => {
    const [kind, ...others] = await loadKinds([folder]);
    expect(others).toEqual([]);
    expect(generate(folder).filter(({ isStale }) => isStale)).toEqual([]);
    expect(JSON.stringify(kind, bigints)).toBe(
      JSON.stringify(defineKind({ crd, samples, lenses }), bigints),
    );
    expect(kind).toMatchObject({ group: "example.com", kind: "Queue", versions: ["v1", "v2"] });
    expect(kind?.lenses[0]?.rules.at(-1)).toEqual({
      op: "keep",
      to: "spec.limit",
      fill: { to: { value: 9_007_199_254_740_993n } },
      at: { line: 13, column: 3 },
    });
  });

  test("loads a compressed definition as the same kind", async () => {
    cpSync(folder, packed, { recursive: true });
    const file = join(packed, "queue", "crd.yaml");
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
    rmSync(file);
    const [one] = await loadKinds([folder]);
    const [other] = await loadKinds([packed]);
    expect(other?.crd).toEqual(one?.crd);
    expect(generate(packed).filter(({ isStale }) => isStale)).toEqual([]);
    writeFileSync(`${file}.gz`, "a: 1");
    await expect(loadKinds([packed])).rejects.toThrow(`${file}.gz can't be decompressed`);
  });

  test("loads the kinds of the current project if no folder is named", async () => {
    const checkout = process.cwd();
    process.chdir("examples");
    try {
      const kinds = await loadKinds(undefined);
      expect(kinds.map(({ kind }) => kind)).toEqual(["CronTab", "Pizza", "CronTab", "Topping"]);
    } finally {
      process.chdir(checkout);
    }
  });

  test("reports which command writes a generated.ts that code imports and that does not exist", async () => {
    const own = join(packed, "not-generated");
    cpSync(join(folder, "queue"), own, { recursive: true });
    rmSync(join(own, "generated.ts"), { force: true });
    writeFileSync(join(own, "kind.ts"), 'export { kind } from "./generated.ts";\n');
    await expect(loadKinds([own])).rejects.toThrow(
      `kind.ts can't be loaded: there is no generated.ts in ${own} yet: write it with customhouse generate`,
    );
    rmSync(own, { recursive: true });
  });

  test.each([
    { right: "crd.yaml", wrong: "crd.yml" },
    { right: "conversion.yaml", wrong: "conversion.yml" },
  ])("refuses a kind whose $right is named $wrong", async ({ right, wrong }) => {
    const own = join(packed, "misnamed");
    cpSync(join(folder, "queue"), own, { recursive: true });
    renameSync(join(own, right), join(own, wrong));
    await expect(loadKinds([own])).rejects.toThrow(`${join(own, wrong)} is not read: `);
    rmSync(own, { recursive: true });
  });

  test("refuses a folder without a kind", async () => {
    await expect(loadKinds(["test/unit/cli/kinds/queue/samples"])).rejects.toThrow(
      "has no kind: a kind is a folder with a crd.yaml, crd.yaml.gz, kind.ts or kind.js",
    );
    await expect(loadKinds(["none"])).rejects.toThrow("there is no folder none");
  });

  test("loads a kind's own folder as that kind, also if a folder in it looks like one", async () => {
    const own = join(packed, "own");
    cpSync(join(folder, "queue"), own, { recursive: true });
    cpSync(join(folder, "queue"), join(own, "older"), { recursive: true });
    expect((await loadKinds([own])).map(({ kind }) => kind)).toEqual(["Queue"]);
    expect(generate(own).map(({ file }) => file)).toEqual([join(own, "generated.ts")]);
  });

  test("follows a link to a kind's folder", async () => {
    const linked = join(packed, "linked");
    mkdirSync(linked);
    symlinkSync(resolve(folder, "queue"), join(linked, "queue"));
    expect((await loadKinds([linked])).map(({ kind }) => kind)).toEqual(["Queue"]);
    expect(await loadKinds([join(linked, "queue")])).toHaveLength(1);
  });

  test("refuses code that exports something else", async () => {
    const other = join(packed, "other");
    mkdirSync(other);
    writeFileSync(join(other, "kind.js"), "export const kind = 1;");
    await expect(loadKinds([other])).rejects.toThrow(
      "kind.js does not export a kind: write export const kind = defineKind({ … })",
    );
  });

  test("names the package.json because of which Node.js takes code for CommonJS", () => {
    const file = join(packed, "code", "kind", "kind.ts");
    mkdirSync(join(packed, "code"));
    const settings = join(packed, "code", "package.json");
    writeFileSync(settings, '{ "type": "commonjs" }');
    const fault = new SyntaxError("Cannot use import statement outside a module");
    expect(loadFaultText(fault, file)).toBe(
      `it is an ES module, but ${settings} makes it CommonJS: set "type": "module" in that file, or give the folder of the kind a package.json with "type": "module"`,
    );
  });
});

function bigints(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
