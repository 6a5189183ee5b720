import { Float, type JsonValue } from "./value.ts";

/** The largest signed integer of 64 bits: int64 in Go and in CEL. */
export const maxInt64: bigint = 2n ** 63n - 1n;
/** The smallest signed integer of 64 bits. Its negation does not fit into 64 bits. */
export const minInt64: bigint = -(2n ** 63n);
/** The characters of the longest integer of 64 bits: 19 digits and a sign. */
const maxInt64Chars = 20;

/**
 * The value of a JSON number token as kube-apiserver holds it. A token without `.`, `e`, `E` that fits into 64 bits is
 * an integer; any other is the nearest float64, with `tokens` as a {@link Float}, which keeps the text. Undefined for a
 * number beyond float64 (`1e400`), which kube-apiserver refuses.
 * Source: https://github.com/kubernetes-sigs/json/blob/2d320260d730/internal/golang/encoding/json/kubernetes_patch.go,
 * convertNumber.
 */
export function numberOf(token: string, tokens: boolean): JsonValue | undefined {
  if (!/[.eE]/.test(token)) {
    const small = Number(token);
    if (Number.isSafeInteger(small)) return small === 0 ? 0 : small;
    // A longer token does not fit into 64 bits, and BigInt would take more than linear time.
    const big = token.length <= maxInt64Chars ? BigInt(token) : undefined;
    if (big !== undefined && big >= minInt64 && big <= maxInt64) return big;
  }
  const float = Number(token);
  if (!Number.isFinite(float)) return undefined;
  return tokens ? new Float(token) : float;
}

/**
 * True if a text may contain a number that `JSON.parse` would change: 16 or more digits (2^53 has 16), three or more
 * digits of exponent (float64 ends at 1e308), or a negative zero. If the result is wrongly true, the exact parser is
 * used, which only takes more time.
 */
export function mayHoldChangedNumber(text: string): boolean {
  const isCandidate = text.startsWith("-0") || prefilters.some((prefilter) => prefilter.test(text));
  return isCandidate && changedNumber.test(text);
}

/**
 * Fast tests, one for each alternative of {@link changedNumber}, which ignore where numbers begin. Most texts match
 * none of them, which V8 finds out faster for all three than for the exact expression.
 */
const prefilters: readonly RegExp[] = [
  /\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d\d/,
  /\d[eE]\+?\d\d\d+(?:[\s,\]}]|$)/,
  /[:[,\s]-0/,
];

const changedNumber = /(?:^|[:[,])\s*(?:-0(?![.\d]*[1-9])|-?\d{16}|-?\d[\d.]*[eE]\+?\d{3})/;
