/**
 * The kinds of types. `struct` is the type of a schema's object or of a library's value; `opaque` is a type that may
 * have parameters.
 */
export type TypeKind =
  | "dyn"
  | "any"
  | "error"
  | "bool"
  | "bytes"
  | "double"
  | "int"
  | "uint"
  | "string"
  | "null"
  | "duration"
  | "timestamp"
  | "list"
  | "map"
  | "struct"
  | "opaque"
  | "type"
  | "parameter";

/** A static type. Compare types with {@link sameType}: equal types are not always identical objects. */
export interface CelType {
  readonly kind: TypeKind;
  /** The name of the type, as `type(x)` returns it. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /**
   * A number for cache keys. It is greater than 0 for simple types, which match only themselves, such as int; 0 for all
   * other types, such as dyn, null and types with parameters.
   */
  readonly ordinal: number;
  /** The number of types in the printed type, including itself. */
  readonly size: number;
  /** True for wrapper messages such as `google.protobuf.Int64Value`. */
  readonly isNullable?: boolean;
}

const none: readonly CelType[] = [];

function simpleType(kind: TypeKind, name: string = kind, ordinal = 0): CelType {
  return { kind, name, parameters: none, ordinal, size: 1 };
}

/** Creates a type with parameters. */
export function parametricType(
  kind: TypeKind,
  name: string,
  parameters: readonly CelType[],
): CelType {
  const size = parameters.reduce((sum, parameter) => sum + parameter.size, 1);
  return { kind, name, parameters, ordinal: 0, size };
}

/** The type of a value whose type is known only at run time. The checker accepts any operation on it. */
export const dynType = simpleType("dyn");
/** The message type google.protobuf.Any, which the checker treats as dyn. */
export const anyType = simpleType("any", "google.protobuf.Any");
/** The type of an expression with an error. It matches every type, so that one fault is reported only once. */
export const errorType = simpleType("error", "!error!");
/** The type of true and false. */
export const boolType = simpleType("bool", "bool", 1);
/** The type of a sequence of bytes. */
export const bytesType = simpleType("bytes", "bytes", 2);
/** The type of 64-bit floating-point numbers. */
export const doubleType = simpleType("double", "double", 3);
/** The type of signed integers of 64 bits. */
export const intType = simpleType("int", "int", 4);
/** The type of unsigned integers of 64 bits. */
export const uintType = simpleType("uint", "uint", 5);
/** The type of strings. Their length is counted in code points. */
export const stringType = simpleType("string", "string", 6);
/** The type whose only value is `null`. */
export const nullType = simpleType("null", "null_type");
/** The type of durations, in nanoseconds. */
export const durationType = simpleType("duration", "google.protobuf.Duration", 7);
/** The type of points in time, in nanoseconds. */
export const timestampType = simpleType("timestamp", "google.protobuf.Timestamp", 8);

/** The type of lists with items of a type. */
export function listTypeOf(item: CelType): CelType {
  return parametricType("list", "list", [item]);
}

/** The type of maps with keys and values of given types. */
export function mapTypeOf(key: CelType, value: CelType): CelType {
  return parametricType("map", "map", [key, value]);
}

/** An object type: one with fields, or one of a library, such as `Quantity`. */
export function structType(name: string): CelType {
  return simpleType("struct", name);
}

/** A type without fields, whose values are used only through functions. */
export function opaqueType(name: string, ...parameters: readonly CelType[]): CelType {
  return parametricType("opaque", name, parameters);
}

/** The type of optionals with a value of a type. */
export function optionalOf(type: CelType): CelType {
  return opaqueType("optional_type", type);
}

/** The type of types, which are values in expressions such as `type(x) == int`. */
export function typeOfType(...type: readonly CelType[]): CelType {
  return parametricType("type", "type", type);
}

/** A type parameter of an overload, or a type variable of the checker. */
export function parameterType(name: string): CelType {
  return simpleType("parameter", name);
}

/** The type of a wrapper message: values of a scalar type, and null. */
export function nullable(type: CelType): CelType {
  return { ...type, ordinal: 0, isNullable: true };
}

/** True for types with the same kind, name and parameters. */
export function sameType(a: CelType, b: CelType): boolean {
  if (a === b) return true;
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((parameter, index) => {
      const other = b.parameters[index];
      return other !== undefined && sameType(parameter, other);
    })
  );
}

/** True for a type that is known only at run time. */
export function isDyn({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "any";
}

/** True for a type that contains no type variables. */
export function isClosed({ kind, parameters }: CelType): boolean {
  return kind !== "parameter" && parameters.every(isClosed);
}

/** The type of an optional's value; undefined for any other type. */
export function optionalValueType(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.parameters[0] : undefined;
}

const shortNames: { readonly [kind in TypeKind]?: string } = {
  any: "any",
  duration: "duration",
  timestamp: "timestamp",
  null: "null",
};

/**
 * A type as the checker's errors print it.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/format.go FormatCELType.
 */
export function formatType(type: CelType): string {
  const short = shortNames[type.kind];
  if (short !== undefined) return short;
  if (type.parameters.length === 0) return declaredName(type);
  return `${type.name}(${type.parameters.map(formatType).join(", ")})`;
}

/**
 * A type with its parameters, as cel-go prints it.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/types/types.go Type.String.
 */
export function printType(type: CelType): string {
  if (type.parameters.length === 0) return declaredName(type);
  return `${type.name}(${type.parameters.map(printType).join(", ")})`;
}

/** The name of a type without its parameters. */
export function declaredName({ name, isNullable }: CelType): string {
  return isNullable === true ? `wrapper(${name})` : name;
}
