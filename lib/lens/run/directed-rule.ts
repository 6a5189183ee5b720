import type { JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { Many, One } from "../ops/codec.ts";

/** Where a value is filled in for an absent one: if the absent value's parent exists, or elsewhere too. */
export type FilledBack = "same parent" | "anywhere";

/** A rule compiled for one direction. */
export type DirectedRule =
  | DirectedOne
  | DirectedMany
  | { readonly type: "leave"; readonly sources: readonly KeyPath[]; readonly isKept: boolean }
  | { readonly type: "constant"; readonly source: KeyPath; readonly value: JsonValue }
  | { readonly type: "fill"; readonly target: KeyPath; readonly value: JsonValue };

export interface DirectedOne {
  readonly type: "one";
  readonly source: KeyPath;
  readonly target: KeyPath;
  readonly run: One;
  readonly inverse: One;
  /** Every value that is read converts back to the same value, or {@link run} itself reports that it does not. */
  readonly isExact: boolean;
  /** The value for an absent source whose parent exists. */
  readonly fill?: JsonValue;
  /** Where the other direction may fill a value in for an absent source. */
  readonly filledBack?: FilledBack;
  /** Whether a value that cannot be parsed may stay where it is; undefined where the paths differ. */
  readonly stays?: (value: JsonValue) => boolean;
  readonly fail?: string;
}

export interface DirectedMany {
  readonly type: "many";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** Read without being claimed; {@link run} gets these values after those of the sources. */
  readonly reads: readonly KeyPath[];
  readonly run: Many;
  readonly inverse: Many;
  readonly isExact: boolean;
  /** Set where the rule reads more than it claims in either direction, so that its round trip cannot be tested alone. */
  readonly assumesInexact: boolean;
  /** Each target holds the whole value: one may be written where another cannot. */
  readonly isPartial: boolean;
  /** The value of the first target where the sources yield nothing and its parent exists. */
  readonly fill?: JsonValue;
  /** Where the other direction may fill a value in for absent sources. */
  readonly filledBack?: FilledBack;
  readonly fail?: string;
}
