import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import { resolveFieldPath } from "../../schema/structural/field-path.ts";
import { parseStructural } from "../../schema/structural/parse.ts";

/**
 * True if the schema has a field at the path. Always true for a schema without a structural form, because another check
 * reports that.
 */
export function isFieldPath(path: string, schema: JsonSchemaProps): boolean {
  const { structural, unsupported } = parseStructural(schema);
  return unsupported !== undefined || resolveFieldPath(path, structural).ok;
}
