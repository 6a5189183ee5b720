import { CostExceeded } from "../value/evaluation-fault.ts";
import type { CelValue } from "../value/value.ts";

/** One evaluation: the values of its variables, and what it has cost so far. */
export class Frame {
  cost = 0;
  readonly #limit: number;
  /** By the places that the plan gives to variables; undefined before a value is known. */
  readonly slots: (CelValue | undefined)[];

  constructor(slots: (CelValue | undefined)[], limit: number) {
    this.slots = slots;
    this.#limit = limit;
  }

  /** Adds to the cost, and ends the evaluation where that is too much. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new CostExceeded();
  }
}

/** A step of a plan. */
export type Step = (frame: Frame) => CelValue;
