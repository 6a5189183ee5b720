import type { Converter } from "./converter.ts";

/** The conversions between two versions of a kind, one each way. */
export interface VersionEdge {
  readonly from: string;
  readonly to: string;
  readonly forward: Converter;
  readonly backward: Converter;
  /**
   * The same for a service that never lets one bad object fail a review: where {@link forward} or {@link backward}
   * cannot convert, the nearest valid shape, with the original kept in annotations for the way back.
   */
  readonly nearest?: { readonly forward: Converter; readonly backward: Converter };
  /** How many of its rules may leave something to keep: paths with fewer are preferred. Default 0. */
  readonly inexact?: number;
}

/** The side of an edge that a conversion starts from. */
export type EdgeSide = "from" | "to";

/** A kind with its versions, as far as conversion goes. */
export interface ConvertibleKind<Edge extends VersionEdge = VersionEdge> {
  readonly group: string;
  readonly kind: string;
  /** Every version that the server may ask for, also those that the CRD no longer lists. */
  readonly versions: readonly string[];
  readonly edges: readonly Edge[];
}

/** A registry that cannot answer for all its versions: thrown when it is built, with every fault at once. */
export class IncompleteRegistry extends Error {
  override readonly name = "IncompleteRegistry";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the kinds cannot be served:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}
