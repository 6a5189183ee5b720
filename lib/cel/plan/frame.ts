import { CostExceeded } from "../value/evaluation-fault.ts";
import type { CelValue } from "../value/value.ts";

/** The state of one evaluation: the values of variables, and the cost so far. */
export class EvaluationFrame {
  cost = 0;
  readonly #limit: number;
  /** The values of variables by slot; undefined until a value is known. */
  readonly slots: (CelValue | undefined)[];

  constructor(slots: (CelValue | undefined)[], limit: number) {
    this.slots = slots;
    this.#limit = limit;
  }

  /** Adds to the cost so far. Throws CostExceeded if the sum exceeds the limit. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new CostExceeded();
  }
}

/** Evaluates one node of an expression. */
export type PlanStep = (frame: EvaluationFrame) => CelValue;
