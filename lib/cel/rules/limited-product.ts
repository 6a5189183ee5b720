import { noLimit } from "../cost/interval.ts";

/** The product of two numbers, limited to the largest unsigned integer of 64 bits. */
export function limitedProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > noLimit ? noLimit : product;
}
