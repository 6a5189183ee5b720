import { estimateCost } from "../cost/estimate.ts";
import { schemaSizes } from "../cost/schema-sizes.ts";
import type { Program } from "../program.ts";
import { type DeclaredType, maxRequestBytes } from "../schema/declared-type.ts";
import type { CompiledRule } from "./compiled-rule.ts";

/** The maximum cost of a rule; zero for one that does not compile. */
export interface RuleCost {
  /** One run of the rule. */
  readonly rule: bigint;
  /** One run of its `messageExpression`. */
  readonly message: bigint;
  /** How often it runs at most without limits in the schema: the number of smallest values that fit into a request. */
  readonly maxCardinality: bigint;
}

/** Source: https://github.com/kubernetes/apiextensions-apiserver/blob/v0.36.3/pkg/apiserver/schema/cel/compilation.go. */
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
