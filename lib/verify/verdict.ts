import type { JsonObject } from "../json/value.ts";

/** Objects that break a law. */
export interface LawFault {
  readonly before: JsonObject;
  /** At the other version. */
  readonly after?: JsonObject;
  /** Back at the first version, or what is held against `after`. */
  readonly home?: JsonObject;
  /** What is wrong, for the author of the kind. */
  readonly explanation: string;
}

/**
 * What an object says of a law. Refused: the kind declines to convert it, which is its right. Crashed: it did not
 * convert it either, which is the matter of `no-crash` alone.
 */
export type Verdict =
  | { readonly type: "kept" }
  | { readonly type: "refused" }
  | { readonly type: "crashed"; readonly error: unknown }
  | { readonly type: "broken"; readonly fault: LawFault };

export const kept: Verdict = { type: "kept" };
export const refused: Verdict = { type: "refused" };

export function broken(fault: LawFault): Verdict {
  return { type: "broken", fault };
}
