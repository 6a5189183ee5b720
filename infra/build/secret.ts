import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { secretSchema } from "../../lib/callers/secret/schema.ts";
import { validatorCode } from "./validator-code.ts";

/** The file of ajv's generated code for the secret's schema, so that a cold start compiles no schema. */
export const secretFile = fileURLToPath(
  new URL("../../lib/callers/secret/validators.generated.ts", import.meta.url),
);

/** The text of {@link secretFile}: TypeScript without type checks. */
export function secretCode(): string {
  const banner = "Made by infra/build/secret.ts from schema.ts";
  return validatorCode([secretSchema], { banner, allErrors: false });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(secretFile, secretCode());
