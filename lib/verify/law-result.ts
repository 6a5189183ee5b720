import type { JsonObject } from "../json/value.ts";

/** Objects that break a law. */
export interface LawFault {
  readonly before: JsonObject;
  /** At the other version. */
  readonly after?: JsonObject;
  /** Back at the first version, or the object that `after` is compared with. */
  readonly returned?: JsonObject;
  /** What is wrong, for the author of the kind. */
  readonly explanation: string;
}

/**
 * The result of a law for one object. Refused: the kind declines to convert it, which it may. Crashed: the conversion
 * threw; only `no-crash` and `small-scope` report that.
 */
export type LawResult =
  | { readonly type: "ok" }
  | { readonly type: "refused" }
  | { readonly type: "crashed"; readonly error: unknown }
  | { readonly type: "FAIL"; readonly fault: LawFault };

export const lawOk: LawResult = { type: "ok" };
export const lawRefused: LawResult = { type: "refused" };

export function lawFails(fault: LawFault): LawResult {
  return { type: "FAIL", fault };
}
