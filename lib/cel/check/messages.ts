import {
  anyType,
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listTypeOf,
  mapTypeOf,
  nullable,
  nullType,
  opaqueType,
  parameterType,
  stringType,
  timestampType,
  typeOfType,
  uintType,
} from "../type/cel-type.ts";

const parameterA = parameterType("A");
const parameterB = parameterType("B");

/** The full name of one of Protocol Buffers' well-known message types. */
function wellKnownName(name: string): string {
  return `google.protobuf.${name}`;
}

/** The wrapper messages, whose value is a scalar or null. */
const wrappers = (
  [
    ["Bool", boolType],
    ["Bytes", bytesType],
    ["Double", doubleType],
    ["Float", doubleType],
    ["Int32", intType],
    ["Int64", intType],
    ["String", stringType],
    ["UInt32", uintType],
    ["UInt64", uintType],
  ] as const
).map(([name, type]) => [wellKnownName(`${name}Value`), type] as const);

/** The types that expressions can name, including message types. */
export const namedTypes: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ...[
    ...[boolType, bytesType, doubleType, intType, uintType, stringType, nullType],
    ...[listTypeOf(parameterA), mapTypeOf(parameterA, parameterB), typeOfType()],
    ...[opaqueType("net.IP"), opaqueType("net.CIDR"), opaqueType("optional_type")],
    ...[durationType, timestampType, anyType],
  ].map((type) => [type.name, type] as const),
  [wellKnownName("Value"), dynType],
  [wellKnownName("ListValue"), listTypeOf(dynType)],
  [wellKnownName("Struct"), mapTypeOf(stringType, dynType)],
  ...wrappers.map(([name, type]) => [name, nullable(type)] as const),
]);

function fieldsOf(
  ...fields: readonly (readonly [string, CelType])[]
): ReadonlyMap<string, CelType> {
  return new Map(fields);
}

const secondsAndNanos = fieldsOf(["seconds", intType], ["nanos", intType]);

const fieldsByMessage: ReadonlyMap<string, ReadonlyMap<string, CelType>> = new Map([
  [durationType.name, secondsAndNanos],
  [timestampType.name, secondsAndNanos],
  [anyType.name, fieldsOf(["type_url", stringType], ["value", bytesType])],
  [
    wellKnownName("Value"),
    fieldsOf(
      ["null_value", intType],
      ["number_value", doubleType],
      ["string_value", stringType],
      ["bool_value", boolType],
      ["struct_value", mapTypeOf(stringType, dynType)],
      ["list_value", listTypeOf(dynType)],
    ),
  ],
  [wellKnownName("ListValue"), fieldsOf(["values", listTypeOf(dynType)])],
  [wellKnownName("Struct"), fieldsOf(["fields", mapTypeOf(stringType, dynType)])],
  ...wrappers.map(([name, type]) => [name, fieldsOf(["value", type])] as const),
]);

/** The fields of a message type, by name; undefined for a name that is not a message type. */
export function messageFields(name: string): ReadonlyMap<string, CelType> | undefined {
  return fieldsByMessage.get(name);
}
