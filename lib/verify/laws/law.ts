import type { Direction } from "../subject.ts";
import type { Trial } from "../trial.ts";

/** The laws of conversion, as `customhouse check` names them. */
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

/** The laws of a webhook of which only the responses are seen, beside those above that apply to it. */
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

/** The laws of an admission webhook of which only the responses are seen. */
export type AdmissionLawName =
  | "admission-responds"
  | "same-decision"
  | "same-in-versions"
  | "patch-applies"
  | "patch-needed"
  | "idempotent"
  | "finalizer-removal";

/** A law of conversions; each trial takes one direction between two versions. */
export interface Law {
  readonly name: LawName;
  /** What holds, in one sentence. */
  readonly statement: string;
  /** The trial of the law between two versions; undefined where the law does not concern them. */
  readonly trial: (pair: Direction) => Trial | undefined;
}
