import type { Validators } from "../schema/validation/validators.ts";
import { DeadlineWatch } from "./deadline-watch.ts";
import { Growth } from "./growth.ts";
import { ValidationWork } from "./validation-work.ts";

/** The limits of the conversions in a review, and the validators that they need. */
export interface AllowanceOptions {
  /** Validate preserved values against the schema of the version in which they are restored. */
  readonly validators: Validators;
  /** True once a response would be too late. Default: never. */
  readonly expired?: () => boolean;
  readonly growth?: Growth;
  readonly work?: ValidationWork;
  /** Checks the deadline while one object is converted. Default: a new watch that calls `expired`. */
  readonly watch?: DeadlineWatch;
  /**
   * True: call each hook twice and fail if the results differ; also fail on an invalid result of a hook, instead of preserving
   * the value. For `check`. Default: false.
   */
  readonly callsHooksTwice?: boolean;
}

/**
 * What the conversions of one review may use: time and validation work for the review, growth in bytes for each object. Also holds
 * the validators for preserved values.
 */
export class Allowance {
  readonly validators: Validators;
  /** The growth of the current object. The full limit is available again for each object. */
  readonly growth: Growth;
  readonly work: ValidationWork;
  readonly expired: () => boolean;
  /** Checks the deadline while one object is converted. */
  readonly watch: DeadlineWatch;
  readonly callsHooksTwice: boolean;

  constructor({
    validators,
    expired = isNeverLate,
    callsHooksTwice = false,
    growth = new Growth(),
    work = new ValidationWork(),
    watch = new DeadlineWatch(expired),
  }: AllowanceOptions) {
    this.validators = validators;
    this.expired = expired;
    this.callsHooksTwice = callsHooksTwice;
    this.growth = growth;
    this.work = work;
    this.watch = watch;
  }

  /** A copy that counts growth separately, for a conversion whose result is not sent. */
  apart(growth: Growth = new Growth()): Allowance {
    const { validators, expired, work, watch, callsHooksTwice } = this;
    return new Allowance({ validators, expired, growth, work, watch, callsHooksTwice });
  }
}

function isNeverLate(): boolean {
  return false;
}
