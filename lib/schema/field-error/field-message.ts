import { float64Of, isInt64, isNumber } from "../../go/number.ts";
import { marshal, printFloat, quote } from "../../go/print.ts";
import type { FieldError, FieldErrorType } from "./field-error.ts";

/** The server's text for each type of error. Source: pkg/util/validation/field/errors.go ErrorType.String. */
const words: { readonly [type in FieldErrorType]: string } = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooMany: "Too many",
  InternalError: "Internal error",
};

/** The types whose messages never show the value. */
const typesWithoutValue: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueRequired",
  "FieldValueForbidden",
  "FieldValueTooLong",
  "InternalError",
]);

/**
 * One error as the server prints it: `spec.group: Required value`.
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/util/validation/field/errors.go Error.Error.
 */
export function fieldMessage(error: FieldError): string {
  const value = shownValue(error);
  const detail = error.detail === "" ? "" : `: ${error.detail}`;
  return `${error.field}: ${words[error.type]}${value}${detail}`;
}

function shownValue(error: FieldError): string {
  const value = error.badValue;
  if (value === undefined || typesWithoutValue.has(error.type)) return "";
  if (typeof value === "string") return `: ${quote(value)}`;
  if (isNumber(value) && !isInt64(value)) return `: ${printFloat(float64Of(value))}`;
  return `: ${marshal(value)}`;
}

/**
 * Joins errors into one text as the server does: each message once, in brackets if there is more than one.
 * Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/util/errors/errors.go aggregate.Error.
 */
export function joinedMessage(errors: readonly FieldError[]): string {
  const messages = new Set(errors.map(fieldMessage));
  const text = [...messages].join(", ");
  return messages.size === 1 ? text : `[${text}]`;
}
