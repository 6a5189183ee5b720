import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generatedCode } from "../../../lib/cli/kinds/generated-files.ts";
import { readKindFiles } from "../../../lib/cli/kinds/kind-files.ts";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { runCommand } from "../../support/run-command.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gone-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function specOf(properties: JsonObject): JsonObject {
  return { type: "object", properties: { spec: { type: "object", properties } } };
}

/** A definition whose versions have these properties in spec. */
function definition(versions: Readonly<Record<string, JsonObject>>, kind = "Box"): string {
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "boxes.example.com" },
    spec: {
      group: "example.com",
      names: { kind, plural: "boxes" },
      scope: "Namespaced",
      versions: Object.entries(versions).map(([name, properties]) => ({
        name,
        served: true,
        storage: name === "v1",
        schema: { openAPIV3Schema: specOf(properties) },
      })),
    },
  };
  return JSON.stringify(crd);
}

const text: JsonObject = { type: "string" };

/** The kind `box`, whose CRD lists v1 alone and once listed v1alpha1. */
function box(gone: string, rules = "[{ move: spec.old, to: spec.now }]"): string {
  write("box/crd.yaml", definition({ v1: { now: text } }));
  write("box/old/crd.yaml", definition({ v1alpha1: { old: text }, v1: { now: text } }));
  write("box/conversion.yaml", `from: v1alpha1\nto: v1\nrules: ${rules}\n${gone}\n`);
  return join(folder, "box");
}

function faultsOf(gone: string): readonly string[] {
  const kind = box(gone);
  try {
    readKindFiles(kind);
    return [];
  } catch (fault) {
    const lines = fault instanceof Error ? fault.message.split("\n") : [];
    return lines.map((line) => line.slice(kind.length + 1));
  }
}

function checked(kind: string, args: readonly string[] = []) {
  return runCommand(check, ["--kinds", kind, "--runs", "20", "--seed", "1", ...args]);
}

describe("gone in conversion.yaml", () => {
  test("with a file adds the version's schema", () => {
    const files = readKindFiles(box("gone: { v1alpha1: old/crd.yaml }"));
    expect(files.gone).toEqual({ v1alpha1: specOf({ old: text }) });
    expect(files.crd.versions.map(({ name }) => name)).toEqual(["v1"]);
  });

  test("with a file makes laws be tried on it and the compiler check it", async () => {
    const gone = "gone: { v1alpha1: old/crd.yaml }";
    const { code, out } = await checked(box(gone));
    expect(out).toContain("Box.example.com  v1alpha1 ↔ v1");
    expect(out).toMatch(/ok {4}1\d laws/);
    expect(code).toBe(0);
    const faulty = await checked(box(gone, "[]"));
    expect(faulty.out).toContain("E101");
  });

  test("with null checks nothing of it, and check says so", async () => {
    const { code, out } = await checked(box("gone: { v1alpha1: null }"), ["--verbose"]);
    expect(out).toContain("v1alpha1 has no schema, so it was not tested");
    expect(code).toBe(0);
  });

  test("writes the schemas into generated.ts, for defineKind", () => {
    expect(generatedCode(box("gone: { v1alpha1: null }"))).toContain("export const gone = {");
    write("box/conversion.yaml", "from: v1\nto: v2\nrules: []\n");
    write("box/crd.yaml", definition({ v1: {}, v2: {} }));
    expect(generatedCode(join(folder, "box"))).not.toContain("export const gone");
  });

  test.each([
    [
      "a version that is neither in the CRD nor gone",
      "",
      "conversion.yaml:1:1: from: E115 the kind has no version v1alpha1 (it has v1). If stored objects may still name it, add it to gone",
    ],
    [
      "a version of the CRD",
      "gone: { v1alpha1: null, v1: null }",
      "conversion.yaml:4:25: gone.v1: is a version of the CRD, so it is not gone: remove it",
    ],
    [
      "a file that does not exist",
      "gone: { v1alpha1: old/crds.yaml }",
      "conversion.yaml:4:9: gone.v1alpha1: there is no file old/crds.yaml; did you mean crd.yaml?",
    ],
    [
      "a file that declares another kind",
      "gone: { v1alpha1: old/other.yaml }",
      "conversion.yaml:4:9: gone.v1alpha1: old/other.yaml declares Other.example.com, not Box.example.com",
    ],
    [
      "a file without the version",
      "gone: { v1alpha1: null, v1alpha2: old/crd.yaml }",
      "conversion.yaml:4:25: gone.v1alpha2: old/crd.yaml has no version v1alpha2; did you mean v1alpha1?",
    ],
    [
      "what is neither a file nor null",
      "gone: { v1alpha1: 1 }",
      "conversion.yaml:4:9: gone.v1alpha1: must be string or null",
    ],
    [
      "a version that two documents name",
      "gone: { v1alpha1: null }\n---\nfrom: v1alpha1\nto: v1alpha0\nrules: []\ngone: { v1alpha1: null, v1alpha0: null }",
      "conversion.yaml:9:9: gone.v1alpha1: is already set at line 4, for the whole kind",
    ],
  ])("one fault for %s", (_name, gone, fault) => {
    write("box/old/other.yaml", definition({ v1alpha1: {} }, "Other"));
    expect(faultsOf(gone)).toEqual([fault]);
  });

  test("one fault for a file outside the project folder", () => {
    const [fault, ...more] = faultsOf("gone: { v1alpha1: ../../crd.yaml }");
    expect(fault).toContain("gone.v1alpha1: ../../crd.yaml is outside the project folder");
    expect(more).toEqual([]);
  });

  test("one fault for a file that holds no definition", () => {
    write("box/old/none.yaml", "a: 1\n");
    const [fault, ...more] = faultsOf("gone: { v1alpha1: old/none.yaml }");
    expect(fault).toContain("gone.v1alpha1: old/none.yaml can't be read: ");
    expect(more).toEqual([]);
  });
});
