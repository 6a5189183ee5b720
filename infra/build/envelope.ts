import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  admissionRequestSchema,
  conversionRequestSchema,
} from "../../lib/protocol/envelope/schemas.ts";
import { validatorCode } from "./validator-code.ts";

/** The file that holds ajv's code for the envelope schemas: no schema is compiled at a cold start. */
export const envelopeFile = fileURLToPath(
  new URL("../../lib/protocol/envelope/validators.generated.ts", import.meta.url),
);

/** The code, as TypeScript that needs no type check. */
export function envelopeCode(): string {
  const schemas = [conversionRequestSchema, admissionRequestSchema];
  return validatorCode(schemas, "Made by infra/build/envelope.ts from schemas.ts");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(envelopeFile, envelopeCode());
}
