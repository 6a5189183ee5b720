import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generatedCode } from "../../../lib/cli/kinds/generated-files.ts";
import { kindFromFiles, loadDrafts } from "../../../lib/cli/kinds/kinds.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { allowance } from "../../support/allowance.ts";
import { schemaOf } from "../../support/docs/field-notes.ts";

const hooks = `
export const size = {
  forward: ([width, height], [unit]) => [width === undefined ? undefined : \`\${width}x\${height}\${unit}\`],
  backward: ([text]) => (text === undefined ? [undefined, undefined] : text.split("x").map((n) => Number.parseInt(n, 10))),
};
export const one = { forward: 1 };
export const nothing = {};
export const area = ([width, height]) => (width === undefined || height === undefined ? undefined : width * height);
`;

let folder = "";

beforeEach(() => {
  // Within the current folder: hooks of kinds elsewhere need --allow-code.
  folder = mkdtempSync(join("test/unit/cli", ".hooks-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function written(rules: string, root = folder): string {
  const kind = join(root, "kinds/box");
  const version = (name: string, storage: boolean, note: string) => ({
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: schemaOf(note) },
  });
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boxes.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Box", plural: "boxes" },
      scope: "Namespaced",
      versions: [
        version("v1", true, "spec: { width: integer, height: integer, unit: string }"),
        version("v2", false, "spec: { size: string, unit: string }"),
      ],
    },
  };
  const files = {
    "kinds/box/crd.yaml": JSON.stringify(crd),
    "kinds/box/conversion.yaml": `from: v1\nto: v2\nrules:\n${rules}`,
    "kinds/shared/hooks.ts": hooks,
    "kinds/shared/broken.ts": "throw new Error('at load');",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return kind;
}

const sizeRule =
  "- { hook: ../shared/hooks.ts#size, from: [spec.width, spec.height], to: [spec.size], reads: { v1: [spec.unit], newer: [] } }\n";
const areaRule = (code: string): string =>
  `- { keep: spec.size, in: v2, fill: { v2: { hook: ../shared/hooks.ts#${code}, reads: [spec.width, spec.height] } } }\n`;
const body = { spec: { width: 2, height: 3, unit: "cm" } };
const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };

describe("a hook that conversion.yaml names", () => {
  test("is called with the values and reads of its paths", () => {
    const { edges, lenses } = kindFromFiles(written(sizeRule));
    expect(lenses[0]?.rules[0]).toMatchObject({
      op: "hook",
      name: "size",
      reads: { from: ["spec.unit"], to: [] },
    });
    expect(edges[0]?.forward({ ...none, body }, allowance())).toMatchObject({
      ok: true,
      value: { body: { spec: { size: "2x3cm", unit: "cm" } } },
    });
  });

  test("may be the source of a fill", () => {
    const { edges } = kindFromFiles(written(areaRule("area")));
    expect(edges[0]?.forward({ ...none, body }, allowance())).toMatchObject({
      ok: true,
      value: { body: { spec: { size: 6, unit: "cm" } }, annotations: {} },
    });
  });

  test("has the signature of its use", () => {
    expect(() => kindFromFiles(written(areaRule("size")))).toThrow(/size of .* must be a function/);
    expect(() => kindFromFiles(written(sizeRule.replace("#size", "#area")))).toThrow(
      /area of .* must be an object with the functions forward and backward/,
    );
  });

  test("is imported by generated.ts, and given to defineKind", async () => {
    const kind = written(sizeRule);
    const code = generatedCode(kind);
    expect(code).toContain('import { size as hook0 } from "../shared/hooks.ts";');
    expect(code).toContain('"../shared/hooks.ts#size": hook0,');
    writeFileSync(join(kind, "generated.ts"), code);
    const generated = await import(pathToFileURL(join(kind, "generated.ts")).href);
    const { crd, lenses } = generated;
    const { edges } = defineKind({ crd, lenses, hooks: generated.hooks });
    expect(edges[0]?.forward({ ...none, body }, allowance())).toMatchObject({ ok: true });
    expect(() => defineKind({ crd, lenses })).toThrow("../shared/hooks.ts#size has no code");
    expect(readFileSync(join(kind, "generated.ts"), "utf8")).not.toContain("forward");
  });

  test.each([
    {
      name: "a file without the name of an export",
      code: "../shared/hooks.ts",
      says: "must be FILE#EXPORT",
    },
    { name: "a package", code: "fs#read", says: "must be FILE#EXPORT" },
    {
      name: "a file that does not exist",
      code: "../shared/hook.ts#size",
      says: "there is no file ../shared/hook.ts; did you mean hooks.ts?",
    },
    {
      name: "a file outside the project",
      code: "/etc/../etc/hosts#size",
      says: "must be FILE#EXPORT",
    },
    {
      name: "an export that does not exist",
      code: "../shared/hooks.ts#sise",
      says: "hooks.ts does not export sise; did you mean size?",
    },
    {
      name: "an export that is not an object of functions",
      code: "../shared/hooks.ts#one",
      says: "must be an object with the functions forward and backward",
    },
    {
      name: "an export without forward and backward",
      code: "../shared/hooks.ts#nothing",
      says: "must be an object with the functions forward and backward",
    },
    {
      name: "a file that throws",
      code: "../shared/broken.ts#x",
      says: "can't be loaded: Error: at load",
    },
  ])("is refused with its position: $name", async ({ code, says }) => {
    const kind = written(`- { hook: ${code}, from: [spec.width], to: [spec.size] }\n`);
    const refused = await loadDrafts([dirname(kind)]).catch((fault: unknown) => String(fault));
    expect(refused).toContain(says);
    expect(refused).toMatch(/conversion\.yaml:4:[35]: /);
    expect(refused).not.toMatch(/\n\s+at /);
  });

  test("of a kind outside the current folder is run only if that is allowed", async () => {
    const outside = mkdtempSync(join(tmpdir(), "hooks-"));
    const kind = written(sizeRule, outside);
    await expect(loadDrafts([dirname(kind)])).rejects.toThrow("allow it to run with --allow-code");
    expect(await loadDrafts([dirname(kind)], true)).toHaveLength(1);
    rmSync(outside, { recursive: true });
  });
});
