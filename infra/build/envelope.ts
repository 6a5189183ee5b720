import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  admissionRequestSchema,
  conversionRequestSchema,
} from "../../lib/protocol/envelope/schemas.ts";
import { validatorCode } from "./validator-code.ts";

/** The file of ajv's generated code for the envelope schemas, so that a cold start compiles no schema. */
export const envelopeFile = fileURLToPath(
  new URL("../../lib/protocol/envelope/validators.generated.ts", import.meta.url),
);

/** The text of {@link envelopeFile}: TypeScript without type checks. */
export function envelopeCode(): string {
  const schemas = [conversionRequestSchema, admissionRequestSchema];
  const banner = "Made by infra/build/envelope.ts from schemas.ts";
  return validatorCode(schemas, { banner, allErrors: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(envelopeFile, envelopeCode());
}
