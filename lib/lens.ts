// `customhouse/lens`: what a conversion is written in. `customhouse generate` makes the versions that it is typed by.

export {
  type Failure,
  fail,
  type NamedLens,
  type Rule,
  type RuleOptions,
} from "./conversion/lens/build/built-rule.ts";
export {
  annotation,
  constant,
  defaultTo,
  drop,
  keep,
  label,
  move,
} from "./conversion/lens/build/fields.ts";
export {
  entry,
  first,
  hook,
  hook as joint,
  split,
  template,
  variant,
} from "./conversion/lens/build/joint.ts";
export {
  conditions,
  count,
  each,
  eachValue,
  keyed,
  partition,
  single,
  wrap,
} from "./conversion/lens/build/lists.ts";
export { named, use } from "./conversion/lens/build/named.ts";
export { every, field } from "./conversion/lens/build/recorder.ts";
export type { At, Place, Ref, Version } from "./conversion/lens/build/reference.ts";
export { convert, reference, text } from "./conversion/lens/build/texts.ts";
export { duration, map, not, optional, quantity, same } from "./conversion/lens/build/values.ts";
export { type LensOptions, lens } from "./conversion/lens/builder.ts";
// The same as data: what the builder and conversion.yaml both make.
export type { HookFunction, LensData, OpName, RuleData } from "./conversion/lens/rule.ts";
