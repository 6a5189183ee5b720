import { parseGoDuration } from "../../go/duration.ts";
import { parseTime } from "../../go/time.ts";
import { Float, isArray, isObject, type JsonValue } from "../../json/value.ts";
import {
  parseQuantity,
  quantityScales,
  readQuantity,
} from "../../lens/ops/quantity/quantity-text.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/** True for values that mean a field is not set in Go: absent, null, `""`, 0, false, an empty list, a map of such values. */
export function isGoZero(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  if (isArray(value)) return value.length === 0;
  if (value instanceof Float) return value.value === 0;
  if (isObject(value)) return Object.values(value).every(isGoZero);
  return value === 0 || value === 0n;
}

/** True for two spellings of one duration (`1h`, `60m`), one quantity (`1`, `1000m`) or one time. */
export function isSameSpelling(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  schema: Structural | undefined,
): boolean {
  const [text, otherText] = [scalarText(one), scalarText(other)];
  if (text === undefined || otherText === undefined) return false;
  return (
    isSameDuration(text, otherText) ||
    (mayBeQuantities([text, otherText], schema) && isSameQuantity(text, otherText)) ||
    (schema?.validation?.format === "date-time" && isSameTime(text, otherText))
  );
}

function scalarText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value instanceof Float ? String(value.value) : undefined;
}

function isSameDuration(one: string, other: string): boolean {
  const nanoseconds = parseGoDuration(one);
  return nanoseconds !== undefined && nanoseconds === parseGoDuration(other);
}

/**
 * True if two strings may be quantities: the field is int-or-string, or one string has a suffix such as `Mi`. In other fields,
 * `1` and `1.0` are different strings.
 */
function mayBeQuantities(texts: readonly string[], schema: Structural | undefined): boolean {
  return (
    schema?.x.intOrString === true ||
    texts.some((text) => /\d(?:[numkMGTPE]|[KMGTPE]i)$/.test(text))
  );
}

/**
 * True for two quantities that Kubernetes reads as one number: it rounds to whole billionths, away from zero, as readQuantity
 * does, and limits quantities with a binary suffix to ±(2^63-1).
 */
function isSameQuantity(one: string, other: string): boolean {
  const [count, otherCount] = [billionths(one), billionths(other)];
  if (count !== undefined || otherCount !== undefined) return count === otherCount;
  // `billionths` returns undefined for counts of more than some 130 bits. Such quantities are compared in a unit near the first
  // one's exponent.
  const scale = { base: 10, exponent: exponentOf(one) - 24 } as const;
  const [large, otherLarge] = [readQuantity(one, scale), readQuantity(other, scale)];
  if (large?.isExact !== true || otherLarge?.isExact !== true) return false;
  return large.count === otherLarge.count;
}

function exponentOf(text: string): number {
  return Number(/[eE]([+-]?\d+)$/.exec(text)?.[1] ?? 0);
}

/** The number of billionths in 1. */
const billion = 1_000_000_000n;
/** The largest quantity with a binary suffix, in billionths: Kubernetes cuts a larger one to the largest int64. */
const largestBinary = (2n ** 63n - 1n) * billion;

function billionths(text: string): bigint | undefined {
  const smallest = quantityScales.get("n");
  const count = smallest === undefined ? undefined : parseQuantity(text, smallest);
  if (count === undefined || !text.endsWith("i")) return count;
  if (count > largestBinary) return largestBinary;
  return count < -largestBinary ? -largestBinary : count;
}

function isSameTime(one: string, other: string): boolean {
  const [time, otherTime] = [parseTime(one), parseTime(other)];
  return time.ok && otherTime.ok && time.value === otherTime.value;
}
