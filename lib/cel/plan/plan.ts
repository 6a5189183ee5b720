import { type CelValue, Optional } from "../value/value.ts";
import { type Attribute, resolver, startValue, type Variable } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** A value that is known beforehand. */
interface Constant {
  readonly kind: "constant";
  readonly value: CelValue;
}

/** How one node is evaluated: a value that is known, a way into a value, or anything else as a step. */
export type Plan = Constant | Attribute | Step;

/** A constant plan. */
export function constant(value: CelValue): Plan {
  return { kind: "constant", value };
}

/** What a plan is known to give beforehand, undefined where that is nothing. */
export function constantOf(plan: Plan | undefined): CelValue | undefined {
  return typeof plan === "object" && plan.kind === "constant" ? plan.value : undefined;
}

/** The way into a plan's value: its own, or one that begins with the value. */
export function attributeOf(plan: Plan): Attribute {
  if (typeof plan === "object" && plan.kind !== "constant") return plan;
  return { kind: "value", start: stepOf(plan), qualifiers: [], isTest: false };
}

/** The plan as a step. A way into a value costs one unit for where it starts, unless it starts at a conditional. */
export function stepOf(plan: Plan): Step {
  if (typeof plan === "function") return plan;
  if (plan.kind === "constant") return constantStep(plan.value);
  if (plan.isTest) return testStep(resolver(plan, 0), plan.kind === "value" ? 0 : -1);
  if (plan.kind === "value" && plan.qualifiers.length === 0 && typeof plan.start === "object") {
    return variableStep(plan.start);
  }
  return resolver(plan, 1);
}

// Each closure is made by a function of its own: what others keep would be allocated with it.

function constantStep(value: CelValue): Step {
  return () => value;
}

/** A variable by itself, which loops read most. */
function variableStep(variable: Variable): Step {
  return (frame) => {
    frame.charge(1);
    return startValue(frame, variable);
  };
}

/** What is reached through an optional is there where the optional holds something. */
function testStep(resolve: Step, cost: number): Step {
  return (frame) => {
    const value = resolve(frame);
    if (cost !== 0) frame.charge(cost);
    return value instanceof Optional ? value.value !== undefined : value;
  };
}
