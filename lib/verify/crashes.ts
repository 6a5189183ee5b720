import type { HookFault } from "../converter/hook-fault.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";

/** A crash that fails every law that meets it. Other crashes fail only `no-crash`, `small-scope` and `examples`. */
export abstract class ReportedCrash extends Error {
  /** The object that was converted. */
  readonly object: ReviewObject;

  constructor(object: ReviewObject, message: string, options?: ErrorOptions) {
    super(message, options);
    this.object = object;
  }
}

/** A conversion changed the object that was passed to it. */
export class InputMutated extends ReportedCrash {
  override readonly name = "InputMutated";

  /** `cause`: the exception of the write to a frozen object. */
  constructor(object: ReviewObject, cause: unknown) {
    super(object, `the conversion changed its input: ${thrownText(cause)}`, { cause });
  }
}

/** A hook (a rule's TypeScript code) threw, or returned something other than JSON. */
export class HookFailed extends Error {
  override readonly name = "HookFailed";

  constructor({ path, message, thrown }: HookFault) {
    super(`${path}: ${message}: ${thrownText(thrown)}`, { cause: thrown });
  }
}

/** No more reviews may be sent to a webhook. A trial in which this is thrown ends, and does not judge the object that it tries. */
export class ReviewLimitReached extends Error {
  override readonly name = "ReviewLimitReached";
}

function thrownText(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
