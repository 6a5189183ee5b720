import { float64Of, isInt64, isNumber } from "../../go/number.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { typeInvalid } from "../field-error/field-faults.ts";

/**
 * How the server decodes one of its Go types: the JSON that it accepts, and the canonical form of a value. The
 * canonical form has no unknown members, and no members with the zero value (empty string, false, 0, empty list or map)
 * unless the type distinguishes absent from zero or the server always writes the member. Two values with the same
 * canonical form are equal for the server.
 * Source: https://github.com/kubernetes-sigs/json/blob/2d320260d730/internal/golang/encoding/json/decode.go.
 */
export interface WireType {
  /** Go's zero value of the type. A null item of a list or value of a map becomes it, too. */
  readonly zero: JsonValue;
  /** True if an absent member differs from one with the zero value. */
  readonly pointer: boolean;
  /** The value that the server writes for an absent member; undefined if it writes none. */
  readonly absent?: JsonValue;
  read(value: JsonValue, path: string, result: DecodeResult): JsonValue;
}

/** What decoding reports in addition to the value. */
interface DecodeResult {
  readonly errors: FieldError[];
  /** The paths of unknown members; undefined if the server does not report them. */
  readonly unknown: string[] | undefined;
}

/** A string. The zero value is the empty string. */
export const wireString: WireType = scalar("", "a string", (value) =>
  typeof value === "string" ? value : undefined,
);

/** A boolean. The zero value is false. */
export const wireBoolean: WireType = scalar(false, "a boolean", (value) =>
  typeof value === "boolean" ? value : undefined,
);

/** An integer of 64 bits. */
export const int64: WireType = scalar(0, "an integer", (value) =>
  (typeof value === "number" || typeof value === "bigint") && isInt64(value) ? value : undefined,
);

/** An integer of 32 bits. */
export const int32: WireType = scalar(0, "a 32-bit integer", (value) =>
  typeof value === "number" && isInt64(value) && value === (value | 0) ? value : undefined,
);

/** A float64. */
export const float: WireType = scalar(0, "a number", (value) =>
  isNumber(value) ? float64Of(value) : undefined,
);

/** Bytes, written in base64. */
export const bytes: WireType = scalar("", "base64", (value) =>
  typeof value === "string" && base64.test(value.replace(/[\r\n]/g, "")) ? value : undefined,
);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A time in the format of RFC 3339. */
export const timestamp: WireType = scalar("", "a time in the format of RFC 3339", (value) =>
  typeof value === "string" && rfc3339.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined,
);

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Any JSON, unchanged. */
export const anyJson: WireType = {
  zero: null,
  pointer: false,
  read: (value) => value,
};

function scalar(
  zero: JsonValue,
  name: string,
  accept: (value: JsonValue) => JsonValue | undefined,
): WireType {
  return {
    zero,
    pointer: false,
    read(value, path, result) {
      const accepted = accept(value);
      if (accepted !== undefined) return accepted;
      result.errors.push(typeInvalid(path, value, `must be ${name}`));
      return zero;
    },
  };
}

/** A pointer in Go: an absent member differs from one with the zero value. */
export function optional(shape: WireType): WireType {
  return { zero: shape.zero, pointer: true, read: shape.read };
}

/** The type of a member that the server writes even if its value is absent. */
export function writtenIfAbsent(shape: WireType, absent: JsonValue = shape.zero): WireType {
  return { zero: shape.zero, pointer: true, absent, read: shape.read };
}

/** A type whose definition is needed before it is complete, as in types that contain themselves. */
export function recursiveType(zero: JsonValue, shape: () => WireType): WireType {
  return { zero, pointer: false, read: (value, path, result) => shape().read(value, path, result) };
}

/** A type with its own Go decoder, which does not report unknown members. */
export function ignoringUnknown(shape: WireType): WireType {
  return {
    ...shape,
    read: (value, path, result) =>
      shape.read(value, path, { errors: result.errors, unknown: undefined }),
  };
}

/** A list. A null item is decoded as the item type's zero value. */
export function wireList(item: WireType): WireType {
  return {
    zero: [],
    pointer: false,
    read(value, path, result) {
      if (!isArray(value)) return wrongTypeResult([], "a list", value, path, result);
      return value.map((entry, index) =>
        entry === null ? item.zero : item.read(entry, `${path}[${index}]`, result),
      );
    },
  };
}

/** A map with arbitrary keys. A null value is decoded as the value type's zero value. */
export function wireMap(entry: WireType): WireType {
  return {
    zero: {},
    pointer: false,
    read(value, path, result) {
      if (!isObject(value)) return wrongTypeResult({}, "a map", value, path, result);
      const read: MutableJsonObject = {};
      for (const key of Object.keys(value)) {
        const of = member(value, key) ?? null;
        assign(read, key, of === null ? entry.zero : entry.read(of, joinedPath(path, key), result));
      }
      return read;
    },
  };
}

/** A struct in Go: a map with the given members. Other members are unknown. */
export function wireRecord(members: { readonly [name: string]: WireType }): WireType {
  const shapes = new Map(Object.entries(members));
  const written = Object.entries(members).flatMap(([name, { absent }]) =>
    absent === undefined ? [] : [[name, absent] as const],
  );
  const zero: JsonObject = Object.fromEntries(written);
  return {
    zero,
    pointer: false,
    read(value, path, result) {
      if (!isObject(value)) return wrongTypeResult(zero, "a map", value, path, result);
      return { ...zero, ...readMembers(value, shapes, path, result) };
    },
  };
}

function readMembers(
  value: JsonObject,
  shapes: ReadonlyMap<string, WireType>,
  path: string,
  result: DecodeResult,
): JsonObject {
  const read: MutableJsonObject = {};
  for (const name of Object.keys(value)) {
    const shape = shapes.get(name);
    const raw = member(value, name) ?? null;
    if (shape === undefined) result.unknown?.push(joinedPath(path, name));
    else if (raw !== null) {
      const entry = shape.read(raw, joinedPath(path, name), result);
      if (shape.pointer || !isZero(entry)) read[name] = entry;
    }
  }
  return read;
}

function wrongTypeResult(
  zero: JsonValue,
  wanted: string,
  value: JsonValue,
  path: string,
  result: DecodeResult,
): JsonValue {
  result.errors.push(typeInvalid(path, value, `must be ${wanted}`));
  return zero;
}

function joinedPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === "" || value === false || value === 0;
}
