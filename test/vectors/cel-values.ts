import { isInt } from "../../lib/cel/value/int.ts";
import { showDouble } from "../../lib/cel/value/map.ts";
import { plainDecimal, printTimestamp } from "../../lib/cel/value/time.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  Duration,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
} from "../../lib/cel/value/value.ts";
import type { JsonValue } from "../../lib/json/value.ts";

/** A value as the vectors encode it. */
export function encodeCel(value: CelValue): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (isInt(value)) return { int: String(value) };
  if (value instanceof Uint) return { uint: String(value.value) };
  if (value instanceof Double) return { double: showDouble(value.value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Duration) return { duration: printGoDuration(value) };
  if (value instanceof Timestamp)
    return { timestamp: printTimestamp(new Timestamp(value.seconds, value.nanoseconds, 0)) };
  if (value instanceof Optional) {
    return { optional: value.value === undefined ? [] : [encodeCel(value.value)] };
  }
  if (value instanceof TypeValue) return { type: typeTexts.get(value.name) ?? value.name };
  if (value instanceof CelList) return Array.from(value, encodeCel);
  if (value instanceof CelMap) return { map: encodeEntries(value) };
  if (value instanceof CelError) return { err: value.message };
  return value instanceof Opaque ? { opaque: [value.typeName, value.toString()] } : null;
}

/** Types that the vectors print with parameters. */
const typeTexts = new Map([
  ["list", "list(dyn)"],
  ["map", "map(dyn, dyn)"],
]);

function encodeEntries(map: CelMap): JsonValue {
  const entries = Array.from(map.keys(), (key) => [
    encodeCel(key),
    encodeCel(map.find(key) ?? null),
  ]);
  return entries.sort((a, b) => (JSON.stringify(a[0]) < JSON.stringify(b[0]) ? -1 : 1));
}

/** A duration as Go prints it: `1h0m0s`. */
function printGoDuration({ nanoseconds }: Duration): string {
  if (nanoseconds === 0n) return "0s";
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const sign = nanoseconds < 0n ? "-" : "";
  for (const [limit, unit] of [
    [1_000n, "ns"],
    [1_000_000n, "µs"],
    [1_000_000_000n, "ms"],
  ] as const) {
    if (size < limit) return sign + plainDecimal(Number(size) / Number(limit / 1_000n)) + unit;
  }
  const seconds = Number(size % 60_000_000_000n) / 1e9;
  const minutes = size / 60_000_000_000n;
  const hours = minutes / 60n;
  const start = hours > 0n ? `${hours}h${minutes % 60n}m` : minutes > 0n ? `${minutes}m` : "";
  return `${sign}${start}${plainDecimal(seconds)}s`;
}
