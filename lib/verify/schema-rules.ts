import { allEngines } from "../crd/engines/all-engines.ts";
import type { JsonObject } from "../json/value.ts";
import type { ConstraintViolation } from "../schema/constraint/constraint-violation.ts";
import { anySchema } from "../schema/structural/search.ts";
import type { Structural } from "../schema/structural/structural.ts";

const hasRules = anySchema(({ x }) => x.validations !== undefined && x.validations.length > 0);

/** Evaluates a schema's rules (`x-kubernetes-validations`) as kube-apiserver does when an object is created. */
export function runRules(schema: Structural, object: JsonObject): readonly ConstraintViolation[] {
  return hasRules(schema) ? allEngines.rules.evaluateRules(schema, true, object).refusals : [];
}
