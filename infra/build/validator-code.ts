import { Ajv, type AnySchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

/**
 * ajv's validators for schemas, each exported by its `$id`, as TypeScript without type checks. Only `instancePath` and `message`
 * of an error are used, so its other members are removed: they would double what every cold start loads. With `allErrors` a
 * validator reports all errors of a value, not only the first; use it only for schemas that bound the number of errors.
 */
export function validatorCode(
  schemas: readonly (AnySchemaObject & { readonly $id: string })[],
  { banner, allErrors }: { readonly banner: string; readonly allErrors: boolean },
): string {
  const ajv = new Ajv({
    schemas: [...schemas],
    inlineRefs: false,
    allErrors,
    code: { source: true, esm: true, lines: true },
  });
  const names = Object.fromEntries(schemas.map(({ $id }) => [$id, $id]));
  const code = standalone.default(ajv, names).replaceAll(unusedMembers, "");
  return `// @ts-nocheck ${banner}: npm run generate\n${code}\n`;
}

/** Matches the unused members of an error in ajv's code. `params` has no nested braces. */
const unusedMembers = /schemaPath:"[^"]*",keyword:"[^"]*",params:\{[^{}]*\},/g;
