import type { JsonValue } from "../../json/value.ts";

/** The server's types of field errors. Source: k8s.io/apimachinery@v0.36.3 pkg/util/validation/field/errors.go. */
export type FieldErrorType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "InternalError"
  | "FieldValueTypeInvalid";

/**
 * A fault of a field. `field` is the path as the server prints it, `<nil>` for the whole object; `detail` is the server's
 * message without path and value; `badValue` is absent if the server prints no value.
 */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly detail: string;
  readonly badValue?: JsonValue;
}
