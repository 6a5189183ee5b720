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
import { generate } from "../../../lib/cli/kinds/generated-files.ts";

describe("generated files", () => {
  test("each kind's generated.ts is what its crd.yaml and samples say", () => {
    const generated = generate("examples/kinds");
    expect(generated.map(({ file }) => file)).toHaveLength(4);
    expect(generated.filter(({ isStale }) => isStale)).toEqual([]);
  });

  test("the envelope validators are what their schemas say", () => {
    expect(readFileSync(envelopeFile, "utf8")).toBe(envelopeCode());
    expect(readFileSync(secretFile, "utf8")).toBe(secretCode());
  });

  test.each(scannerModules)("the module of $source is what its AssemblyScript says", async (it) => {
    expect(readFileSync(it.file, "utf8")).toBe(await scannerCode(it));
  });

  test("the schema of conversion.yaml and its validators are what schema.ts says", () => {
    expect(readFileSync(schemaFile, "utf8")).toBe(schemaText());
    expect(readFileSync(admissionSchemaFile, "utf8")).toBe(admissionSchemaText());
    expect(readFileSync(validatorsFile, "utf8")).toBe(validatorsCode());
  });
});
