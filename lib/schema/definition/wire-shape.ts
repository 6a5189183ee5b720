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
 * How the server decodes one type of its own: what JSON it takes, and what stays of it. What stays is canonical: a
 * value that equals the type's zero value (empty text, false, 0, empty list or map) is absent, unless the type tells
 * absent from zero or the server always writes it; unknown members are gone. So two equal values are equal for the server also.
 * Source: sigs.k8s.io/json@v0.0.0-20250730193827 internal/golang/encoding/json/decode.go.
 */
export interface Shape {
  /** What null and absent mean. */
  readonly zero: JsonValue;
  /** True when absent differs from the zero value. */
  readonly pointer: boolean;
  /** What stands for an absent member, for members that the server always writes. */
  readonly absent?: JsonValue;
  read(value: JsonValue, path: string, sink: Sink): JsonValue;
}

/** What decoding finds on its way. */
export interface Sink {
  readonly errors: FieldError[];
  /** Paths of unknown members; undefined where the server does not look for them. */
  readonly unknown: string[] | undefined;
}

export const text: Shape = scalar("", "a string", (value) =>
  typeof value === "string" ? value : undefined,
);

export const flag: Shape = scalar(false, "a boolean", (value) =>
  typeof value === "boolean" ? value : undefined,
);

export const int64: Shape = scalar(0, "an integer", (value) =>
  (typeof value === "number" || typeof value === "bigint") && isInt64(value) ? value : undefined,
);

export const int32: Shape = scalar(0, "a 32-bit integer", (value) =>
  typeof value === "number" && isInt64(value) && value === (value | 0) ? value : undefined,
);

export const float: Shape = scalar(0, "a number", (value) =>
  isNumber(value) ? float64Of(value) : undefined,
);

/** Bytes, in base64. */
export const bytes: Shape = scalar("", "base64", (value) =>
  typeof value === "string" && base64.test(value.replace(/[\r\n]/g, "")) ? value : undefined,
);

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A point in time, as RFC 3339 writes it. */
export const timestamp: Shape = scalar("", "a time as of RFC 3339", (value) =>
  typeof value === "string" && rfc3339.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined,
);

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Any JSON, kept as it is. */
export const anything: Shape = {
  zero: null,
  pointer: false,
  read: (value) => value,
};

function scalar(
  zero: JsonValue,
  name: string,
  accept: (value: JsonValue) => JsonValue | undefined,
): Shape {
  return {
    zero,
    pointer: false,
    read(value, path, sink) {
      const accepted = accept(value);
      if (accepted !== undefined) return accepted;
      sink.errors.push(typeInvalid(path, value, `must be ${name}`));
      return zero;
    },
  };
}

/** The same, where absent differs from the zero value. */
export function optional(shape: Shape): Shape {
  return { zero: shape.zero, pointer: true, read: shape.read };
}

/** The same, as a member that the server writes even where it is zero, or null. */
export function always(shape: Shape, absent: JsonValue = shape.zero): Shape {
  return { zero: shape.zero, pointer: true, absent, read: shape.read };
}

/** A shape that is defined later: shapes may hold themselves. */
export function deferred(zero: JsonValue, shape: () => Shape): Shape {
  return { zero, pointer: false, read: (value, path, sink) => shape().read(value, path, sink) };
}

/** A shape with a decoder of its own, below which the server does not look for unknown members. */
export function unwatched(shape: Shape): Shape {
  return {
    ...shape,
    read: (value, path, sink) =>
      shape.read(value, path, { errors: sink.errors, unknown: undefined }),
  };
}

/** A list; a null in it is the zero value. */
export function listOf(item: Shape): Shape {
  return {
    zero: [],
    pointer: false,
    read(value, path, sink) {
      if (!isArray(value)) return refused([], "a list", value, path, sink);
      return value.map((entry, index) =>
        entry === null ? item.zero : item.read(entry, `${path}[${index}]`, sink),
      );
    },
  };
}

/** A map by name; a null in it is the zero value. */
export function mapOf(entry: Shape): Shape {
  return {
    zero: {},
    pointer: false,
    read(value, path, sink) {
      if (!isObject(value)) return refused({}, "a map", value, path, sink);
      const read: MutableJsonObject = {};
      for (const key of Object.keys(value)) {
        const of = member(value, key) ?? null;
        assign(read, key, of === null ? entry.zero : entry.read(of, joined(path, key), sink));
      }
      return read;
    },
  };
}

/** A map with the named members and no others. */
export function record(members: { readonly [name: string]: Shape }): Shape {
  const shapes = new Map(Object.entries(members));
  const written = Object.entries(members).flatMap(([name, { absent }]) =>
    absent === undefined ? [] : [[name, absent] as const],
  );
  const zero: JsonObject = Object.fromEntries(written);
  return {
    zero,
    pointer: false,
    read(value, path, sink) {
      if (!isObject(value)) return refused(zero, "a map", value, path, sink);
      return { ...zero, ...readMembers(value, shapes, path, sink) };
    },
  };
}

function readMembers(
  value: JsonObject,
  shapes: ReadonlyMap<string, Shape>,
  path: string,
  sink: Sink,
): JsonObject {
  const read: MutableJsonObject = {};
  for (const name of Object.keys(value)) {
    const shape = shapes.get(name);
    const raw = member(value, name) ?? null;
    if (shape === undefined) sink.unknown?.push(joined(path, name));
    else if (raw !== null) {
      const entry = shape.read(raw, joined(path, name), sink);
      if (shape.pointer || !isZero(entry)) read[name] = entry;
    }
  }
  return read;
}

function refused(
  zero: JsonValue,
  wanted: string,
  value: JsonValue,
  path: string,
  sink: Sink,
): JsonValue {
  sink.errors.push(typeInvalid(path, value, `must be ${wanted}`));
  return zero;
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === "" || value === false || value === 0;
}
