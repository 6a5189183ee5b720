import type { JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { Many, One } from "../ops/codec.ts";

/** A rule made ready to run one way. */
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
  /** What is read comes back the same, or {@link run} itself says that it does not. */
  readonly isExact: boolean;
  /** The value of an absent source whose parent is there. */
  readonly fill?: JsonValue;
  /** Where an absent source may come back as a value: where its parent is there, or anywhere. */
  readonly filledBack?: "beside" | "anywhere";
  /** A value that cannot be read may stay where it is; never where the paths differ. */
  readonly stays?: (value: JsonValue) => boolean;
  readonly fail?: string;
}

export interface DirectedMany {
  readonly type: "many";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** Looked at beside the sources; run gets these values after those of the sources. */
  readonly reads: readonly KeyPath[];
  readonly run: Many;
  readonly inverse: Many;
  readonly isExact: boolean;
  /** Whether it comes back cannot be tried out on its own: one way or the other it reads more than it takes. */
  readonly assumesInexact: boolean;
  /** Each target says all there is to say: one may be written where another cannot. */
  readonly isPartial: boolean;
  /** The value of the first target where the sources say nothing and its parent is there. */
  readonly fill?: JsonValue;
  /** Where absent sources may come back as a value. */
  readonly filledBack?: "beside" | "anywhere";
  readonly fail?: string;
}
