import { float64Of, isInt64, isNumber } from "../../go/number.ts";
import { marshal, printFloat, quote } from "../../go/print.ts";
import { errorTypeText } from "./error-type-text.ts";
import type { FieldError, FieldErrorType } from "./field-error.ts";

/** The types of errors whose messages do not show the value. */
const typesWithoutValue: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueRequired",
  "FieldValueForbidden",
  "FieldValueTooLong",
  "InternalError",
]);

/**
 * The message of an error, as the server prints it: `spec.group: Required value`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/field/errors.go Error.Error.
 */
export function fieldMessage(error: FieldError): string {
  const value = shownValue(error);
  const detail = error.detail === "" ? "" : `: ${error.detail}`;
  return `${error.field}: ${errorTypeText[error.type]}${value}${detail}`;
}

function shownValue(error: FieldError): string {
  const value = error.badValue;
  if (value === undefined || typesWithoutValue.has(error.type)) return "";
  if (typeof value === "string") return `: ${quote(value)}`;
  if (isNumber(value) && !isInt64(value)) return `: ${printFloat(float64Of(value))}`;
  return `: ${marshal(value)}`;
}

/**
 * Joins the messages of errors as the server does: without repeated messages, in brackets if there are several.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/errors/errors.go aggregate.Error.
 */
export function joinedMessage(errors: readonly FieldError[]): string {
  const messages = new Set(errors.map(fieldMessage));
  const text = [...messages].join(", ");
  return messages.size === 1 ? text : `[${text}]`;
}
