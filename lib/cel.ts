// `customhouse/cel`: CEL expressions as kube-apiserver runs them in `x-kubernetes-validations`.

export {
  compileExpression,
  type Expression,
  type ExpressionOptions,
  type ExpressionValues,
} from "./cel/expression.ts";
export { type CompileError, type Evaluation, perCallLimit } from "./cel/program.ts";
// The rules of a schema: checked when it is created, and run on an object. Regular expressions need `re2`.
export { ruleChecker } from "./cel/rules/check-rules.ts";
export { ruleEngine } from "./cel/rules/evaluate-rules.ts";
export { escapeName, unescapeName } from "./cel/schema/escaping.ts";
export { showValue } from "./cel/value/show-value.ts";
// Values of an evaluation. Strings, booleans, ints (number, or bigint beyond 2^53), bytes and null are JavaScript's own.
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
