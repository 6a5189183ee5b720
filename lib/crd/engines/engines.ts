import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { RuleChecker, RuleEngine } from "../../schema/validation/rule-engine.ts";

/**
 * The engines that run the patterns and rules of a schema. They are passed to the code that compiles a schema, because
 * both are large and a function loads only those that its schemas need.
 */
export interface SchemaEngines {
  readonly re2: Re2 | undefined;
  readonly rules: RuleEngine | undefined;
}

/** Both engines, and the checker for the rules of a new schema. */
export interface CrdEngines extends SchemaEngines {
  readonly re2: Re2;
  readonly rules: RuleEngine;
  readonly checkRules: RuleChecker;
}

/** A schema has rules, and no engine was passed to run them: a bug of the caller. */
export class RuleEngineMissingError extends Error {
  override readonly name = "RuleEngineMissingError";

  constructor() {
    super("the schema has rules, but no engine was passed to run them");
  }
}
