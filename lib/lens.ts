// `customhouse/lens`: builds conversions in TypeScript, with the types of the versions that `customhouse generate` writes.

export { type LensOptions, lens } from "./lens/build/builder.ts";
export {
  type FailOption,
  fail,
  type NamedLens,
  type Rule,
  type RuleOptions,
} from "./lens/build/built-rule.ts";
export {
  at,
  drop,
  keep,
  move,
} from "./lens/build/fields.ts";
export { type Hook, hook, hook as joint } from "./lens/build/hook.ts";
export {
  entry,
  first,
  split,
  template,
  variant,
} from "./lens/build/joint.ts";
export {
  count,
  each,
  keyed,
  partition,
  single,
} from "./lens/build/lists.ts";
export { include, named } from "./lens/build/named-lens.ts";
export { every, field } from "./lens/build/recorder.ts";
export { convert, reference, text } from "./lens/build/texts.ts";
export type {
  PathArgument,
  PathProxy,
  TypedPath,
  Version,
} from "./lens/build/typed-path.ts";
export { duration, map, quantity, same } from "./lens/build/values.ts";
export type { AcceptEntry, AcceptedConstraint } from "./lens/language/accept.ts";
export type { Example } from "./lens/language/example.ts";
// A lens as data. Both the builder and a conversion.yaml give this form.
export type { HookFunction } from "./lens/language/hook-function.ts";
export type { LensData, OpName, RuleData } from "./lens/language/rule.ts";
