import { quote } from "../../go/print.ts";
import { trimSpace } from "../../go/trim-space.ts";
import { byteLength } from "../../json/size.ts";
import type { ValidationRule } from "../../schema/structural/structural.ts";
import type { Program, Variables } from "../program.ts";
import type { CelValue } from "../value/value.ts";

/**
 * The longest result of a `messageExpression`, in bytes.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/apis/cel/config.go,
 * MaxEvaluatedMessageExpressionSizeBytes.
 */
const maxMessageBytes = 5 * 1024;

/** The result of evaluating a `messageExpression`. */
type EvaluatedMessage =
  /**
   * `text` is undefined if the evaluation failed or its result is not a valid message: then the rule's `message` is
   * used.
   */
  | { readonly isOutOfBudget: false; readonly text: string | undefined; readonly cost: number }
  /** The cost budget is exceeded; `text` is the server's error. */
  | { readonly isOutOfBudget: true; readonly text: string };

/**
 * Evaluates a `messageExpression`.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/validation.go
 * evalMessageExpression.
 */
export function evaluateMessage(
  program: Program,
  expression: string,
  variables: Variables,
  budget: number,
): EvaluatedMessage {
  const { value, cost, isExceeded } = program.evaluate(variables);
  if (cost > budget) {
    const text =
      "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
    return { isOutOfBudget: true, text };
  }
  if (isExceeded) {
    const text = `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quote(expression)}`;
    return { isOutOfBudget: true, text };
  }
  return { isOutOfBudget: false, text: usableMessage(value), cost };
}

function usableMessage(value: CelValue): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = trimSpace(value);
  const isFit = text !== "" && byteLength(text) <= maxMessageBytes && !text.includes("\n");
  return isFit ? text : undefined;
}

/** The message of a violated rule without a `messageExpression`. */
export function ruleMessage(rule: ValidationRule): string {
  const message = rule.message ?? "";
  return message === "" ? `failed rule: ${shownRule(rule)}` : trimSpace(message);
}

/** How errors of an evaluation name a rule: by its message, or by its expression if it has no message. */
export function shownRule({ message = "", rule }: ValidationRule): string {
  return trimSpace(message === "" ? rule : message);
}
