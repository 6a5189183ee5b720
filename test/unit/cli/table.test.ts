import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommandLine } from "../../../lib/cli/command-line.ts";

const folder = await mkdtemp(join(tmpdir(), "table-"));

afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, value: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(value));
  return path;
}

function definition(columns: object): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: {} }, ...columns },
      ],
    },
  };
}

const crd = await file(
  "crd.json",
  definition({
    additionalPrinterColumns: [
      { name: "Size", type: "integer", jsonPath: ".spec.size" },
      { name: "Tags", type: "string", jsonPath: ".spec.tags", priority: 1 },
    ],
  }),
);
function widget(name: string, spec: object): object {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { name }, spec };
}

const objects = await file("objects.json", [
  widget("big", { size: 3, tags: ["a", "b"] }),
  widget("plain", {}),
]);
const none = await file("none.json", []);

async function run(...words: readonly string[]) {
  const [out, error]: [string[], string[]] = [[], []];
  const output = {
    out: (text: string) => out.push(text),
    error: (text: string) => error.push(text),
  };
  const code = await runCommandLine(["table", ...words], output);
  return { code, out: out.join("\n"), error: error.join("\n") };
}

/** The cells of each line. */
function cells(text: string): readonly (readonly string[])[] {
  return text.split("\n").map((line) => line.split(/ +/));
}

describe("customhouse table", () => {
  test("shows the name and the columns of priority 0, and <none> for an absent value", async () => {
    const { code, out, error } = await run(crd, objects);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(cells(out)).toEqual([
      ["NAME", "SIZE"],
      ["big", "3"],
      ["plain", "<none>"],
    ]);
  });

  test("shows all columns with --wide", async () => {
    const { out } = await run(crd, objects, "--wide");
    expect(cells(out)).toEqual([
      ["NAME", "SIZE", "TAGS"],
      ["big", "3", '["a","b"]'],
      ["plain", "<none>", "<none>"],
    ]);
  });

  test("prints a list of rows with all columns with -o json", async () => {
    const { out } = await run(crd, objects, "-o", "json");
    expect(JSON.parse(out)).toEqual([
      ["big", 3, '["a","b"]'],
      ["plain", null, null],
    ]);
  });

  test("shows the age if there are no columns, like the server", async () => {
    const plain = await file("plain.json", definition({}));
    const { out } = await run(plain, objects);
    expect(cells(out)).toEqual([
      ["NAME", "AGE"],
      ["big", "<none>"],
      ["plain", "<none>"],
    ]);
  });

  test("ends with exit code 1 for a column whose path is not valid", async () => {
    const wrong = await file(
      "wrong.json",
      definition({ additionalPrinterColumns: [{ name: "X", type: "string", jsonPath: ".a[" }] }),
    );
    const { code, error } = await run(wrong, objects);
    expect(code).toBe(1);
    expect(error).toContain(`unrecognized column definition ".a["`);
  });

  test.each([
    { name: "no objects", words: [crd, none], says: "none.json has no object" },
    { name: "one file", words: [crd], says: "one with objects" },
    { name: "three files", words: [crd, objects, objects], says: "one with objects" },
  ])("ends with exit code 2 with $name", async ({ words, says }) => {
    const { code, error } = await run(...words);
    expect(code).toBe(2);
    expect(error).toContain(says);
  });
});
