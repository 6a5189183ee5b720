import type { JsonValue } from "../../json/value.ts";
import type { ConstraintViolation } from "../constraint/constraint-violation.ts";
import type { JsonSchemaProps } from "../definition/crd.ts";
import type { FieldError } from "../field-error/field-error.ts";
import type { FieldPath } from "../field-error/path.ts";
import type { Structural } from "../structural/structural.ts";

/** Runs rules (`x-kubernetes-validations`). It is passed in because it is large and many schemas have no rules. */
export interface RuleEngine {
  readonly evaluateRules: RuleEvaluator;
}

/**
 * Checks all rules of a schema, as the server does when the definition is created.
 *
 * `schemaErrors`: the schema's other errors. Expressions of schemas that contain an error are not compiled.
 */
export type RuleChecker = (
  schema: JsonSchemaProps,
  path: FieldPath,
  schemaErrors: readonly FieldError[],
  options?: RuleCheckOptions,
) => readonly FieldError[];

/** How to check rules. */
export interface RuleCheckOptions {
  /** True if the stored definition has the same schema: single rules may exceed the cost limit as they did before. */
  readonly keepCosts?: boolean;
}

/** Runs all rules of a schema on an object; `isRoot` is true for a resource. */
export type RuleEvaluator = (
  structural: Structural,
  isRoot: boolean,
  object: JsonValue,
  options?: EvaluationOptions,
) => RuleOutcome;

/** How to run rules. */
export interface EvaluationOptions {
  /** The path of the object, which prefixes the fields of errors. */
  readonly path?: FieldPath;
  /** The object before the update. */
  readonly old?: JsonValue | undefined;
  /** Ignore faults of values that did not change. */
  readonly ratcheting?: boolean;
  readonly budget?: number;
}

/** The result of all rules of an object. */
export interface RuleOutcome {
  readonly errors: readonly FieldError[];
  /** The errors, each with its rule. */
  readonly refusals: readonly ConstraintViolation[];
  /** The server's warnings for rules that failed on unchanged values. */
  readonly warnings: readonly string[];
  /** The rest of the cost budget; negative if it was exceeded and the remaining rules did not run. */
  readonly remaining: number;
}

/**
 * The cost limit of all rules of an object together.
 * Source: https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/apis/cel/config.go.
 */
export const objectCostLimit = 10_000_000;
