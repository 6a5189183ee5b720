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

/** The name of a value's type, as `type(x)` returns it. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
    case "bigint":
      return "int";
    default:
      return value === null ? "null_type" : objectTypeName(value);
  }
}

function objectTypeName(value: object & CelValue): string {
  if (value instanceof CelList) return "list";
  if (value instanceof CelMap) return "map";
  if (value instanceof Double) return "double";
  if (value instanceof Uint) return "uint";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Duration) return "google.protobuf.Duration";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof Optional) return "optional_type";
  if (value instanceof TypeValue) return "type";
  if (value instanceof Opaque) return value.typeName;
  return value instanceof CelError ? "error" : "unknown";
}

const goNames: ReadonlyMap<string, string> = new Map([
  ["null_type", "types.Null"],
  ["optional_type", "*types.Optional"],
  ["type", "*types.Type"],
  ["list", "*types.baseList"],
  ["map", "*types.baseMap"],
  ["error", "*types.Err"],
  ["kubernetes.NamedFormat", "cel.Format"],
  ["unknown", "*common.unknownPreserved"],
]);

/** The name of the Go type that the value has on the API server. Some errors show it. */
export function goTypeName(value: CelValue): string {
  const name = typeNameOf(value);
  const short = name.slice(name.lastIndexOf(".") + 1);
  const packageName = value instanceof Opaque ? "cel" : "types";
  return goNames.get(name) ?? `${packageName}.${short.charAt(0).toUpperCase()}${short.slice(1)}`;
}
