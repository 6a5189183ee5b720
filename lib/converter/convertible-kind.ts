import type { Converter } from "./converter.ts";

/** The conversions between two versions of a kind, one converter for each direction. */
export interface VersionEdge {
  readonly from: string;
  readonly to: string;
  readonly forward: Converter;
  readonly backward: Converter;
  /**
   * Converters that replace an unconvertible object by its nearest valid shape and preserve the original in
   * annotations.
   */
  readonly nearest?: { readonly forward: Converter; readonly backward: Converter };
  /**
   * The number of rules that may lose something in one direction; what they lose is preserved in annotations. If several
   * chains of conversions connect two versions, the chain with the lowest sum is used. Default: 0.
   */
  readonly inexact?: number;
}

/** A kind with its versions and the conversions between them. */
export interface ConvertibleKind<Edge extends VersionEdge = VersionEdge> {
  readonly group: string;
  readonly kind: string;
  /** Every version that the server may request, including versions that the CRD no longer lists. */
  readonly versions: readonly string[];
  readonly edges: readonly Edge[];
}

/** Thrown for kinds that can't be served in all their versions. The message lists all faults. */
export class IncompleteRegistry extends Error {
  override readonly name = "IncompleteRegistry";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`the kinds cannot be served:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}
