import type { CrdSubresources } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid, required } from "../../schema/field-error/field-faults.ts";
import { childPath, type FieldPath } from "../../schema/field-error/path.ts";
import { simplePathErrors } from "./column-rules.ts";

/**
 * Checks subresources: the paths that the scale subresource uses.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionSubresources.
 */
export function subresourceErrors(
  subresources: CrdSubresources | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const scale = subresources?.scale;
  if (scale === undefined) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = scale;
  const at = (name: string): FieldPath => childPath(path, `scale.${name}`);
  return [
    ...(specReplicasPath === ""
      ? [required(at("specReplicasPath"))]
      : pathErrors(specReplicasPath, [".spec."], "under .spec", at("specReplicasPath"))),
    ...(statusReplicasPath === ""
      ? [required(at("statusReplicasPath"))]
      : pathErrors(statusReplicasPath, [".status."], "under .status", at("statusReplicasPath"))),
    ...(labelSelectorPath === ""
      ? []
      : pathErrors(
          labelSelectorPath,
          [".spec.", ".status."],
          "under either .spec or .status",
          at("labelSelectorPath"),
        )),
  ];
}

function pathErrors(
  jsonPath: string,
  prefixes: readonly string[],
  where: string,
  path: FieldPath,
): readonly FieldError[] {
  const errors = simplePathErrors(jsonPath, path);
  if (errors.length > 0 || prefixes.some((prefix) => jsonPath.startsWith(prefix))) return errors;
  return [invalid(path, jsonPath, `should be a json path ${where}`)];
}
