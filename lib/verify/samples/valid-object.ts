import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { isValidBody } from "../body-schema.ts";
import { serverPass } from "../server-pass.ts";
import type { Direction } from "../subject.ts";
import { bodyOf } from "./object-body.ts";

/** The version that an object is judged by. */
type JudgedVersion = Pick<Direction, "subject" | "from">;

/** True for an object whose body the server would accept. */
export function isValidObject(object: ReviewObject, { subject, from }: JudgedVersion): boolean {
  return isValidBody(bodyOf(object), from.schema) && keepsRules(object, { subject, from });
}

/** True for an object that keeps the rules of its version's schema, as the server holds it. */
export function keepsRules(object: ReviewObject, { subject, from }: JudgedVersion): boolean {
  const { evaluateRules } = subject;
  if (evaluateRules === undefined) return true;
  return evaluateRules(from.schema, serverPass(object, from)).length === 0;
}
