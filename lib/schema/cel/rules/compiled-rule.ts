import { resolveFieldPath } from "../../field-path.ts";
import type { Structural, ValidationRule } from "../../structural.ts";
import { compile, type Program } from "../program.ts";
import { maxRequestBytes } from "../schema/declared-type.ts";
import type { SchemaEnvironment } from "../schema-environment.ts";

/** One rule, compiled. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Absent for a rule that is empty, or does not compile. */
  readonly program: Program | undefined;
  /** Why it does not compile, in the server's words. */
  readonly error: string | undefined;
  readonly usesOldSelf: boolean;
  /** The most that it may cost. */
  readonly maxCost: bigint;
  /** How often it may run where nothing limits that: as often as the smallest value fits into a request. */
  readonly maxCardinality: bigint;
  readonly message: CompiledMessage | undefined;
  /** The field that it speaks of, below the schema's own. */
  readonly fieldPath: string | undefined;
}

/** A `messageExpression`, compiled. */
export interface CompiledMessage {
  readonly program: Program | undefined;
  readonly error: string | undefined;
  readonly maxCost: bigint;
}

const nothing = {
  program: undefined,
  error: undefined,
  usesOldSelf: false,
  maxCost: 0n,
  maxCardinality: 0n,
  message: undefined,
  fieldPath: undefined,
};

/** White space as Go trims it. */
export function trimSpace(text: string): string {
  return text.replace(/^[\s\u0085]+|[\s\u0085]+$/g, "");
}

/**
 * Compiles the rules of one schema, not of those below.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/cel/compilation.go.
 */
export function compileRules(
  structural: Structural,
  rules: readonly ValidationRule[],
  environment: SchemaEnvironment,
): readonly CompiledRule[] {
  return rules.map((rule) => compileRule(structural, rule, environment));
}

function compileRule(
  structural: Structural,
  rule: ValidationRule,
  schema: SchemaEnvironment,
): CompiledRule {
  if (trimSpace(rule.rule) === "") return { ...nothing, rule };
  const environment =
    rule.optionalOldSelf === true ? schema.withOptionalOldSelf : schema.environment;
  const compiled = compile(rule.rule, environment);
  if (!compiled.ok) {
    const { stage, text } = compiled.error;
    const usesOldSelf = compiled.error.uses.includes("oldSelf");
    return { ...nothing, rule, usesOldSelf, error: `${failures[stage]}: ${text}` };
  }
  const program = compiled.value;
  if (program.type.kind !== "bool" || program.type.isNullable === true) {
    return { ...nothing, rule, error: "cel expression must evaluate to a bool" };
  }
  const minSize = BigInt(schema.declared.minSize);
  const path = resolveFieldPath(rule.fieldPath ?? "", structural);
  return {
    rule,
    program,
    error: undefined,
    usesOldSelf: program.uses("oldSelf"),
    maxCost: program.estimate(schema.pathSize).max,
    maxCardinality: BigInt(maxRequestBytes) / (minSize + 1n),
    message: compileMessage(rule.messageExpression ?? "", schema, environment),
    fieldPath:
      rule.fieldPath === undefined || rule.fieldPath === "" || !path.ok
        ? undefined
        : path.value.path,
  };
}

const failures = {
  expression: "compilation failed",
  program: "program instantiation failed",
} as const;

const messageFailures = {
  expression: "messageExpression compilation failed",
  program: "messageExpression instantiation failed",
} as const;

function compileMessage(
  expression: string,
  schema: SchemaEnvironment,
  environment: SchemaEnvironment["environment"],
): CompiledMessage | undefined {
  if (expression === "") return undefined;
  const compiled = compile(expression, environment);
  if (!compiled.ok) {
    const error = `${messageFailures[compiled.error.stage]}: ${compiled.error.text}`;
    return { program: undefined, error, maxCost: 0n };
  }
  const program = compiled.value;
  if (program.type.kind !== "string" || program.type.isNullable === true) {
    const error = "messageExpression must evaluate to a string";
    return { program: undefined, error, maxCost: 0n };
  }
  return { program, error: undefined, maxCost: program.estimate(schema.pathSize).max };
}
