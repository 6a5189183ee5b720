import { estimateCost } from "../cost/estimate.ts";
import { schemaSizes } from "../cost/schema-sizes.ts";
import type { Program } from "../program.ts";
import { type DeclaredType, maxRequestBytes } from "../schema/declared-type.ts";
import type { CompiledRule } from "./compiled-rule.ts";

/** The estimated maximum cost of a rule; zero if the rule does not compile. */
export interface RuleCost {
  /** The cost of evaluating the rule once. */
  readonly rule: bigint;
  /** The cost of evaluating its `messageExpression` once. */
  readonly message: bigint;
  /**
   * The most evaluations of the rule for one request, if the schema sets no limits: the number of smallest possible values
   * that fit into a request.
   */
  readonly maxCardinality: bigint;
}

/**
 * Estimates the cost of a rule.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/compilation.go.
 */
export function ruleCost({ program, message }: CompiledRule, declared: DeclaredType): RuleCost {
  const sizes = schemaSizes(declared);
  const costOf = (each: Program | undefined): bigint =>
    each === undefined ? 0n : estimateCost(each.checked, sizes).max;
  const minSize = BigInt(declared.minSize);
  return {
    rule: costOf(program),
    message: costOf(message?.program),
    maxCardinality: program === undefined ? 0n : BigInt(maxRequestBytes) / (minSize + 1n),
  };
}
