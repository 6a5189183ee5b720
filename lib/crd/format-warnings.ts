import { anySchemaMatches } from "../schema/definition/schema-walk.ts";
import { isSupportedFormat } from "../schema/formats/formats.ts";
import { allSchemas, type InternalSpec } from "./internal-spec.ts";

/**
 * The formats in a definition's schemas that the server ignores. A format is listed as often as it occurs.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresourcedefinition/strategy.go
 * getUnrecognizedFormatsInCRD, pkg/apiserver/validation/formats.go GetUnrecognizedFormats.
 */
export function unrecognizedFormats(spec: InternalSpec): readonly string[] {
  const formats: string[] = [];
  for (const schema of allSchemas(spec)) {
    anySchemaMatches(schema, (node) => {
      const { format, type = "" } = node;
      if (format !== undefined && !isSupportedFormat(format, type)) formats.push(format);
      return false;
    });
  }
  return formats;
}
