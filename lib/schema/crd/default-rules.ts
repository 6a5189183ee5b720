import { parseStructural } from "../parse-structural.ts";
import { hasUnprunedDefaults } from "../prune-defaults.ts";
import type { JsonSchemaProps } from "./crd.ts";

/**
 * True for a structural schema with a default that pruning changes.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/validation/validation.go
 * schemaHasUnprunedDefaults.
 */
export function keepsUnprunedDefaults(schema: JsonSchemaProps): boolean {
  const { structural, errors, unsupported } = parseStructural(schema);
  return errors.length === 0 && unsupported === undefined && hasUnprunedDefaults(structural);
}
