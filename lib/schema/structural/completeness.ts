import type { JsonObject } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { required } from "../field-error/field-faults.ts";
import { childPath, elementPath, errorField, type FieldPath } from "../field-error/path.ts";
import { keywordSchemas, propertiesOf, schemaOf } from "./keywords.ts";

/**
 * Reports each field that the junctors of the root schema restrict although it is not declared outside junctors.
 * Junctors of nested schemas are ignored, as on the server.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/complete.go
 * validateStructuralCompleteness.
 */
export function completenessErrors(schema: JsonObject, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkBranches(schema, { schema, path }, path, errors);
  return errors;
}

/**
 * The schema outside junctors that declares a field, and its path. The schema is undefined if the field is not
 * declared.
 */
interface Declaration {
  readonly schema: JsonObject | undefined;
  readonly path: FieldPath;
}

function checkBranches(
  restriction: JsonObject,
  declared: Declaration,
  path: FieldPath,
  errors: FieldError[],
): void {
  const not = schemaOf(restriction, "not");
  if (not !== undefined) checkBranch(not, declared, childPath(path, "not"), errors);
  for (const junctor of ["allOf", "anyOf", "oneOf"]) {
    for (const [index, branch] of keywordSchemas(restriction, junctor).entries()) {
      checkBranch(branch, declared, elementPath(childPath(path, junctor), index), errors);
    }
  }
}

function checkBranch(
  branch: JsonObject,
  declared: Declaration,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (declared.schema === undefined) {
    errors.push(required(declared.path, `because it is defined in ${errorField(path)}`));
    return;
  }
  checkBranches(branch, declared, path, errors);
  const items = schemaOf(branch, "items");
  if (items !== undefined) {
    const below = {
      schema: schemaOf(declared.schema, "items"),
      path: childPath(declared.path, "items"),
    };
    checkBranch(items, below, childPath(path, "items"), errors);
  }
  const properties = propertiesOf(declared.schema);
  for (const [name, property] of propertiesOf(branch) ?? []) {
    const below = {
      schema: properties?.get(name),
      path: elementPath(childPath(declared.path, "properties"), name),
    };
    checkBranch(property, below, elementPath(childPath(path, "properties"), name), errors);
  }
}
