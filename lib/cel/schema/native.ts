import { isInt64 } from "../../go/number.ts";
import { Float, isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { intOf } from "../value/int.ts";
import { ValueList } from "../value/list.ts";
import { ValueMap } from "../value/map.ts";
import {
  CelList,
  CelMap,
  type CelValue,
  Double,
  Duration,
  Timestamp,
  Uint,
} from "../value/value.ts";

/**
 * A value as the API server's Go code stores it: JSON, or a value that JSON can't represent. The items of a list with a
 * schema have this type, including items that an expression added.
 */
export type GoValue = JsonValue | NonJsonValue;

/** A value that JSON can't represent. `typeName` is its Go type. */
export class NonJsonValue {
  readonly typeName: string;
  readonly value: CelValue;

  constructor(typeName: string, value: CelValue) {
    this.typeName = typeName;
    this.value = value;
  }
}

/** The name of a value's Go type, as the API server's errors show it. */
export function nativeTypeName(value: GoValue): string {
  if (value instanceof NonJsonValue) return value.typeName;
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (value === null) return "<nil>";
  if (isArray(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  return isInteger(value) ? "int64" : "float64";
}

/** True for a number that the API server stores as int64. */
export function isInteger(value: number | bigint | Float): value is number | bigint {
  return !(value instanceof Float) && isInt64(value);
}

/** A double as Go stores it: a float64, even if it is a whole number. */
export function nativeDouble(value: number): GoValue {
  return Number.isFinite(value)
    ? new Float(String(value))
    : new NonJsonValue("float64", new Double(value));
}

/** Converts JSON to CEL values without a schema: dates stay strings, objects become maps. */
export function untypedCelValue(value: JsonValue): CelValue {
  if (isArray(value)) return new ValueList(value.map(untypedCelValue));
  if (isObject(value)) {
    return new ValueMap(
      Object.keys(value).map((key) => [key, untypedCelValue(member(value, key) ?? null)] as const),
    );
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (isInteger(value)) return typeof value === "bigint" ? intOf(value) : value;
  return new Double(value instanceof Float ? value.value : Number(value));
}

/** True for a value that JSON can represent. */
export function isJson(value: GoValue): value is JsonValue {
  return !(value instanceof NonJsonValue);
}

/** The Go type of a CEL value that JSON can't represent. */
export function goTypeOfValue(value: CelValue): string {
  if (value === null) return "structpb.NullValue";
  if (value instanceof Uint) return "uint64";
  if (value instanceof Uint8Array) return "[]uint8";
  if (value instanceof Duration) return "time.Duration";
  if (value instanceof Timestamp) return "time.Time";
  if (value instanceof CelList) return "[]ref.Val";
  return value instanceof CelMap ? "map[ref.Val]ref.Val" : "interface {}";
}
