import type { JsonValue } from "../../json/value.ts";
import type { JsonSchemaProps } from "../definition/crd.ts";
import type { FieldError } from "../field-error/field-error.ts";
import type { FieldPath } from "../field-error/path.ts";
import type { Structural } from "../structural/structural.ts";

/** What running rules (`x-kubernetes-validations`) needs: a schema with rules loads it, see `prepareValidation`. */
export interface RuleEngine {
  readonly evaluateRules: RuleEvaluator;
}

/**
 * Checks the rules of one whole schema, as the server does when it is created.
 *
 * `schemaErrors` are the schema's other errors: expressions at or above such a place are not compiled.
 */
export type RuleChecker = (
  schema: JsonSchemaProps,
  path: FieldPath,
  schemaErrors: readonly FieldError[],
  options?: RuleCheckOptions,
) => readonly FieldError[];

export interface RuleCheckOptions {
  /** The stored definition has the same schema: single rules may cost what they cost there. */
  readonly keepCosts?: boolean;
}

/** Runs all rules of a schema on an object; `isRoot` is true for a resource. */
export type RuleEvaluator = (
  structural: Structural,
  isRoot: boolean,
  object: JsonValue,
  options?: RuleOptions,
) => RuleOutcome;

export interface RuleOptions {
  /** Where the object stands in the errors. */
  readonly path?: FieldPath;
  /** The object before the update. */
  readonly old?: JsonValue | undefined;
  /** Forgive what did not change since. */
  readonly ratcheting?: boolean;
  readonly budget?: number;
}

/** What the rules of an object came to. */
export interface RuleOutcome {
  readonly errors: readonly FieldError[];
  /** Of rules that failed on what did not change, as the server sends them. */
  readonly warnings: readonly string[];
  /** What is left of the budget; negative where it ran out, and further rules did not run. */
  readonly remaining: number;
}

/** What all rules of an object may cost together. Source: k8s.io/apiserver@v0.36.3 pkg/apis/cel/config.go. */
export const objectCostLimit = 10_000_000;

/** A schema has rules, and nobody loaded what they need: a mistake of the program, see `prepareSchema`. */
export class RulesNotLoadedError extends Error {
  override readonly name = "RulesNotLoadedError";
}

let loaded: RuleEngine | undefined;
let checker: RuleChecker | undefined;

/** Makes an engine the one that all schemas use. */
export function installRuleEngine(engine: RuleEngine): void {
  loaded = engine;
}

/** Makes a checker the one that all schemas use. It is apart from the engine, since most programs only run rules. */
export function installRuleChecker(checkRules: RuleChecker): void {
  checker = checkRules;
}

/** The engine, where somebody loaded it: for those who judge without rules where there is none. */
export function installedRuleEngine(): RuleEngine | undefined {
  return loaded;
}

/**
 * The engine for a schema that has rules.
 *
 * Errors: throws {@link RulesNotLoadedError}.
 */
export function ruleEngine(): RuleEngine {
  return loadedOr(loaded);
}

/**
 * The checker for a schema that has rules.
 *
 * Errors: throws {@link RulesNotLoadedError}.
 */
export function ruleChecker(): RuleChecker {
  return loadedOr(checker);
}

function loadedOr<T>(part: T | undefined): T {
  if (part !== undefined) return part;
  throw new RulesNotLoadedError("the schema has rules: await prepareSchema first");
}
