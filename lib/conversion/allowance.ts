import type { Validators } from "../schema/validators.ts";
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
}

/** One review's share of bytes, work and time, with what judges preserved values. */
export class Allowance {
  readonly validators: Validators;
  readonly growth: Growth;
  readonly work: Work;
  readonly expired: () => boolean;

  constructor({ validators, expired = never, growth, work }: AllowanceOptions) {
    this.validators = validators;
    this.expired = expired;
    this.growth = growth ?? new Growth();
    this.work = work ?? new Work();
  }

  /** The same with growth of its own: for what is tried out and not sent. */
  apart(growth: Growth = new Growth()): Allowance {
    const { validators, expired, work } = this;
    return new Allowance({ validators, expired, growth, work });
  }
}

function never(): boolean {
  return false;
}
