import type { HookFault } from "../lens/ops/hook-fault.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";

/** A conversion wrote to the object that it was given. */
export class InputWritten extends Error {
  override readonly name = "InputWritten";
  /** The object, as it was given. */
  readonly object: ReviewObject;

  /** `cause` is what the write to a frozen object threw. */
  constructor(object: ReviewObject, cause: unknown) {
    super(`the input was written to: ${textOf(cause)}`, { cause });
    this.object = object;
  }
}

/** A hook threw, or returned something other than JSON. */
export class HookFailed extends Error {
  override readonly name = "HookFailed";

  constructor({ path, message, thrown }: HookFault) {
    super(`${path}: ${message}: ${textOf(thrown)}`, { cause: thrown });
  }
}

function textOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
