import type { Converter } from "./converter.ts";

/** The conversions between two versions of a kind, one for each direction. */
export interface VersionEdge {
  readonly from: string;
  readonly to: string;
  readonly forward: Converter;
  readonly backward: Converter;
  /**
   * Conversions that replace an unconvertible object by its nearest valid shape, with the original preserved in
   * annotations.
   */
  readonly nearest?: { readonly forward: Converter; readonly backward: Converter };
  /**
   * The number of rules that can't carry over every value exactly and then preserve it. If several chains of
   * conversions join two versions, the chain with the lowest sum is used. Default: 0.
   */
  readonly inexact?: number;
}

/** A kind with its versions and conversions. */
export interface ConvertibleKind<Edge extends VersionEdge = VersionEdge> {
  readonly group: string;
  readonly kind: string;
  /** Every version that the server may request, also those that the CRD no longer lists. */
  readonly versions: readonly string[];
  readonly edges: readonly Edge[];
}

/** Kinds that can't be served in all their versions. Holds all faults. */
export class IncompleteRegistry extends Error {
  override readonly name = "IncompleteRegistry";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the kinds cannot be served:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}
