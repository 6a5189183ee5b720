import type { JsonValue } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import { rawSchema } from "./raw-schema.ts";

const validators = new WeakMap<Structural, Validator>();

function validatorOf(schema: Structural): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validator = compileValidator(rawSchema(schema));
  validators.set(schema, validator);
  return validator;
}

/** True for a value that is valid at the schema's node; list types are not checked. */
export function isValid(schema: Structural, value: JsonValue): boolean {
  return validatorOf(schema).validate(value).length === 0;
}

/** True for a value that is valid as it is, and once the schema's defaults are set; list types are not checked. */
export function isValidDefaulted(schema: Structural, value: JsonValue): boolean {
  if (!isValid(schema, value)) return false;
  const defaulted = applyDefaults(value, schema);
  return defaulted === value || isValid(schema, defaulted);
}

/** True for a value that is valid as it is and once defaults are set, list types and embedded resources included. */
export function isFaultless(schema: Structural, value: JsonValue): boolean {
  if (!isValidDefaulted(schema, value)) return false;
  const defaulted = applyDefaults(value, schema);
  return (
    validateListTypes(value, schema).length === 0 &&
    validateListTypes(defaulted, schema).length === 0 &&
    validateEmbeddedResources(value, schema, { isResourceRoot: false }).length === 0
  );
}
