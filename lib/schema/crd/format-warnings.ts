import type { JsonSchemaProps } from "./crd.ts";
import { type InternalSpec, schemasOf } from "./internal-spec.ts";
import { someSchema } from "./schema-walk.ts";

/** Formats of strings, dashes left out. */
const stringFormats: ReadonlySet<string> = new Set(
  (
    "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn " +
    "hexcolor rgbcolor byte password date duration datetime k8sshortname k8slongname"
  ).split(" "),
);

/**
 * The formats in a definition's schemas that the server ignores, each as often as it stands there.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/registry/customresourcedefinition/strategy.go
 * getUnrecognizedFormatsInCRD, pkg/apiserver/validation/formats.go GetUnrecognizedFormats.
 */
export function unrecognizedFormats(spec: InternalSpec): readonly string[] {
  const formats: string[] = [];
  for (const schema of schemasOf(spec)) {
    someSchema(schema, (node) => {
      if (node.format !== undefined && !isRecognized(node, node.format)) formats.push(node.format);
      return false;
    });
  }
  return formats;
}

function isRecognized(schema: JsonSchemaProps, format: string): boolean {
  switch (schema.type) {
    case undefined:
    case "string":
      return stringFormats.has(format.replaceAll("-", ""));
    case "integer":
      return format === "int32" || format === "int64";
    case "number":
      return format === "float" || format === "double";
    default:
      return false;
  }
}
