import { Ajv, type AnySchemaObject } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

/**
 * ajv's code for schemas, each exported by its `$id`, as TypeScript that needs no type check. Of an error only
 * `instancePath` and `message` are read: what else ajv writes of it would double what every cold start loads.
 */
export function validatorCode(
  schemas: readonly (AnySchemaObject & { readonly $id: string })[],
  banner: string,
): string {
  const ajv = new Ajv({
    schemas: [...schemas],
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  const names = Object.fromEntries(schemas.map(({ $id }) => [$id, $id]));
  const code = standalone.default(ajv, names).replaceAll(unread, "");
  return `// @ts-nocheck ${banner}: npm run generate\n${code}\n`;
}

/** The members of an error that nobody reads; `params` holds no braces of its own. */
const unread = /schemaPath:"[^"]*",keyword:"[^"]*",params:\{[^{}]*\},/g;
