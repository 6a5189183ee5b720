import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  admissionSchemaFile,
  admissionSchemaText,
  schemaFile,
  schemaText,
  validatorsCode,
  validatorsFile,
} from "../../../infra/build/conversion-schema.ts";
import { envelopeCode, envelopeFile } from "../../../infra/build/envelope.ts";
import { scannerCode, scannerModules } from "../../../infra/build/scanner.ts";
import { secretCode, secretFile } from "../../../infra/build/secret.ts";
import { generate, generatedCode } from "../../../lib/cli/kinds/generated-files.ts";
import { readKindFiles } from "../../../lib/cli/kinds/kind-files.ts";

describe("generated files", () => {
  test("each kind's generated.ts follows from its crd.yaml and samples", () => {
    const generated = generate("examples/kinds");
    expect(generated.map(({ file }) => file)).toHaveLength(4);
    expect(generated.filter(({ isStale }) => isStale)).toEqual([]);
  });

  test("a key __proto__ of a sample is written as a key", () => {
    const folder = "examples/kinds/topping";
    const files = readKindFiles(folder);
    const spec = JSON.parse('{ "__proto__": { "cost": 1 } }');
    const code = generatedCode(folder, { ...files, samples: [{ spec }] });
    expect(code).toContain('["__proto__"]: {');
  });

  test("the envelope validators follow from their schemas", () => {
    expect(readFileSync(envelopeFile, "utf8")).toBe(envelopeCode());
    expect(readFileSync(secretFile, "utf8")).toBe(secretCode());
  });

  test.each(scannerModules)("the module of $source follows from its AssemblyScript", async (it) => {
    expect(readFileSync(it.file, "utf8")).toBe(await scannerCode(it));
  });

  test("the schema of conversion.yaml and its validators follow from schema.ts", () => {
    expect(readFileSync(schemaFile, "utf8")).toBe(schemaText());
    expect(readFileSync(admissionSchemaFile, "utf8")).toBe(admissionSchemaText());
    expect(readFileSync(validatorsFile, "utf8")).toBe(validatorsCode());
  });
});
