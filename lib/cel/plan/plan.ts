import { type CelValue, Optional } from "../value/value.ts";
import { type Attribute, resolver, startValue, type Variable } from "./attribute.ts";
import type { PlanStep } from "./frame.ts";

/** A node whose value is known when the expression is compiled. */
interface Constant {
  readonly kind: "constant";
  readonly value: CelValue;
}

/** How a node is evaluated: as a constant, as an attribute, or by another step. */
export type Plan = Constant | Attribute | PlanStep;

/** Creates the plan of a constant. */
export function constant(value: CelValue): Plan {
  return { kind: "constant", value };
}

/** The value of a constant's plan; undefined for any other plan. */
export function constantOf(plan: Plan | undefined): CelValue | undefined {
  return typeof plan === "object" && plan.kind === "constant" ? plan.value : undefined;
}

/** Converts a plan to an attribute, to which qualifiers can be added. */
export function attributeOf(plan: Plan): Attribute {
  if (typeof plan === "object" && plan.kind !== "constant") return plan;
  return { kind: "value", start: stepOfPlan(plan), qualifiers: [], isTest: false };
}

/** Converts a plan to a step. The start of an attribute costs 1, unless the attribute is a conditional or a test. */
export function stepOfPlan(plan: Plan): PlanStep {
  if (typeof plan === "function") return plan;
  if (plan.kind === "constant") return constantStep(plan.value);
  if (plan.isTest) return testStep(resolver(plan, 0), plan.kind === "value" ? 0 : -1);
  if (plan.kind === "value" && plan.qualifiers.length === 0 && typeof plan.start === "object") {
    return variableStep(plan.start);
  }
  return resolver(plan, 1);
}

// These functions are separate, so that each closure keeps only the variables that it needs.

function constantStep(value: CelValue): PlanStep {
  return () => value;
}

/** The step for a variable without qualifiers, which is the most frequent step in loops. */
function variableStep(variable: Variable): PlanStep {
  return (frame) => {
    frame.charge(1);
    return startValue(frame, variable);
  };
}

/** The step for `has`. An optional exists if it has a value. `cost` is charged too: -1 for a conditional, as in cel-go. */
function testStep(resolve: PlanStep, cost: number): PlanStep {
  return (frame) => {
    const value = resolve(frame);
    if (cost !== 0) frame.charge(cost);
    return value instanceof Optional ? value.value !== undefined : value;
  };
}
