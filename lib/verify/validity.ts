import type { JsonObject } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { validateEmbeddedResources } from "../schema/metadata/embedded-resources.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { validateListTypes } from "../schema/validation/list-types.ts";
import { compileValidator, type Validator } from "../schema/validation/validate.ts";
import { bodySchema } from "./body-schema.ts";
import { rawSchema } from "./draw/raw-schema.ts";
import { bodyOf } from "./samples/objects.ts";
import { serverPass } from "./server-pass.ts";
import type { Subject, SubjectVersion } from "./subject.ts";

const validators = new WeakMap<Structural, Validator>();

/** The server's errors for an object once its defaults are set: values, list types, embedded resources, rules. */
export function faultsOf(
  object: ReviewObject,
  version: SubjectVersion,
  { evaluateRules }: Subject,
): readonly FieldError[] {
  const body: JsonObject = bodyOf(serverPass(object, version));
  const schema = bodySchema(version.schema);
  const errors = [
    ...validatorOf(schema).validate(body),
    ...validateListTypes(body, schema),
    ...validateEmbeddedResources(body, schema, { isResourceRoot: false }),
  ];
  if (errors.length > 0) return errors;
  return evaluateRules?.(version.schema, serverPass(object, version)) ?? [];
}

function validatorOf(schema: Structural): Validator {
  const known = validators.get(schema) ?? compileValidator(rawSchema(schema));
  validators.set(schema, known);
  return known;
}
