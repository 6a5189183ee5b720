import type { JsonValue } from "../../json/value.ts";
import type { ConstraintViolation } from "../constraint/constraint-violation.ts";
import type { JsonSchemaProps } from "../definition/crd.ts";
import type { FieldError } from "../field-error/field-error.ts";
import type { FieldPath } from "../field-error/path.ts";
import type { Structural } from "../structural/structural.ts";

/**
 * Evaluates rules (`x-kubernetes-validations`). It is passed in, because it is large and many schemas have no rules.
 */
export interface RuleEngine {
  readonly evaluateRules: RuleEvaluator;
}

/**
 * Checks all rules of a schema, as the server does when a definition is created.
 *
 * `faultyPaths` are the paths of schemas that have other errors: the rules of such a schema, and of schemas around it, are
 * not compiled.
 */
export type RuleChecker = (
  schema: JsonSchemaProps,
  path: FieldPath,
  faultyPaths: readonly FieldPath[],
  options?: RuleCheckOptions,
) => readonly FieldError[];

/** Options for checking rules. */
export interface RuleCheckOptions {
  /** True if the stored definition has the same schema: a rule may then exceed its cost limit, as it did before. */
  readonly keepCosts?: boolean;
}

/** Evaluates all rules of a schema for an object. `isRoot` is true if the object is a resource. */
export type RuleEvaluator = (
  structural: Structural,
  isRoot: boolean,
  object: JsonValue,
  options?: EvaluationOptions,
) => RuleOutcome;

/** Options for evaluating rules. */
export interface EvaluationOptions {
  /** The path of the object. Fields in errors begin with it. */
  readonly path?: FieldPath;
  /** The object before an update; left out for a create. */
  readonly old?: JsonValue | undefined;
  /** True: if the update did not change a value, a rule that it violates gives a warning, unless the rule uses `oldSelf`. */
  readonly ratcheting?: boolean;
  /** The most cost of all rules together; {@link objectCostLimit} if it is left out. */
  readonly budget?: number;
}

/** The result of evaluating all rules for an object. */
export interface RuleOutcome {
  readonly errors: readonly FieldError[];
  /** The errors, each with the rule that caused it, if it was a rule's violation or failed evaluation. */
  readonly refusals: readonly ConstraintViolation[];
  /** The server's warnings for rules that unchanged values violate. */
  readonly warnings: readonly string[];
  /**
   * What is left of the cost budget. Negative if the budget was exceeded; the remaining rules were then not evaluated.
   */
  readonly remaining: number;
}

/**
 * The cost limit for all rules of one object together.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/apis/cel/config.go.
 */
export const objectCostLimit = 10_000_000;
