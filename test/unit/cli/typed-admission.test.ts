import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateCommand } from "../../../lib/cli/verbs/generate/generate.ts";
import { runCommand } from "../../support/run-command.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "customhouse-typed-"));

afterAll(() => rmSync(folder, { recursive: true }));

function crd(required: string, port: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: services.example.com }
spec:
  group: example.com
  names: { kind: Service, listKind: ServiceList, plural: services, singular: service }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec: { type: object, required: ${required}, properties: { ${port}: { type: integer } } }
`;
}

const handlers = `import { admission } from "${root}lib/admission/admission.ts";
import { kind } from "./generated.ts";
export const handlers = admission(kind, "v1", {
  validate: ({ spec }, { deny }) => {
    if (spec.port < 1024n) deny("spec.port", "is privileged");
  },
});
`;

const kinds = {
  written: crd("[port]", "port"),
  optional: crd("[]", "port"),
  renamed: crd("[number]", "number"),
};

let faults: readonly string[];

beforeAll(async () => {
  const folders = Object.entries(kinds).map(([name, text]) => {
    const kind = join(folder, name);
    mkdirSync(kind);
    writeFileSync(join(kind, "crd.yaml"), text);
    writeFileSync(join(kind, "admission.ts"), handlers);
    return kind;
  });
  const made = await runCommand(generateCommand, ["--kinds", folder]);
  expect(made).toMatchObject({ code: 0, error: "" });
  const flags = ["--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions"];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const target = ["--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom"];
  const files = folders.map((kind) => join(kind, "admission.ts"));
  const tsc = join(root, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, [...flags, ...types, ...target, ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  faults = stdout.split("\n").filter((line) => line.includes("error"));
});

test("handlers compile with the CRD that they were written for", () => {
  expect(faults.filter((line) => !/^(optional|renamed)\//.test(line))).toEqual([]);
});

test.each([
  { change: "optional", fault: /\(5,9\): error TS18048: 'spec\.port' is possibly 'undefined'/ },
  { change: "renamed", fault: /\(5,14\): error TS2339: Property 'port' does not exist/ },
  { change: "renamed", fault: /\(5,\d+\): error TS2345: Argument of type '"spec\.port"'/ },
])("a required field that becomes $change in the CRD breaks the build: $fault", (row) => {
  const found = faults.filter((line) => line.startsWith(`${row.change}/`));
  expect(found.join("\n")).toMatch(row.fault);
});
