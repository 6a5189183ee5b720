import { most } from "../cost/interval.ts";

/** A product that stops at 64 bits. */
export function limitedProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > most ? most : product;
}
