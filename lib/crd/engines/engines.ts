import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { RuleChecker, RuleEngine } from "../../schema/validation/rule-engine.ts";

/**
 * The engines for the patterns (RE2) and rules (CEL) of a schema. They are passed to the code that compiles a schema,
 * because both are large and a function loads only those that its schemas need.
 */
export interface SchemaEngines {
  readonly re2: Re2 | undefined;
  readonly rules: RuleEngine | undefined;
}

/** Both engines, including the checker for the rules of a new schema. */
export interface CrdEngines extends SchemaEngines {
  readonly re2: Re2;
  readonly rules: RuleEngine;
  readonly checkRules: RuleChecker;
}

/** Thrown if a schema has rules and the caller did not pass an engine for them, which is a bug of the caller. */
export class RuleEngineMissingError extends Error {
  override readonly name = "RuleEngineMissingError";

  constructor() {
    super("the schema has rules, but no engine was passed to run them");
  }
}
