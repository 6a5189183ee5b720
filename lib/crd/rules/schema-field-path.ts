import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import { resolveFieldPath } from "../../schema/structural/field-path.ts";
import { parseStructural } from "../../schema/structural/parse.ts";

/** True for a path that leads to a field of the schema; of a schema without structural form nothing is known: true. */
export function isFieldPath(path: string, schema: JsonSchemaProps): boolean {
  const { structural, unsupported } = parseStructural(schema);
  return unsupported !== undefined || resolveFieldPath(path, structural).ok;
}
