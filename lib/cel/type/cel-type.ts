/**
 * Kinds of types. `struct` is an object of a schema or a type of a library, `opaque` a type that may have parameters.
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

/** A static type. Compare with {@link sameType}: equal types are not always identical. */
export interface CelType {
  readonly kind: TypeKind;
  /** The name as values of the type report it. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /**
   * A number for each simple type, for cache keys: greater than 0 for dyn and for types that fit only themselves, 0 for
   * all other types.
   */
  readonly ordinal: number;
  /** The number of types in it, counted as it is printed. */
  readonly size: number;
  /** True for wrapper messages such as `google.protobuf.Int64Value`. */
  readonly isNullable?: boolean;
}

const none: readonly CelType[] = [];

function simple(kind: TypeKind, name: string = kind, ordinal = 0): CelType {
  return { kind, name, parameters: none, ordinal, size: 1 };
}

/** A type with parameters. */
export function parametric(kind: TypeKind, name: string, parameters: readonly CelType[]): CelType {
  const size = parameters.reduce((sum, parameter) => sum + parameter.size, 1);
  return { kind, name, parameters, ordinal: 0, size };
}

/** The type of a value that is known only at run time: the checker accepts any operation on it. */
export const dynType = simple("dyn");
/** A message that can hold any other, which the checker treats as dyn. */
export const anyType = simple("any", "google.protobuf.Any");
/** The result of an expression that does not check; it fits every type, so that one fault is reported once. */
export const errorType = simple("error", "!error!");
/** True or false. */
export const boolType = simple("bool", "bool", 1);
/** A sequence of octets, which has no text. */
export const bytesType = simple("bytes", "bytes", 2);
/** A 64-bit floating-point number. */
export const doubleType = simple("double", "double", 3);
/** A signed integer of 64 bits. */
export const intType = simple("int", "int", 4);
/** An unsigned integer of 64 bits. */
export const uintType = simple("uint", "uint", 5);
/** A text, whose length counts code points. */
export const stringType = simple("string", "string", 6);
/** The type of `null` alone. */
export const nullType = simple("null", "null_type");
/** A length of time in nanoseconds. */
export const durationType = simple("duration", "google.protobuf.Duration", 7);
/** A point in time in nanoseconds. */
export const timestampType = simple("timestamp", "google.protobuf.Timestamp", 8);

/** A list of one type. */
export function listOf(item: CelType): CelType {
  return parametric("list", "list", [item]);
}

/** A map from one type to another. */
export function mapOf(key: CelType, value: CelType): CelType {
  return parametric("map", "map", [key, value]);
}

/** A named type with fields, or one that a library declares. */
export function structType(name: string): CelType {
  return simple("struct", name);
}

/** A type without fields, used only through functions. */
export function opaqueType(name: string, ...parameters: readonly CelType[]): CelType {
  return parametric("opaque", name, parameters);
}

/** The type of an optional value. */
export function optionalOf(type: CelType): CelType {
  return opaqueType("optional_type", type);
}

/** The type of a type that an expression names as a value, as in `type(x) == int`. */
export function typeOfType(...type: readonly CelType[]): CelType {
  return parametric("type", "type", type);
}

/** A type parameter of a declaration, or a type variable of the checker. */
export function parameterType(name: string): CelType {
  return simple("parameter", name);
}

/** A scalar or null. */
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

/** True for types that are known only at run time. */
export function isDyn({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "any";
}

/** True for a type without type variables. */
export function isClosed({ kind, parameters }: CelType): boolean {
  return kind !== "parameter" && parameters.every(isClosed);
}

/** The type inside an optional, undefined for any other type. */
export function insideOptional(type: CelType): CelType | undefined {
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
 * Source: https://github.com/google/cel-go/blob/v0.26.0/checker/format.go FormatCELType.
 */
export function formatType(type: CelType): string {
  const short = shortNames[type.kind];
  if (short !== undefined) return short;
  if (type.parameters.length === 0) return declaredName(type);
  return `${type.name}(${type.parameters.map(formatType).join(", ")})`;
}

/** A type with its parameters. Source: https://github.com/google/cel-go/blob/v0.26.0/common/types/types.go Type.String. */
export function printType(type: CelType): string {
  if (type.parameters.length === 0) return declaredName(type);
  return `${type.name}(${type.parameters.map(printType).join(", ")})`;
}

/** A type's name without parameters. */
export function declaredName({ name, isNullable }: CelType): string {
  return isNullable === true ? `wrapper(${name})` : name;
}
