import { quote } from "../../go/print.ts";
import type { JsonValue } from "../../json/value.ts";
import type { FieldError } from "./field-error.ts";
import { fieldOf, type Path } from "./path.ts";

// One constructor for each kind of fault, as the server makes them.
// Source: k8s.io/apimachinery@v0.36.3 pkg/util/validation/field/errors.go.

/** A value that is malformed. */
export function invalid(path: Path, badValue: JsonValue, detail: string): FieldError {
  return { type: "FieldValueInvalid", field: fieldOf(path), detail, badValue };
}

/** A value of another JSON type than asked for. */
export function typeInvalid(path: Path, badValue: JsonValue, detail: string): FieldError {
  return { type: "FieldValueTypeInvalid", field: fieldOf(path), detail, badValue };
}

/** A value that must be there. */
export function required(path: Path, detail = ""): FieldError {
  return { type: "FieldValueRequired", field: fieldOf(path), detail };
}

/** A value that may not be there. */
export function forbidden(path: Path, detail: string): FieldError {
  return { type: "FieldValueForbidden", field: fieldOf(path), detail };
}

/** A value that stands there twice. */
export function duplicate(path: Path, badValue: JsonValue): FieldError {
  return { type: "FieldValueDuplicate", field: fieldOf(path), detail: "", badValue };
}

/** A value outside a list; `supported` in the order in which the server prints it. */
export function notSupported(
  path: Path,
  badValue: JsonValue,
  supported: readonly string[],
): FieldError {
  const detail = `supported values: ${supported.map(quote).join(", ")}`;
  return { type: "FieldValueNotSupported", field: fieldOf(path), detail, badValue };
}

/** A text of too many bytes. */
export function tooLong(path: Path, limit: number): FieldError {
  return {
    type: "FieldValueTooLong",
    field: fieldOf(path),
    detail: `may not be more than ${limit} ${limit === 1 ? "byte" : "bytes"}`,
  };
}

/** A list of too many items. */
export function tooMany(path: Path, count: number, limit: number): FieldError {
  return {
    type: "FieldValueTooMany",
    field: fieldOf(path),
    detail: `must have at most ${limit} ${limit === 1 ? "item" : "items"}`,
    badValue: count,
  };
}
