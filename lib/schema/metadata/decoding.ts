import { isNumber } from "../../go/number.ts";
import { marshal } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { parseTime } from "../../go/time.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { type DottedPath, dottedIndex, dottedPath } from "../field-error/path.ts";
import { type GoField, type GoType, objectMetaType } from "./go-types.ts";

/** Metadata as the server stores it, or the error of its decoder. */
type DecodedMetadata =
  | {
      readonly ok: true;
      /**
       * Only fields that the server knows and that are not empty. Times are in UTC and without fractions of a second.
       */
      readonly metadata: JsonObject;
      /** The dotted paths of unknown fields, relative to `metadata`. */
      readonly unknown: readonly string[];
    }
  | { readonly ok: false; readonly error: string };

/**
 * Decodes `metadata` into Go's ObjectMeta and encodes the result.
 *
 * This drops unknown fields, empty fields, a zero `creationTimestamp`, and the fractions and time zones of times.
 *
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/objectmeta/coerce.go
 * GetObjectMetaWithOptions.
 */
export function decodeMetadata(metadata: JsonValue): DecodedMetadata {
  const state: DecodingState = { unknown: new Set(), mismatch: undefined, malformed: undefined };
  const top = { path: undefined, struct: undefined, field: undefined };
  const decoded = decode(metadata, objectMetaType, top, state);
  const error = state.malformed ?? state.mismatch;
  if (error !== undefined) return { ok: false, error };
  const unknown = [...state.unknown].slice(0, maxUnknown);
  return { ok: true, metadata: isObject(decoded) ? decoded : {}, unknown };
}

/**
 * The most unknown fields that the server's decoder collects.
 * Source: https://github.com/kubernetes-sigs/json/blob/2d320260d730/internal/golang/encoding/json/kubernetes_patch.go
 * saveStrictError.
 */
const maxUnknown = 100;

interface DecodingState {
  readonly unknown: Set<string>;
  /** The error for the first value of a wrong type. Decoding continues after it. */
  mismatch: string | undefined;
  /**
   * The error for the first time that can't be parsed. Decoding stops there, and this error is reported instead of
   * `mismatch`.
   */
  malformed: string | undefined;
}

/**
 * Where a value is: its dotted path, and the struct and field that the decoder's errors name; undefined for `metadata`
 * itself.
 */
interface FieldLocation {
  readonly path: DottedPath;
  readonly struct: string | undefined;
  readonly field: string | undefined;
}

/** Decodes a value into a Go type and encodes it again. Null and a value of a wrong type become the type's zero value. */
function decode(
  value: JsonValue,
  type: GoType,
  location: FieldLocation,
  state: DecodingState,
): JsonValue {
  switch (type.kind) {
    case "text":
      return typeof value === "string"
        ? value
        : typeMismatch(value, type.name, location, state, "");
    case "flag":
      return typeof value === "boolean"
        ? value
        : typeMismatch(value, type.name, location, state, false);
    case "integer":
      return integerOf(value) ?? typeMismatch(value, type.name, location, state, 0);
    case "time":
      return decodeTime(value, location, state);
    case "any":
      return value;
    case "list":
      if (!isArray(value)) return typeMismatch(value, type.name, location, state, []);
      return value.map((item, index) =>
        decode(item, type.items, { ...location, path: dottedIndex(location.path, index) }, state),
      );
    case "map":
      if (!isObject(value)) return typeMismatch(value, type.name, location, state, {});
      return decodeMap(value, type.values, location, state);
    case "struct": {
      const map = isObject(value)
        ? value
        : typeMismatch(value, `v1.${type.name}`, location, state, {});
      return decodeStruct(map, type, location, state);
    }
  }
}

/** Records the error for a value of a wrong type, and returns the zero value that the decoder uses instead. */
function typeMismatch<T extends JsonValue>(
  value: JsonValue,
  type: string,
  location: FieldLocation,
  state: DecodingState,
  zero: T,
): T {
  if (value !== null) state.mismatch ??= mismatch(value, type, location);
  return zero;
}

function mismatch(value: JsonValue, type: string, { struct, field }: FieldLocation): string {
  const number = type === "int64" ? `number ${marshal(value)}` : "number";
  const what = isNumber(value) ? number : (names.get(typeof value) ?? "object");
  const into = struct === undefined ? "Go value" : `Go struct field ${struct}.${field}`;
  return `json: cannot unmarshal ${isArray(value) ? "array" : what} into ${into} of type ${type}`;
}

const names: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["boolean", "bool"],
]);

/** An integer of 64 bits; undefined for any other value. A float without a fraction is accepted. */
function integerOf(value: JsonValue): number | bigint | undefined {
  const digits = isNumber(value) ? marshal(value) : "";
  if (!/^-?\d{1,19}$/.test(digits)) return undefined;
  const integer = BigInt(digits);
  if (BigInt.asIntN(64, integer) !== integer) return undefined;
  const small = Number(integer);
  return Number.isSafeInteger(small) ? small : integer;
}

/** The time in UTC; null for the zero time. */
function decodeTime(value: JsonValue, location: FieldLocation, state: DecodingState): JsonValue {
  if (value === null || state.malformed !== undefined) return null;
  if (typeof value !== "string") {
    state.malformed = mismatch(value, "string", location);
    return null;
  }
  const time = parseTime(value);
  if (!time.ok) state.malformed = time.error;
  return time.ok && !time.isZero ? time.value : null;
}

function decodeMap(
  map: JsonObject,
  values: GoType,
  location: FieldLocation,
  state: DecodingState,
): JsonObject {
  const decoded: MutableJsonObject = {};
  for (const key of Object.keys(map).sort(compareText)) {
    const path = dottedPath(location.path, key);
    const value = assertDefined(map[key], "a map has a value for each of its keys");
    assign(decoded, key, decode(value, values, { ...location, path }, state));
  }
  return decoded;
}

/** Visits fields in the order of their names, because the server sorts them before it decodes them. */
function decodeStruct(
  map: JsonObject,
  { name: struct, fields }: Extract<GoType, { kind: "struct" }>,
  location: FieldLocation,
  state: DecodingState,
): JsonObject {
  const decoded: MutableJsonObject = {};
  for (const [name, field] of fields) if (field.zero === "always") decoded[name] = "";
  for (const key of Object.keys(map).sort(compareText)) {
    const path = dottedPath(location.path, key);
    const field = fields.get(key);
    if (field === undefined) {
      state.unknown.add(path);
      continue;
    }
    const name = location.field === undefined ? key : `${location.field}.${key}`;
    const value = assertDefined(map[key], "a map has a value for each of its keys");
    const written = decode(value, field.type, { path, struct, field: name }, state);
    if (isWritten(value, written, field)) decoded[key] = written;
  }
  return decoded;
}

function isWritten(value: JsonValue, decoded: JsonValue, { zero }: GoField): boolean {
  if (zero === "always") return true;
  return zero === "pointer" ? value !== null : !isZero(decoded);
}

function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === null || value === "" || value === 0;
}
