import { isNumber } from "../../go/number.ts";
import { marshal } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { parseTime } from "../../go/time.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { type DottedPath, dottedIndex, dottedPath } from "../field-error/path.ts";
import { type Field, objectMetaShape, type Shape } from "./shapes.ts";

/** Metadata as the server holds it, or the decoder's sentence on why it cannot. */
export type DecodedMetadata =
  | {
      readonly ok: true;
      /** What the server writes back: known fields only, empty ones left out, times in UTC to the second. */
      readonly metadata: JsonObject;
      /** The fields that it does not know, dotted, below `metadata`. */
      readonly unknown: readonly string[];
    }
  | { readonly ok: false; readonly error: string };

/**
 * Decodes `metadata` into an ObjectMeta and writes it back.
 *
 * Lossy: unknown fields, empty fields, fractions and zones of times, a `creationTimestamp` of zero.
 *
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/objectmeta/coerce.go GetObjectMetaWithOptions.
 */
export function decodeMetadata(metadata: JsonValue): DecodedMetadata {
  const decoding: Decoding = { unknown: new Set(), mismatch: undefined, malformed: undefined };
  const top = { path: undefined, struct: undefined, field: undefined };
  const decoded = decode(metadata, objectMetaShape, top, decoding);
  const error = decoding.malformed ?? decoding.mismatch;
  if (error !== undefined) return { ok: false, error };
  const unknown = [...decoding.unknown].slice(0, maxUnknown);
  return { ok: true, metadata: isObject(decoded) ? decoded : {}, unknown };
}

/** The server's decoder gathers no more. Source: sigs.k8s.io/json kubernetes_patch.go saveStrictError. */
const maxUnknown = 100;

interface Decoding {
  readonly unknown: Set<string>;
  /** The first value of a wrong type, behind which the decoder goes on. */
  mismatch: string | undefined;
  /** The first time that cannot be read: the decoder stops there, and reports it before any mismatch. */
  malformed: string | undefined;
}

/** Where a value stands: its dotted path, and what the decoder calls it, which is nothing at the top. */
interface Place {
  readonly path: DottedPath;
  readonly struct: string | undefined;
  readonly field: string | undefined;
}

/** The value as it is written back, its zero value where it is null or does not fit. */
function decode(value: JsonValue, shape: Shape, place: Place, decoding: Decoding): JsonValue {
  switch (shape.kind) {
    case "text":
      return typeof value === "string" ? value : misfit(value, shape.type, place, decoding, "");
    case "flag":
      return typeof value === "boolean" ? value : misfit(value, shape.type, place, decoding, false);
    case "integer":
      return integerOf(value) ?? misfit(value, shape.type, place, decoding, 0);
    case "time":
      return decodeTime(value, place, decoding);
    case "any":
      return value;
    case "list":
      if (!isArray(value)) return misfit(value, shape.type, place, decoding, []);
      return value.map((item, index) =>
        decode(item, shape.items, { ...place, path: dottedIndex(place.path, index) }, decoding),
      );
    case "map":
      if (!isObject(value)) return misfit(value, shape.type, place, decoding, {});
      return decodeMap(value, shape.values, place, decoding);
    case "struct": {
      const map = isObject(value) ? value : misfit(value, `v1.${shape.type}`, place, decoding, {});
      return decodeStruct(map, shape, place, decoding);
    }
  }
}

/** Notes a value of a wrong type, and gives what the decoder leaves in its place. */
function misfit<T extends JsonValue>(
  value: JsonValue,
  type: string,
  place: Place,
  decoding: Decoding,
  zero: T,
): T {
  if (value !== null) decoding.mismatch ??= mismatch(value, type, place);
  return zero;
}

function mismatch(value: JsonValue, type: string, { struct, field }: Place): string {
  const number = type === "int64" ? `number ${marshal(value)}` : "number";
  const what = isNumber(value) ? number : (names.get(typeof value) ?? "object");
  const into = struct === undefined ? "Go value" : `Go struct field ${struct}.${field}`;
  return `json: cannot unmarshal ${isArray(value) ? "array" : what} into ${into} of type ${type}`;
}

const names: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["boolean", "bool"],
]);

/** An integer of 64 bits; a float without a fraction is written as one before it is decoded. */
function integerOf(value: JsonValue): number | bigint | undefined {
  const digits = isNumber(value) ? marshal(value) : "";
  if (!/^-?\d{1,19}$/.test(digits)) return undefined;
  const integer = BigInt(digits);
  if (BigInt.asIntN(64, integer) !== integer) return undefined;
  const small = Number(integer);
  return Number.isSafeInteger(small) ? small : integer;
}

/** The time in UTC, null where it is zero. */
function decodeTime(value: JsonValue, place: Place, decoding: Decoding): JsonValue {
  if (value === null || decoding.malformed !== undefined) return null;
  if (typeof value !== "string") {
    decoding.malformed = mismatch(value, "string", place);
    return null;
  }
  const time = parseTime(value);
  if (!time.ok) decoding.malformed = time.error;
  return time.ok && !time.isZero ? time.value : null;
}

function decodeMap(map: JsonObject, values: Shape, place: Place, decoding: Decoding): JsonObject {
  const decoded: MutableJsonObject = {};
  for (const key of Object.keys(map).sort(compareText)) {
    const path = dottedPath(place.path, key);
    assign(decoded, key, decode(map[key] ?? null, values, { ...place, path }, decoding));
  }
  return decoded;
}

/** Fields in the order of their names, in which the server writes them down before it decodes them. */
function decodeStruct(
  map: JsonObject,
  { type, fields }: Extract<Shape, { kind: "struct" }>,
  place: Place,
  decoding: Decoding,
): JsonObject {
  const decoded: MutableJsonObject = {};
  for (const [name, field] of fields) if (field.zero === "kept") decoded[name] = "";
  for (const key of Object.keys(map).sort(compareText)) {
    const path = dottedPath(place.path, key);
    const field = fields.get(key);
    if (field === undefined) {
      decoding.unknown.add(path);
      continue;
    }
    const name = place.field === undefined ? key : `${place.field}.${key}`;
    const value = map[key] ?? null;
    const held = decode(value, field.shape, { path, struct: type, field: name }, decoding);
    if (isWritten(value, held, field)) decoded[key] = held;
  }
  return decoded;
}

function isWritten(value: JsonValue, held: JsonValue, { zero }: Field): boolean {
  if (zero === "kept") return true;
  return zero === "pointer" ? value !== null : !isZero(held);
}

function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === null || value === "" || value === 0;
}
