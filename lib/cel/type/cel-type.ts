/** The sorts of types. `struct` is what a schema's object or a library declares, `opaque` what takes parameters beside. */
export type Kind =
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

/** A static type. Types without parameters are shared, but may be made anew: compare with {@link sameType}. */
export interface CelType {
  readonly kind: Kind;
  /** As values of the type call it. */
  readonly name: string;
  readonly parameters: readonly CelType[];
  /** From 1, of a type that only equal types fit, and dyn; 0 of any other. */
  readonly ordinal: number;
  /** The type and the parameters within it, each counted as often as it is printed. */
  readonly size: number;
  /** Of messages that stand for a scalar or nothing (`google.protobuf.Int64Value`). */
  readonly isNullable?: boolean;
}

const none: readonly CelType[] = [];

function simple(kind: Kind, name: string = kind, ordinal = 0): CelType {
  return { kind, name, parameters: none, ordinal, size: 1 };
}

/** A type with parameters. */
export function parametric(kind: Kind, name: string, parameters: readonly CelType[]): CelType {
  const size = parameters.reduce((sum, parameter) => sum + parameter.size, 1);
  return { kind, name, parameters, ordinal: 0, size };
}

export const dynType = simple("dyn");
export const anyType = simple("any", "google.protobuf.Any");
export const errorType = simple("error", "!error!");
export const boolType = simple("bool", "bool", 1);
export const bytesType = simple("bytes", "bytes", 2);
export const doubleType = simple("double", "double", 3);
export const intType = simple("int", "int", 4);
export const uintType = simple("uint", "uint", 5);
export const stringType = simple("string", "string", 6);
export const nullType = simple("null", "null_type");
export const durationType = simple("duration", "google.protobuf.Duration", 7);
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

/** A type that only its functions know. */
export function opaqueType(name: string, ...parameters: readonly CelType[]): CelType {
  return parametric("opaque", name, parameters);
}

/** A value that may be missing. */
export function optionalOf(type: CelType): CelType {
  return opaqueType("optional_type", type);
}

/** The type of a type. */
export function typeOf(...type: readonly CelType[]): CelType {
  return parametric("type", "type", type);
}

/** A type to be found out: a letter in a declaration, a variable while checking. */
export function parameterType(name: string): CelType {
  return simple("parameter", name);
}

/** A scalar or null. */
export function nullable(type: CelType): CelType {
  return { ...type, ordinal: 0, isNullable: true };
}

/** True for types of one kind, one name and the same parameters. */
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

/** True for types about which nothing is known before evaluation. */
export function isDyn({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "any";
}

/** True for a type that nothing is to be found out about. */
export function isClosed({ kind, parameters }: CelType): boolean {
  return kind !== "parameter" && parameters.every(isClosed);
}

/** The type within an optional, undefined for any other type. */
export function insideOptional(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.parameters[0] : undefined;
}

const shortNames: { readonly [kind in Kind]?: string } = {
  any: "any",
  duration: "duration",
  timestamp: "timestamp",
  null: "null",
};

/** A type as errors of checking name it. Source: cel-go@v0.26.0 checker/format.go FormatCELType. */
export function formatType(type: CelType): string {
  const short = shortNames[type.kind];
  if (short !== undefined) return short;
  if (type.parameters.length === 0) return declaredName(type);
  return `${type.name}(${type.parameters.map(formatType).join(", ")})`;
}

/** A type by its full name. Source: cel-go@v0.26.0 common/types/types.go Type.String. */
export function printType(type: CelType): string {
  if (type.parameters.length === 0) return declaredName(type);
  return `${type.name}(${type.parameters.map(printType).join(", ")})`;
}

/** A type by its name alone. */
export function declaredName({ name, isNullable }: CelType): string {
  return isNullable === true ? `wrapper(${name})` : name;
}
