import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { RuleChecker, RuleEngine } from "../../schema/validation/rule-engine.ts";

/**
 * What runs the patterns and rules of a schema. It is passed to whatever compiles the schema, because both engines are
 * large and a function loads only those that its schemas need.
 */
export interface SchemaEngines {
  readonly re2: Re2 | undefined;
  readonly rules: RuleEngine | undefined;
}

/** Both engines, and what checks rules when their schema is created. */
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
