import { quote } from "../../go/print.ts";
import { showDouble } from "./map.ts";
import { printDuration, printTimestamp } from "./time.ts";
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
} from "./value.ts";

/** Prints a value in CEL syntax. */
export function showValue(value: CelValue): string {
  if (typeof value === "string") return quote(value);
  if (value === null || typeof value !== "object") return String(value);
  if (value instanceof CelList) return `[${Array.from(value, showValue).join(", ")}]`;
  if (value instanceof CelMap) return `{${entriesOf(value).join(", ")}}`;
  return showScalar(value);
}

function entriesOf(map: CelMap): readonly string[] {
  return Array.from(map.keys(), (key) => `${showValue(key)}: ${showValue(map.find(key) ?? null)}`);
}

function showScalar(value: object & CelValue): string {
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Double) return showFraction(value.value);
  if (value instanceof Uint8Array) return `b"${Array.from(value, showByte).join("")}"`;
  if (value instanceof Duration) return `duration(${quote(printDuration(value))})`;
  if (value instanceof Timestamp) return `timestamp(${quote(printTimestamp(value))})`;
  if (value instanceof Optional) {
    return value.value === undefined ? "optional.none()" : `optional.of(${showValue(value.value)})`;
  }
  if (value instanceof TypeValue) return value.name;
  if (value instanceof CelError) return `error: ${value.message}`;
  return value instanceof Opaque ? `${shortName(value)}(${quote(value.toString())})` : "";
}

function showFraction(value: number): string {
  const text = showDouble(value);
  return Number.isInteger(value) && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function showByte(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[ !#-[\]-~]/.test(char) ? char : `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** The name of the function that creates the value: `quantity` for `kubernetes.Quantity`. */
function shortName({ typeName }: Opaque): string {
  return typeName.slice(typeName.lastIndexOf(".") + 1).toLowerCase();
}
