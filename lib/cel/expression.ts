import { ok, type Result } from "../json/result.ts";
import type { JsonValue } from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { estimateCost } from "./cost/estimate.ts";
import { schemaSizes } from "./cost/schema-sizes.ts";
import {
  type CompileError,
  compile,
  type Evaluation,
  type Program,
  perCallLimit,
  type Variables,
} from "./program.ts";
import { untypedCelValue } from "./schema/native.ts";
import { withTypeAndObjectMeta } from "./schema/resource-root.ts";
import { schemaValue } from "./schema/schema-value.ts";
import {
  type SchemaEnvironment,
  schemaEnvironment,
  untypedEnvironment,
} from "./schema-environment.ts";
import { printType } from "./type/cel-type.ts";
import type { CelValue } from "./value/value.ts";

/** A compiled expression about `self`, and about `oldSelf`, the value before an update. */
export interface Expression {
  /** The type of the expression's value, as the API server prints it. */
  readonly type: string;
  /** The minimum and maximum cost of one evaluation, estimated from the limits in the schema. */
  readonly estimate: { readonly min: bigint; readonly max: bigint };
  /** Evaluates the expression on JSON, up to a cost of `limit`. The JSON is not checked against the schema. */
  evaluate(values: ExpressionValues, limit?: number): Evaluation;
}

/** The values of the variables. The evaluation fails if it reads a variable whose value is left out. */
export interface ExpressionValues {
  readonly self?: JsonValue;
  readonly oldSelf?: JsonValue;
}

/** What is known about `self`. */
export interface ExpressionOptions {
  /** The schema of `self`. Without a schema `self` has the type dyn. */
  readonly structural?: Structural | undefined;
  /** True if `self` is a resource, which has apiVersion, kind and metadata. */
  readonly isResource?: boolean;
}

/**
 * Compiles an expression as the API server would compile a rule of the schema, but its value may have any type. Loads RE2
 * if the expression may use a regular expression; evaluation is synchronous. Never throws.
 */
export async function compileExpression(
  text: string,
  { structural, isResource = false }: ExpressionOptions = {},
): Promise<Result<Expression, CompileError>> {
  const re2 = /matches|find/.test(text)
    ? (await import("../schema/pattern/re2.ts")).re2
    : undefined;
  const typed = structural && schemaEnvironment({ structural, isRoot: isResource }, re2);
  const compiled = compile(text, typed?.environment ?? untypedEnvironment(re2));
  if (!compiled.ok) return compiled;
  const root =
    structural === undefined || !isResource ? structural : withTypeAndObjectMeta(structural);
  return ok(expressionOf(compiled.value, typed, (value) => celValue(value, root)));
}

function expressionOf(
  program: Program,
  typed: SchemaEnvironment | undefined,
  toCel: (value: JsonValue) => CelValue,
): Expression {
  const sizes = typed === undefined ? (): undefined => undefined : schemaSizes(typed.declared);
  return {
    type: printType(program.type),
    estimate: estimateCost(program.checked, sizes),
    evaluate: ({ self, oldSelf }, limit = perCallLimit) => {
      const variables: Variables = {
        ...(self !== undefined && { self: toCel(self) }),
        ...(oldSelf !== undefined && { oldSelf: toCel(oldSelf) }),
      };
      return program.evaluate(variables, limit);
    },
  };
}

function celValue(value: JsonValue, structural: Structural | undefined): CelValue {
  return structural === undefined ? untypedCelValue(value) : schemaValue(value, structural);
}
