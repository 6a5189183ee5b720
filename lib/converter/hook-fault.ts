import type { ConversionFault } from "./converter.ts";

/** A fault of an author's code rather than of the object. */
export interface HookFault extends ConversionFault {
  readonly code: "HookFailed";
  /**
   * What the author's code threw, or an error about the value that it returned. Only for the log, never for the caller.
   */
  readonly thrown: unknown;
}

/** True for a fault of an author's code. */
export function isHookFault(fault: ConversionFault): fault is HookFault {
  return "thrown" in fault;
}
