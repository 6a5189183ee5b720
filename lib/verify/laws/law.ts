import type { Direction } from "../subject.ts";
import type { Trial } from "../trial.ts";

/** The names of all laws, as `customhouse check` prints them. */
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
  | "small-scope"
  | "examples"
  | WebhookLawName;

/** The additional laws for a webhook that is known only by its responses (`check --url`). */
export type WebhookLawName =
  | "responds"
  | "acceptable"
  | "converts"
  | "converts-outdated"
  | "batch"
  | "review-versions"
  | "refusal-named"
  | "same-version"
  | "metadata-kept"
  | "no-metadata"
  | "explicit-values"
  | "large-reviews"
  | "hostile-bodies"
  | "http2"
  | "short-timeout"
  | "keep-alive"
  | AdmissionLawName;

/** The laws for an admission webhook that is known only by its responses (`check --admission`). */
export type AdmissionLawName =
  | "admission-responds"
  | "same-decision"
  | "same-in-versions"
  | "patch-applies"
  | "patch-needed"
  | "idempotent"
  | "finalizer-removal";

/** A law that conversions between two versions, or the decisions of an admission webhook, must obey. */
export interface Law {
  readonly name: LawName;
  /** The law in one sentence, for help texts and reports. */
  readonly statement: string;
  /** Prepares the law for one direction between two versions; undefined if it does not apply to that direction. */
  readonly trial: (pair: Direction) => Trial | undefined;
}
