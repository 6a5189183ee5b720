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
    case "constant": {
      const { value } = plan;
      return () => value;
    }
    case "step":
      return plan.step;
    case "attribute": {
      const { attribute, isTest } = plan;
      const resolve = resolver(attribute);
      const isValue = attribute.kind === "value";
      if (isValue && attribute.slot !== undefined && attribute.qualifiers.length === 0) {
        return variableStep(attribute.slot, resolve);
      }
      const cost = (isValue ? 1 : 0) - (isTest ? 1 : 0);
      if (isTest) return testStep(resolve, cost);
      return (frame) => {
        const value = resolve(frame);
        frame.charge(cost);
        return value;
      };
    }
  }
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
