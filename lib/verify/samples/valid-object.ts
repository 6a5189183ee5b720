import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { isValidBody } from "../body-schema.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import type { Direction } from "../subject.ts";
import { bodyOf } from "./object-body.ts";

/** The kind and version whose schema validates an object. */
type JudgedVersion = Pick<Direction, "subject" | "from">;

/** True if the server would accept the object's body: schema and rules (`x-kubernetes-validations`). */
export function isValidObject(object: ReviewObject, { subject, from }: JudgedVersion): boolean {
  return isValidBody(bodyOf(object), from.schema) && satisfiesRules(object, { subject, from });
}

/** True if the object, after pruning and defaults, satisfies the rules (`x-kubernetes-validations`) of its schema. */
export function satisfiesRules(object: ReviewObject, { subject, from }: JudgedVersion): boolean {
  const { evaluateRules } = subject;
  if (evaluateRules === undefined) return true;
  return evaluateRules(from.schema, prunedAndDefaulted(object, from)).length === 0;
}
