import type { Validators } from "../schema/validation/validators.ts";
import { DeadlineWatch } from "./deadline-watch.ts";
import { Growth } from "./growth.ts";
import { ValidationWork } from "./validation-work.ts";

/** Limits and tools of the conversions in a review. */
export interface AllowanceOptions {
  /** Validate preserved values against the schema of the version that they return to. */
  readonly validators: Validators;
  /** True once the response would come too late. Default: never. */
  readonly expired?: () => boolean;
  readonly growth?: Growth;
  readonly work?: ValidationWork;
  /** Checks the deadline during the work on one object. Default: a watch of `expired`. */
  readonly watch?: DeadlineWatch;
  /**
   * Call each hook twice and fail if its results differ, and fail on an invalid result instead of preserving the value.
   * For `check`. Default: false.
   */
  readonly callsHooksTwice?: boolean;
}

/** The limits of a review in work and time, and of each object in bytes, with the validators of preserved values. */
export class Allowance {
  readonly validators: Validators;
  /** The growth of the current object: each object may use all of it. */
  readonly growth: Growth;
  readonly work: ValidationWork;
  readonly expired: () => boolean;
  /** Checks the deadline during the work on one object. */
  readonly watch: DeadlineWatch;
  readonly callsHooksTwice: boolean;

  constructor({ validators, expired = never, callsHooksTwice = false, ...own }: AllowanceOptions) {
    this.validators = validators;
    this.expired = expired;
    this.callsHooksTwice = callsHooksTwice;
    this.growth = own.growth ?? new Growth();
    this.work = own.work ?? new ValidationWork();
    this.watch = own.watch ?? new DeadlineWatch(expired);
  }

  /** A copy with a growth of its own, for a conversion whose result is not sent. */
  apart(growth: Growth = new Growth()): Allowance {
    const { validators, expired, work, watch, callsHooksTwice } = this;
    return new Allowance({ validators, expired, growth, work, watch, callsHooksTwice });
  }
}

function never(): boolean {
  return false;
}
