import { type CelValue, Optional } from "../value/value.ts";
import { type Attribute, resolver } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** How one node is evaluated: a value that is known, a way into a value, or anything else. */
export type Plan =
  | { readonly kind: "constant"; readonly value: CelValue }
  | { readonly kind: "attribute"; readonly attribute: Attribute; readonly isTest: boolean }
  | { readonly kind: "step"; readonly step: Step };

/** The plan as a step. A way into a value costs one unit for where it starts, unless it starts at a conditional. */
export function stepOf(plan: Plan): Step {
  switch (plan.kind) {
    case "constant":
      return constantStep(plan.value);
    case "step":
      return plan.step;
    case "attribute":
      return attributeStep(plan.attribute, plan.isTest);
  }
}

// Each closure is made by a function of its own: what the others keep would be allocated with it.

function constantStep(value: CelValue): Step {
  return () => value;
}

function attributeStep(attribute: Attribute, isTest: boolean): Step {
  const resolve = resolver(attribute);
  if (attribute.kind === "conditional") return isTest ? testStep(resolve, -1) : resolve;
  if (isTest) return testStep(resolve, 0);
  const { slot, qualifiers } = attribute;
  return slot !== undefined && qualifiers.length === 0
    ? variableStep(slot, resolve)
    : startingStep(resolve);
}

/** A way into a value, with the cost of where it starts. */
function startingStep(resolve: Step): Step {
  return (frame) => {
    const value = resolve(frame);
    frame.charge(1);
    return value;
  };
}

/** A variable by itself, which loops read most. */
function variableStep(slot: number, orElse: Step): Step {
  return (frame) => {
    frame.charge(1);
    const value = frame.slots[slot];
    return value === undefined ? orElse(frame) : value;
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

/** The way into a plan's value: its own, or one that begins with the value. */
export function attributeOf(plan: Plan): Attribute {
  return plan.kind === "attribute"
    ? plan.attribute
    : { kind: "value", start: stepOf(plan), qualifiers: [] };
}

/** A constant plan. */
export function constant(value: CelValue): Plan {
  return { kind: "constant", value };
}

/** A plan that is a step. */
export function step(run: Step): Plan {
  return { kind: "step", step: run };
}
