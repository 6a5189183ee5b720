import { memoizedByObject } from "../../json/memoized-by-object.ts";
import type { JsonValue } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { re2 } from "../../schema/pattern/re2.ts";
import { dropNonNullableNulls } from "../../schema/pruning/nulls.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { validateListTypes } from "../../schema/validation/list-types.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import { rawSchema } from "./raw-schema.ts";

/** The value validation of a node. List types are not checked. */
export const validatorOf: (schema: Structural) => Validator = memoizedByObject((schema) =>
  compileValidator(rawSchema(schema), re2),
);

/** True if value validation accepts a value at a node. List types are not checked. */
export function satisfiesSchema(schema: Structural, value: JsonValue): boolean {
  return validatorOf(schema).validate(value).length === 0;
}

/** A value after the server sets defaults and drops nulls that the schema does not allow. */
function asStored(schema: Structural, value: JsonValue): JsonValue {
  return applyDefaults(dropNonNullableNulls(value, schema), schema);
}

/**
 * True if a value is valid both as given and after the server drops nulls and sets defaults: a required member that is null
 * but not nullable is then missing. List types are not checked.
 */
export function isValidWhenStored(schema: Structural, value: JsonValue): boolean {
  if (!satisfiesSchema(schema, value)) return false;
  const after = asStored(schema, value);
  return after === value || satisfiesSchema(schema, after);
}

/** Like {@link isValidWhenStored}, but also checks list types and embedded resources. */
export function isFullyValid(schema: Structural, value: JsonValue): boolean {
  if (!isValidWhenStored(schema, value)) return false;
  return (
    validateListTypes(value, schema).length === 0 &&
    validateListTypes(asStored(schema, value), schema).length === 0 &&
    validateEmbeddedResources(value, schema, { isResourceRoot: false }).length === 0
  );
}
