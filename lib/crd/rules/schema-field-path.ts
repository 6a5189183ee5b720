import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import { resolveFieldPath } from "../../schema/structural/field-path.ts";
import { parseStructural } from "../../schema/structural/parse.ts";

/** True for the path of a field in the schema; always true for a schema that has no structural form. */
export function isFieldPath(path: string, schema: JsonSchemaProps): boolean {
  const { structural, unsupported } = parseStructural(schema);
  return unsupported !== undefined || resolveFieldPath(path, structural).ok;
}
