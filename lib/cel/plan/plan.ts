import { type CelValue, Optional } from "../value/value.ts";
import { type Attribute, resolver, startValue, type Variable } from "./attribute.ts";
import type { PlanStep } from "./frame.ts";

/** A value known at compile time. */
interface Constant {
  readonly kind: "constant";
  readonly value: CelValue;
}

/** How one node is evaluated: a constant, an attribute, or any other step. */
export type Plan = Constant | Attribute | PlanStep;

/** A constant plan. */
export function constant(value: CelValue): Plan {
  return { kind: "constant", value };
}

/** The value of a constant plan, undefined for any other plan. */
export function constantOf(plan: Plan | undefined): CelValue | undefined {
  return typeof plan === "object" && plan.kind === "constant" ? plan.value : undefined;
}

/** A plan as an attribute, to which qualifiers can be added. */
export function attributeOf(plan: Plan): Attribute {
  if (typeof plan === "object" && plan.kind !== "constant") return plan;
  return { kind: "value", start: stepOf(plan), qualifiers: [], isTest: false };
}

/** A plan as a step. The start of an attribute costs one unit, unless it is a conditional. */
export function stepOf(plan: Plan): PlanStep {
  if (typeof plan === "function") return plan;
  if (plan.kind === "constant") return constantStep(plan.value);
  if (plan.isTest) return testStep(resolver(plan, 0), plan.kind === "value" ? 0 : -1);
  if (plan.kind === "value" && plan.qualifiers.length === 0 && typeof plan.start === "object") {
    return variableStep(plan.start);
  }
  return resolver(plan, 1);
}

// Separate functions, so that a closure captures only its own variables.

function constantStep(value: CelValue): PlanStep {
  return () => value;
}

/** A variable without qualifiers: the most frequent step in loops. */
function variableStep(variable: Variable): PlanStep {
  return (frame) => {
    frame.charge(1);
    return startValue(frame, variable);
  };
}

/** `has`; a value inside an optional exists if the optional has a value. */
function testStep(resolve: PlanStep, cost: number): PlanStep {
  return (frame) => {
    const value = resolve(frame);
    if (cost !== 0) frame.charge(cost);
    return value instanceof Optional ? value.value !== undefined : value;
  };
}
