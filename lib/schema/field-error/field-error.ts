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

/**
 * An error about a field. `field` is the path as the server prints it, `<nil>` for the whole object. `detail` is the
 * server's message without path and value. `badValue` is absent if the server prints no value. `origin` is the schema
 * keyword that refuses the value, such as `maxLength`, or `rule` for an entry of `x-kubernetes-validations`; for a fault
 * of the conversion guard's own, the code of the conversion fault, `lost` for values that do not fit into the annotations,
 * `incomplete` for a change in a version that lacks such values, or `preserved` for a preserved value that a client set;
 * absent for other errors. As in Kubernetes, it lets tests compare errors without their messages and is
 * never part of a response.
 */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly detail: string;
  readonly badValue?: JsonValue;
  readonly origin?: string;
}
