import { err, ok, type Result } from "../json/result.ts";
import { compilePattern } from "../schema/pattern/pattern.ts";
import { type CheckedExpr, checkTypes } from "./check/checker.ts";
import type { TypeEnvironment } from "./check/scope.ts";
import { validateLiterals } from "./check/validators.ts";
import { EvaluationFrame, type PlanStep } from "./plan/frame.ts";
import { type PlannedExpr, planExpression } from "./plan/planner.ts";
import { type Issue, printIssues } from "./syntax/issue.ts";
import { parseExpression } from "./syntax/parser.ts";
import type { CelType } from "./type/cel-type.ts";
import { CostExceeded, ServerPanic } from "./value/evaluation-fault.ts";
import { CelError, type CelValue } from "./value/value.ts";

/**
 * The cost limit of one evaluation.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/apis/cel/config.go PerCallLimit.
 */
export const perCallLimit = 1_000_000;

/** The values of variables, by name. */
export type Variables = Readonly<Partial<Record<string, CelValue>>>;

/** The result of an evaluation. */
export interface Evaluation {
  /** The value of the expression; a CelError if the evaluation failed. */
  readonly value: CelValue;
  readonly cost: number;
  /** True if the cost limit ended the evaluation. */
  readonly isExceeded: boolean;
}

/** A compiled expression. */
export interface Program {
  readonly type: CelType;
  /** The checked expression, from which the cost is estimated. */
  readonly checked: CheckedExpr;
  /** Evaluates the expression, up to a cost of `limit`. Reading a variable without a value is an error. */
  evaluate(variables: Variables, limit?: number): Evaluation;
  /** True if the expression contains the variable. */
  uses(variable: string): boolean;
}

/** Why an expression does not compile: it is invalid, or a conversion of a constant fails. */
export interface CompileError {
  readonly stage: "expression" | "program";
  /** The error as the server prints it. */
  readonly text: string;
  /** The issues with their positions; empty at stage `program`. */
  readonly issues: readonly Issue[];
  /** The names that the expression uses; empty at stage `expression`. */
  readonly uses: readonly string[];
}

/** Parses, checks and plans an expression. Throws only if the expression needs RE2 and the environment does not have it. */
export function compile(text: string, environment: TypeEnvironment): Result<Program, CompileError> {
  const issues: Issue[] = [];
  const parsed = parseExpression(text, issues);
  const checked = parsed === undefined ? undefined : checkTypes(parsed, environment, issues);
  const regexFault = (pattern: string): string | undefined =>
    compilePattern(pattern, environment.re2).error;
  if (checked !== undefined) validateLiterals(checked, regexFault, issues);
  if (checked === undefined || issues.length > 0) {
    return err({ stage: "expression", text: printIssues(issues, text), issues, uses: [] });
  }
  const planned = planExpression(checked, regexFault);
  if (!planned.ok) {
    const uses = checked.names.filter((name) => name !== undefined);
    return err({ stage: "program", text: planned.error, issues: [], uses });
  }
  return ok(new CompiledProgram(checked, planned.value));
}

class CompiledProgram implements Program {
  readonly type: CelType;
  readonly checked: CheckedExpr;
  readonly #variables: PlannedExpr["variables"];
  readonly #step: PlanStep;
  readonly #slotCount: number;

  constructor(checked: CheckedExpr, { step, variables, slotCount }: PlannedExpr) {
    this.type = checked.typeOf(checked.expr);
    this.checked = checked;
    this.#variables = variables;
    this.#step = step;
    this.#slotCount = slotCount;
  }

  uses(variable: string): boolean {
    return this.checked.names.includes(variable);
  }

  evaluate(variables: Variables, limit: number = perCallLimit): Evaluation {
    const slots = new Array<CelValue | undefined>(this.#slotCount);
    for (const { name, slot } of this.#variables) slots[slot] = variables[name];
    const frame = new EvaluationFrame(slots, limit);
    try {
      const value = this.#step(frame);
      return { value, cost: frame.cost, isExceeded: false };
    } catch (error) {
      if (error instanceof ServerPanic) {
        const value = new CelError(`internal error: ${error.message}`);
        return { value, cost: frame.cost, isExceeded: false };
      }
      if (!(error instanceof CostExceeded)) throw error;
      return { value: exceeded, cost: frame.cost, isExceeded: true };
    }
  }
}

const exceeded = new CelError("operation cancelled: actual cost limit exceeded");
