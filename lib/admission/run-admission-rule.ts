import type { JsonObject } from "../json/value.ts";
import type { FieldError, FieldErrorType } from "../schema/field-error/field-error.ts";
import { errorField, rootPath } from "../schema/field-error/path.ts";
import type { RuleResult, ValidateContext } from "./admission-kind.ts";
import type { Admission } from "./admit-review.ts";
import { maxCauses } from "./denial-status.ts";
import { contextOf } from "./handler-context.ts";
import type { Refusal } from "./refusal.ts";
import { requestField } from "./request-field.ts";

/**
 * Runs a rule and collects its denials, with paths of the request's version. `more` is added to the rule's context. If the
 * rule allows the request, the returned refusal is empty: no faults and no message.
 */
export function runAdmissionRule<More extends object>(
  admission: Admission,
  object: JsonObject,
  rule: (object: JsonObject, context: ValidateContext & More) => RuleResult | Promise<RuleResult>,
  more: More,
): Refusal | Promise<Refusal> {
  const faults: FieldError[] = [];
  const deny = (path: string, message: string, type: FieldErrorType = "FieldValueInvalid") => {
    if (faults.length < maxCauses) {
      const { field, detail } = requestField(admission, path, message);
      faults.push({ type, field: errorField(field), detail });
    }
    return undefined;
  };
  const warn = (path: string, message: string) => {
    const { field, detail } = requestField(admission, path, message);
    admission.remarks.warn(field === rootPath ? detail : `${field}: ${detail}`);
    return undefined;
  };
  const refusalOf = (message: RuleResult): Refusal => {
    if (message === undefined) return { faults };
    if (typeof message === "string") return { message, faults };
    throw new TypeError(
      "a validating handler returned a value that is neither a string nor undefined",
    );
  };
  const result = rule(object, contextOf(admission, { deny, warn, ...more }));
  return result instanceof Promise ? result.then(refusalOf) : refusalOf(result);
}
