import type { JsonObject } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { ConstraintViolation } from "../schema/constraint/constraint-violation.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { embeddedResourceRefusals } from "../schema/metadata/embedded-resources.ts";
import { listTypeRefusals } from "../schema/validation/list-types.ts";
import { bodySchema } from "./body-schema.ts";
import { validatorOf } from "./draw/validity.ts";
import { prunedAndDefaulted } from "./pruned-and-defaulted.ts";
import { bodyOf } from "./samples/object-body.ts";
import type { Subject, SubjectVersion } from "./subject.ts";

/** The server's validation errors for an object after pruning and defaults. CEL rules are evaluated only if all else is valid. */
export function validationFaults(
  object: ReviewObject,
  version: SubjectVersion,
  subject: Subject,
): readonly FieldError[] {
  return constraintViolations(object, version, subject).map(({ error }) => error);
}

/** As {@link validationFaults}, with the constraint of each error. An error of several constraints appears once for each. */
export function constraintViolations(
  object: ReviewObject,
  version: SubjectVersion,
  { evaluateRules }: Subject,
): readonly ConstraintViolation[] {
  const body: JsonObject = bodyOf(prunedAndDefaulted(object, version));
  const schema = bodySchema(version.schema);
  const refusals = [
    ...validatorOf(schema).refusals(body),
    ...listTypeRefusals(body, schema),
    ...embeddedResourceRefusals(body, schema, { isResourceRoot: false }),
  ];
  if (refusals.length > 0) return refusals;
  return evaluateRules?.(version.schema, prunedAndDefaulted(object, version)) ?? [];
}
