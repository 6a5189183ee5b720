import type { Pair } from "../subject.ts";
import type { Trial } from "../trial.ts";

/** The laws that a kind must keep, as `customhouse check` names them. */
export type LawName =
  | "round-trip"
  | "edits-survive"
  | "settles"
  | "fragments"
  | "valid-result"
  | "server-in-between"
  | "path-independence"
  | "scale"
  | "input-untouched"
  | "deterministic"
  | "no-crash"
  | "small-scope";

/** A law of conversions, tried on one direction between two versions at a time. */
export interface Law {
  readonly name: LawName;
  /** What holds, in one sentence. */
  readonly statement: string;
  /** How the law is tried between two versions; undefined where it says nothing about them. */
  readonly trial: (pair: Pair) => Trial | undefined;
}
