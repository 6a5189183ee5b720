import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommandLine } from "../../../lib/cli/command-line.ts";

const folder = await mkdtemp(join(tmpdir(), "check-crd-"));

afterAll(() => rm(folder, { recursive: true }));

const schema = { openAPIV3Schema: { type: "object" } };

async function definition(name: string, spec: object, version: object): Promise<string> {
  const path = join(folder, name);
  const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
  const versions = [{ name: "v1", served: true, storage: true, schema, ...version }];
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: { group: "example.com", scope: "Namespaced", names, versions, ...spec },
  };
  await writeFile(path, JSON.stringify(crd));
  return path;
}

async function run(...words: readonly string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const output = {
    out: (text: string) => out.push(text),
    error: (text: string) => error.push(text),
  };
  const code = await runCommandLine(["check", "crd", ...words], output);
  return { code, out: out.join("\n"), error: error.join("\n") };
}

describe("customhouse check crd", () => {
  test("reports an accepted definition with its file", async () => {
    const path = await definition("good.json", {}, {});
    const { code, out } = await run(path);
    expect(code).toBe(0);
    expect(out).toBe(
      `customresourcedefinition.apiextensions.k8s.io/widgets.example.com accepted (${path})`,
    );
  });

  test("prints one error on one line, as kubectl does", async () => {
    const path = await definition("scope.json", { scope: "Everywhere" }, {});
    const { code, out } = await run(path);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^The CustomResourceDefinition "widgets.example.com" is invalid: spec.scope: Unsupported value: "Everywhere"/,
    );
  });

  test("prints several errors as a list", async () => {
    const path = await definition("two.json", { scope: "Everywhere", group: "" }, {});
    const { code, out } = await run(path);
    expect(code).toBe(1);
    const [head, ...lines] = out.split("\n");
    expect(head).toBe('The CustomResourceDefinition "widgets.example.com" is invalid: ');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every((line) => line.startsWith("* "))).toBe(true);
  });

  test.each([
    {
      name: "a deprecated version",
      version: { deprecated: true },
      says: "Warning: example.com/v1 Widget is deprecated",
    },
    {
      name: "a field that no definition has",
      version: { storagee: true },
      says: 'Warning: unknown field "spec.versions[0].storagee"',
    },
  ])("warns of $name", async ({ version, says }) => {
    const { code, out } = await run(await definition("warned.json", {}, version));
    expect(code).toBe(0);
    expect(out).toContain(says);
  });

  test("-o json: a list with each definition's errors and warnings", async () => {
    const path = await definition("json.json", { scope: "Everywhere" }, { deprecated: true });
    const { code, out } = await run(path, "-o", "json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      {
        file: path,
        name: "widgets.example.com",
        errors: [{ type: "FieldValueNotSupported", field: "spec.scope" }],
        warnings: ["example.com/v1 Widget is deprecated"],
      },
    ]);
  });

  test("ends with exit code 2 without a file", async () => {
    const { code, error } = await run();
    expect(code).toBe(2);
    expect(error).toContain("give crd and at least one file");
  });
});
