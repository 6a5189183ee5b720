import type { JsonValue } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { re2 } from "../../schema/pattern/re2.ts";
import { dropNonNullableNulls } from "../../schema/pruning/nulls.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import { rawSchema } from "./raw-schema.ts";

const validators = new WeakMap<Structural, Validator>();

function validatorOf(schema: Structural): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = compileValidator(rawSchema(schema), re2);
  validators.set(schema, validator);
  return validator;
}

/** True for a value that is valid at the schema's node; list types are not checked. */
export function satisfiesSchema(schema: Structural, value: JsonValue): boolean {
  return validatorOf(schema).validate(value).length === 0;
}

/** A value as the server holds it: nulls dropped where the schema neither allows nor replaces them, defaults set. */
function asStored(schema: Structural, value: JsonValue): JsonValue {
  return applyDefaults(dropNonNullableNulls(value, schema), schema);
}

/**
 * True for a value that is valid as it is, and as the server holds it: null does not count as a value of a required
 * member that is not nullable. List types are not checked.
 */
export function isValidHeld(schema: Structural, value: JsonValue): boolean {
  if (!satisfiesSchema(schema, value)) return false;
  const after = asStored(schema, value);
  return after === value || satisfiesSchema(schema, after);
}

/** True for a value that is valid as it is, and as the server holds it, list types and embedded resources included. */
export function isFaultless(schema: Structural, value: JsonValue): boolean {
  if (!isValidHeld(schema, value)) return false;
  return (
    validateListTypes(value, schema).length === 0 &&
    validateListTypes(asStored(schema, value), schema).length === 0 &&
    validateEmbeddedResources(value, schema, { isResourceRoot: false }).length === 0
  );
}
