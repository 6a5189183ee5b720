import { float64Of, int64Of, isInt64, isNumber } from "../../go/number.ts";
import { compareText } from "../../go/text-order.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { JsonValue } from "../../json/value.ts";

/**
 * Compares two values as a JSONPath filter does. An integer can't be compared with a float; lists, maps and null can't
 * be compared at all.
 *
 * Errors: the values can't be compared, or the operator is unknown.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/third_party/forked/golang/template/funcs.go.
 */
export function compareValues(
  a: JsonValue,
  operator: string,
  b: JsonValue,
): Result<boolean, string> {
  if (!["<", ">", "==", "!=", "<=", ">="].includes(operator)) {
    return err(`unrecognized filter operator ${operator}`);
  }
  const [kind, other] = [kindOf(a), kindOf(b)];
  if (kind === undefined || other === undefined) return err("invalid type for comparison");
  if (kind !== other) return err("incompatible types for comparison");
  if (operator === "==") return ok(order(a, b) === 0);
  if (operator === "!=") return ok(order(a, b) !== 0);
  if (kind === "boolean") return err("invalid type for comparison");
  const sign = order(a, b);
  if (sign === 0) return ok(operator.endsWith("="));
  return ok(operator.startsWith("<") ? sign < 0 : sign > 0);
}

function kindOf(value: JsonValue): "boolean" | "string" | "integer" | "float" | undefined {
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "string") return "string";
  if (!isNumber(value)) return undefined;
  return isInt64(value) ? "integer" : "float";
}

/** Negative if `a` is less than `b`, positive if it is greater, 0 if they are equal. Both are of the same kind. */
function order(a: JsonValue, b: JsonValue): number {
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  if (!isNumber(a) || !isNumber(b)) return a === b ? 0 : 1;
  const [x, y] = isInt64(a) ? [int64Of(a), int64Of(b)] : [float64Of(a), float64Of(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
