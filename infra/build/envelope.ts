import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import {
  admissionRequestSchema,
  conversionRequestSchema,
} from "../../lib/protocol/envelope/schemas.ts";

/** The file that holds ajv's code for the envelope schemas: no schema is compiled at a cold start. */
export const envelopeFile = fileURLToPath(
  new URL("../../lib/protocol/envelope/validators.generated.ts", import.meta.url),
);

/** The code, as TypeScript that needs no type check. */
export function envelopeCode(): string {
  const ajv = new Ajv({
    schemas: [conversionRequestSchema, admissionRequestSchema],
    code: { source: true, esm: true, lines: true },
  });
  const code = standalone.default(ajv, { conversion: "conversion", admission: "admission" });
  return `// @ts-nocheck Made by infra/build/envelope.ts from schemas.ts: npm run generate\n${code}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(envelopeFile, envelopeCode());
}
