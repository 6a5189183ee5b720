import type { HookFault } from "../converter/hook-fault.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";

/** A crash that makes every law fail in which it happens. Any other crash fails only `no-crash` and `small-scope`. */
export abstract class ReportedCrash extends Error {
  /** The object, as the conversion was given it. */
  readonly object: ReviewObject;

  constructor(object: ReviewObject, message: string, options?: ErrorOptions) {
    super(message, options);
    this.object = object;
  }
}

/** A conversion changed the object that was passed to it. */
export class InputWritten extends ReportedCrash {
  override readonly name = "InputWritten";

  /** `cause` is what the write to a frozen object threw. */
  constructor(object: ReviewObject, cause: unknown) {
    super(object, `the input was written to: ${thrownText(cause)}`, { cause });
  }
}

/** A hook threw, or returned something other than JSON. */
export class HookFailed extends Error {
  override readonly name = "HookFailed";

  constructor({ path, message, thrown }: HookFault) {
    super(`${path}: ${message}: ${thrownText(thrown)}`, { cause: thrown });
  }
}

function thrownText(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
