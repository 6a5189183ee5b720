import { trimSpace } from "../../go/trim-space.ts";
import { resolveFieldPath } from "../../schema/structural/field-path.ts";
import type { Structural, ValidationRule } from "../../schema/structural/structural.ts";
import { compile, type Program } from "../program.ts";
import type { SchemaEnvironment } from "../schema-environment.ts";

/** A compiled rule with its message expression. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined if the rule is empty or does not compile. */
  readonly program: Program | undefined;
  /** The server's error if the rule does not compile. */
  readonly error: string | undefined;
  readonly usesOldSelf: boolean;
  readonly message: CompiledMessage | undefined;
  /** The rule's `fieldPath`, relative to the schema; undefined if the rule has none or an invalid one. */
  readonly fieldPath: string | undefined;
}

interface CompiledMessage {
  readonly program: Program | undefined;
  readonly error: string | undefined;
}

/** The server's error for rules of a schema to which the schemas around it give no type. */
export const noDeclaredType = "failed to convert to declType for CEL validation rules";

const nothing = {
  program: undefined,
  error: undefined,
  usesOldSelf: false,
  message: undefined,
  fieldPath: undefined,
};

/**
 * Compiles the rules of one schema, without the rules of schemas within it.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/compilation.go.
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
  const path = resolveFieldPath(rule.fieldPath ?? "", structural);
  return {
    rule,
    program,
    error: undefined,
    usesOldSelf: program.uses("oldSelf"),
    message: compileMessage(rule.messageExpression ?? "", environment),
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
  environment: SchemaEnvironment["environment"],
): CompiledMessage | undefined {
  if (expression === "") return undefined;
  const compiled = compile(expression, environment);
  if (!compiled.ok) {
    const error = `${messageFailures[compiled.error.stage]}: ${compiled.error.text}`;
    return { program: undefined, error };
  }
  const program = compiled.value;
  if (program.type.kind !== "string" || program.type.isNullable === true) {
    const error = "messageExpression must evaluate to a string";
    return { program: undefined, error };
  }
  return { program, error: undefined };
}
