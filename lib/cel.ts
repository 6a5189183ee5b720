// `customhouse/cel`: CEL expressions, evaluated as in `x-kubernetes-validations` by kube-apiserver.

export {
  compileExpression,
  type Expression,
  type ExpressionOptions,
  type ExpressionValues,
} from "./cel/expression.ts";
export { type CompileError, type Evaluation, perCallLimit } from "./cel/program.ts";
// The rules of a schema: `ruleChecker` checks them when the schema is created, `ruleEngine` evaluates them for an
// object. Regular expressions need `re2`.
export { ruleChecker } from "./cel/rules/check-rules.ts";
export { ruleEngine } from "./cel/rules/evaluate-rules.ts";
export { escapeName, unescapeName } from "./cel/schema/escaping.ts";
export { showValue } from "./cel/value/show-value.ts";
// The types of values in CEL. Strings, booleans, ints (number, or bigint beyond 2^53), bytes and null are JavaScript's
// own types.
export {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  Duration,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
} from "./cel/value/value.ts";
export { re2 } from "./schema/pattern/re2.ts";
export type {
  EvaluationOptions,
  RuleChecker,
  RuleEngine,
  RuleEvaluator,
  RuleOutcome,
} from "./schema/validation/rule-engine.ts";
