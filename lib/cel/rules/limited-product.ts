import { unlimited } from "../cost/interval.ts";

/** A product, limited to 64 bits. */
export function limitedProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > unlimited ? unlimited : product;
}
