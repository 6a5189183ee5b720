import type { JsonValue } from "../../json/value.ts";
import type {
  ConstraintKeyword,
  ConstraintName,
  JunctorKeyword,
} from "../constraint/constraint.ts";
import type { ConstraintViolation } from "../constraint/constraint-violation.ts";
import {
  eachItem,
  eachValue,
  type SchemaPath,
  type SchemaStep,
} from "../constraint/schema-path.ts";
import type { FieldError, FieldErrorType } from "../field-error/field-error.ts";

/** The path of a value, as a linked list from its last step to its first step. */
export interface ValuePath {
  readonly outer: ValuePath | undefined;
  readonly name: string | number;
  /** True for a key of `additionalProperties`: the server prints a dot before it even at the root. */
  readonly dotted: boolean;
}

/** The path as the server prints it: names after a dot, indices in brackets; empty for the root. */
export function printedPath(innermost: ValuePath | undefined): string {
  const chain: ValuePath[] = [];
  for (let at = innermost; at !== undefined; at = at.outer) chain.push(at);
  let path = "";
  for (const { name, dotted } of chain.reverse()) {
    if (typeof name === "number") path += `[${name}]`;
    else path += path === "" && !dotted ? name : `.${name}`;
  }
  return path;
}

/** The path in the schema for the path of a value. */
export function schemaPathOf(innermost: ValuePath | undefined): SchemaPath {
  const steps: SchemaStep[] = [];
  for (let at = innermost; at !== undefined; at = at.outer) {
    steps.push(typeof at.name === "number" ? eachItem : at.dotted ? eachValue : at.name);
  }
  return steps.reverse();
}

/** An error, and the sentence that the server compares to remove duplicates. */
export interface ValidationFault {
  readonly sentence: string;
  readonly error: FieldError;
}

/**
 * The result of validating one value. `matches` counts the checks that passed: if no branch of anyOf or oneOf is valid,
 * the server reports the faults of the branch with the most matches. A quiet result records only whether there is a
 * fault.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/result.go.
 */
export class NodeResult {
  readonly faults: (ValidationFault & Pick<ConstraintViolation, "constraint">)[] = [];
  readonly quiet: boolean;
  failed = false;
  matches = 0;

  constructor(options: { readonly quiet: boolean }) {
    this.quiet = options.quiet;
  }

  /**
   * Records a fault. `fault` is called only if the result is not quiet. `keyword` is the keyword that refuses the
   * value; undefined if no constraint is at fault.
   */
  refuse(
    keyword: ConstraintKeyword | undefined,
    at: ValuePath | undefined,
    fault: () => ValidationFault,
  ): void {
    this.failed = true;
    if (this.quiet) return;
    const constraint = keyword === undefined ? undefined : { path: schemaPathOf(at), keyword };
    this.faults.push(withOrigin(fault(), constraint));
  }

  /** Adds the result of a junctor's branch. Its faults get the junctor as their constraint. */
  merge(part: NodeResult, junctor: JunctorKeyword, at: ValuePath | undefined): void {
    this.matches += part.matches;
    if (part.failed) this.failed = true;
    const constraint = { path: schemaPathOf(at), keyword: junctor };
    for (const fault of part.faults) this.faults.push(withOrigin(fault, constraint));
  }

  /** Removes all faults except the first `count`. */
  forgive(count: number): void {
    this.faults.length = count;
    this.failed = count > 0;
  }
}

function withOrigin(
  { sentence, error }: ValidationFault,
  constraint: ConstraintName | undefined,
): ValidationFault & Pick<ConstraintViolation, "constraint"> {
  if (constraint === undefined) return { sentence, error, constraint };
  return { sentence, error: { ...error, origin: constraint.keyword }, constraint };
}

/** Creates a fault of the value at a path. The default detail is `sentence`. */
export function faultAt(
  path: string,
  sentence: string,
  error: {
    readonly type?: FieldErrorType;
    readonly detail?: string;
    readonly badValue?: JsonValue;
  },
): ValidationFault {
  const { type = "FieldValueInvalid", detail = sentence } = error;
  const badValue = error.badValue === undefined ? {} : { badValue: error.badValue };
  return { sentence, error: { type, field: fieldOf(path), detail, ...badValue } };
}

/** Creates a fault that the server reports for the whole object instead of for the value at fault. */
export function rootFault(sentence: string): ValidationFault {
  return faultAt("", sentence, { badValue: "" });
}

function fieldOf(path: string): string {
  if (path === "" || path === ".") return "<nil>";
  return path.startsWith(".") ? path.slice(1) : path;
}

/** The errors without duplicates: of faults with the same sentence, only the first. */
export function distinctErrors(faults: readonly ValidationFault[]): FieldError[] {
  const seen = new Map<string, FieldError>();
  for (const { sentence, error } of faults) {
    if (!seen.has(sentence)) seen.set(sentence, error);
  }
  return [...seen.values()];
}
