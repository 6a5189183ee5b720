import type { JsonValue } from "../../json/value.ts";

/**
 * The server's types of field errors.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/field/errors.go.
 */
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

/** An error about a field. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** The path as the server prints it; `<nil>` for the whole object. */
  readonly field: string;
  /** The server's message without path and value. */
  readonly detail: string;
  /** Absent if the server prints no value. */
  readonly badValue?: JsonValue;
  /**
   * The schema keyword that refuses the value, such as `maxLength`, or `rule` for an entry of `x-kubernetes-validations`. For
   * a fault that the conversion guard finds: the code of the conversion fault, `lost` if values do not fit into the
   * annotations, `incomplete` for a change in a version that lacks such values, or `preserved` for a preserved value that a
   * client set. Absent for other errors. As in Kubernetes, it lets tests compare errors without their messages and is never
   * part of a response.
   */
  readonly origin?: string;
}
