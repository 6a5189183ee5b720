import type { Validators } from "../schema/validation/validators.ts";
import { DeadlineWatch } from "./deadline-watch.ts";
import { Growth } from "./growth.ts";
import { Work } from "./work.ts";

/** What the conversion of a review's objects may use besides the objects. */
export interface AllowanceOptions {
  /** Judge preserved values against the schema of the version that they return to. */
  readonly validators: Validators;
  /** True once the response would come too late. Default: never. */
  readonly expired?: () => boolean;
  readonly growth?: Growth;
  readonly work?: Work;
  /** Default: one that asks `expired`. */
  readonly watch?: DeadlineWatch;
}

/** One review's share of work and time and each object's of bytes, with what judges preserved values. */
export class Allowance {
  readonly validators: Validators;
  /** That of the object at hand: every object has the whole of it. */
  readonly growth: Growth;
  readonly work: Work;
  readonly expired: () => boolean;
  /** Observes the deadline within the work on one object. */
  readonly watch: DeadlineWatch;

  constructor({ validators, expired = never, growth, work, watch }: AllowanceOptions) {
    this.validators = validators;
    this.expired = expired;
    this.growth = growth ?? new Growth();
    this.work = work ?? new Work();
    this.watch = watch ?? new DeadlineWatch(expired);
  }

  /** The same with growth of its own: for what is tried out and not sent. */
  apart(growth: Growth = new Growth()): Allowance {
    const { validators, expired, work, watch } = this;
    return new Allowance({ validators, expired, growth, work, watch });
  }
}

function never(): boolean {
  return false;
}
