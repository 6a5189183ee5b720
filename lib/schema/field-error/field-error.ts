import type { JsonValue } from "../../json/value.ts";

/** The server's words for what is wrong with a field. Source: k8s.io/apimachinery@v0.36.3 pkg/util/validation/field/errors.go. */
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
 * A fault at a path. `field` is the server's text of the path, `<nil>` for the whole object; `detail` is the server's
 * sentence without path and value; `badValue` is absent where the server prints none.
 */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly detail: string;
  readonly badValue?: JsonValue;
}
