import { resolveFieldPath } from "../field-path.ts";
import { parseStructural } from "../parse-structural.ts";
import type { JsonSchemaProps } from "./crd.ts";

/** True for a path that leads to a field of the schema; of a schema without structural form nothing is known: true. */
export function isFieldPath(path: string, schema: JsonSchemaProps): boolean {
  const { structural, unsupported } = parseStructural(schema);
  return unsupported !== undefined || resolveFieldPath(path, structural).ok;
}
