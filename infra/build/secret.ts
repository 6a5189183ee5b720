import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import { secretSchema } from "../../lib/cluster/secret/schema.ts";

/** The file that holds ajv's code for the secret's schema: no schema is compiled at a cold start. */
export const secretFile = fileURLToPath(
  new URL("../../lib/cluster/secret/validators.generated.ts", import.meta.url),
);

/** The code, as TypeScript that needs no type check. */
export function secretCode(): string {
  const ajv = new Ajv({ schemas: [secretSchema], code: { source: true, esm: true, lines: true } });
  const code = standalone.default(ajv, { secret: "secret" });
  return `// @ts-nocheck Made by infra/build/secret.ts from schema.ts: npm run generate\n${code}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(secretFile, secretCode());
