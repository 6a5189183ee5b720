import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { admissionDocument } from "../../lib/cli/admission-yaml/schema.ts";
import { documentSchema, shallowSchemas } from "../../lib/cli/conversion-yaml/schema.ts";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject } from "../../lib/json/value.ts";

/** The file of ajv's generated code for `conversion.yaml`, so that the package does not depend on ajv. */
export const validatorsFile = fileURLToPath(
  new URL("../../lib/cli/conversion-yaml/validators.generated.ts", import.meta.url),
);

/** The JSON Schema of `conversion.yaml`, for completion in editors. */
export const schemaFile = fileURLToPath(new URL("../../conversion.schema.json", import.meta.url));

/** The text of {@link validatorsFile}, without type checks: validators for both documents, and one for each op. */
export function validatorsCode(): string {
  const schemas = { ...shallowSchemas(), admission: admissionDocument };
  const ajv = new Ajv({
    schemas: Object.entries(schemas).map(([$id, schema]) => ({
      $id,
      ...withoutDescriptions(schema),
    })),
    code: { source: true, esm: true },
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
  });
  const names = Object.fromEntries(Object.keys(schemas).map((id) => [exportName(id), id]));
  const code = standalone.default(ajv, names);
  if (code.includes("require(")) throw new Error("a keyword of the schema needs ajv at run time");
  const banner =
    "// @ts-nocheck Made by infra/build/conversion-schema.ts from schema.ts: npm run generate";
  return `${banner}\n${code}\n`;
}

function withoutDescriptions(schema: JsonObject): JsonObject {
  const parsed = parse(
    JSON.stringify(schema, (key, value) => (key === "description" ? undefined : value)),
  );
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

/** The name by which a schema's validator is exported. The suffix is needed: `default` is an op and a keyword. */
function exportName(id: string): string {
  return `${id}Rule`;
}

/** The text of {@link schemaFile}. */
export function schemaText(): string {
  return `${JSON.stringify(documentSchema(), undefined, 2)}\n`;
}

/** The JSON Schema of `admission.yaml`, for completion in editors. */
export const admissionSchemaFile = fileURLToPath(
  new URL("../../admission.schema.json", import.meta.url),
);

/** The text of {@link admissionSchemaFile}. */
export function admissionSchemaText(): string {
  const head = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title:
      "An admission.yaml of Customhouse: what a kind without code defaults, validates and looks up",
  };
  return `${JSON.stringify({ ...head, ...admissionDocument }, undefined, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(validatorsFile, validatorsCode());
  writeFileSync(schemaFile, schemaText());
  writeFileSync(admissionSchemaFile, admissionSchemaText());
}
