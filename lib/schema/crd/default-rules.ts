import type { FieldError } from "../field-error.ts";
import type { Path } from "../path.ts";
import type { Structural } from "../structural.ts";
import type { JsonSchemaProps } from "./crd.ts";

export function defaultErrors(
  _structural: Structural,
  _path: Path,
  _rules: { readonly requirePrunedDefaults: boolean },
): readonly FieldError[] {
  return [];
}

export function hasUnprunedDefaults(_schema: JsonSchemaProps): boolean {
  return false;
}
