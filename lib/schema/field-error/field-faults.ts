import { quote } from "../../go/print.ts";
import { counted } from "../../json/counted.ts";
import type { JsonValue } from "../../json/value.ts";
import type { FieldError } from "./field-error.ts";
import { errorField, type FieldPath } from "./path.ts";

// These functions create field errors like the server's functions of the same names. They set no `origin`: a caller that knows
// the keyword adds it. Source:
// https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/field/errors.go.

/** The error for a malformed value. */
export function invalid(path: FieldPath, badValue: JsonValue, detail: string): FieldError {
  return { type: "FieldValueInvalid", field: errorField(path), detail, badValue };
}

/** The error for a value of the wrong JSON type. */
export function typeInvalid(path: FieldPath, badValue: JsonValue, detail: string): FieldError {
  return { type: "FieldValueTypeInvalid", field: errorField(path), detail, badValue };
}

/** The error for a missing value. */
export function required(path: FieldPath, detail = ""): FieldError {
  return { type: "FieldValueRequired", field: errorField(path), detail };
}

/** The error for a value that is not allowed. */
export function forbidden(path: FieldPath, detail: string): FieldError {
  return { type: "FieldValueForbidden", field: errorField(path), detail };
}

/** The error for a value that occurs twice. */
export function duplicate(path: FieldPath, badValue: JsonValue): FieldError {
  return { type: "FieldValueDuplicate", field: errorField(path), detail: "", badValue };
}

/**
 * The error for a value that is not supported. `supported` lists the values in the order in which the server prints
 * them.
 */
export function notSupported(
  path: FieldPath,
  badValue: JsonValue,
  supported: readonly string[],
): FieldError {
  const detail = `supported values: ${supported.map(quote).join(", ")}`;
  return { type: "FieldValueNotSupported", field: errorField(path), detail, badValue };
}

/** The error for a string with more than `limit` bytes. */
export function tooLong(path: FieldPath, limit: number): FieldError {
  return {
    type: "FieldValueTooLong",
    field: errorField(path),
    detail: `may not be more than ${counted(limit, "byte")}`,
  };
}

/** The error for a list with more than `limit` items; `count` is the number that it has. */
export function tooMany(path: FieldPath, count: number, limit: number): FieldError {
  return {
    type: "FieldValueTooMany",
    field: errorField(path),
    detail: `must have at most ${counted(limit, "item")}`,
    badValue: count,
  };
}
