import {
  anyType,
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  nullable,
  nullType,
  opaqueType,
  parameterType,
  stringType,
  timestampType,
  typeOf,
  uintType,
} from "../type/cel-type.ts";

const parameterA = parameterType("A");
const parameterB = parameterType("B");

/** Types that have a name in expressions, the messages of Protocol Buffers that every server knows among them. */
export const typeNames: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["int", intType],
  ["uint", uintType],
  ["string", stringType],
  ["null_type", nullType],
  ["list", listOf(parameterA)],
  ["map", mapOf(parameterA, parameterB)],
  ["type", typeOf()],
  ["net.IP", opaqueType("net.IP")],
  ["net.CIDR", opaqueType("net.CIDR")],
  ["optional_type", opaqueType("optional_type")],
  ["google.protobuf.Duration", durationType],
  ["google.protobuf.Timestamp", timestampType],
  ["google.protobuf.Any", anyType],
  ["google.protobuf.Value", dynType],
  ["google.protobuf.ListValue", listOf(dynType)],
  ["google.protobuf.Struct", mapOf(stringType, dynType)],
  ["google.protobuf.BoolValue", nullable(boolType)],
  ["google.protobuf.BytesValue", nullable(bytesType)],
  ["google.protobuf.DoubleValue", nullable(doubleType)],
  ["google.protobuf.FloatValue", nullable(doubleType)],
  ["google.protobuf.Int32Value", nullable(intType)],
  ["google.protobuf.Int64Value", nullable(intType)],
  ["google.protobuf.StringValue", nullable(stringType)],
  ["google.protobuf.UInt32Value", nullable(uintType)],
  ["google.protobuf.UInt64Value", nullable(uintType)],
]);

const moment: ReadonlyMap<string, CelType> = new Map([
  ["seconds", intType],
  ["nanos", intType],
]);

const fields: ReadonlyMap<string, ReadonlyMap<string, CelType>> = new Map([
  ["google.protobuf.Duration", moment],
  ["google.protobuf.Timestamp", moment],
  [
    "google.protobuf.Any",
    new Map([
      ["type_url", stringType],
      ["value", bytesType],
    ]),
  ],
  [
    "google.protobuf.Value",
    new Map([
      ["null_value", intType],
      ["number_value", doubleType],
      ["string_value", stringType],
      ["bool_value", boolType],
      ["struct_value", mapOf(stringType, dynType)],
      ["list_value", listOf(dynType)],
    ]),
  ],
  ["google.protobuf.ListValue", new Map([["values", listOf(dynType)]])],
  ["google.protobuf.Struct", new Map([["fields", mapOf(stringType, dynType)]])],
  ["google.protobuf.BoolValue", new Map([["value", boolType]])],
  ["google.protobuf.BytesValue", new Map([["value", bytesType]])],
  ["google.protobuf.DoubleValue", new Map([["value", doubleType]])],
  ["google.protobuf.FloatValue", new Map([["value", doubleType]])],
  ["google.protobuf.Int32Value", new Map([["value", intType]])],
  ["google.protobuf.Int64Value", new Map([["value", intType]])],
  ["google.protobuf.StringValue", new Map([["value", stringType]])],
  ["google.protobuf.UInt32Value", new Map([["value", uintType]])],
  ["google.protobuf.UInt64Value", new Map([["value", uintType]])],
]);

/** The fields of a message, undefined for a name that is none. */
export function messageFields(name: string): ReadonlyMap<string, CelType> | undefined {
  return fields.get(name);
}
