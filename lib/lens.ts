// `customhouse/lens`: the typed builder of conversions. `customhouse generate` writes the types of the versions.

export { type LensOptions, lens } from "./lens/build/builder.ts";
export {
  type Failure,
  fail,
  type NamedLens,
  type Rule,
  type RuleOptions,
} from "./lens/build/built-rule.ts";
export {
  annotation,
  constant,
  defaultTo,
  drop,
  keep,
  label,
  move,
} from "./lens/build/fields.ts";
export {
  entry,
  first,
  hook,
  hook as joint,
  split,
  template,
  variant,
} from "./lens/build/joint.ts";
export {
  conditions,
  count,
  each,
  eachValue,
  keyed,
  partition,
  single,
  wrap,
} from "./lens/build/lists.ts";
export { named, use } from "./lens/build/named.ts";
export { every, field } from "./lens/build/recorder.ts";
export type { At, Place, Ref, Version } from "./lens/build/reference.ts";
export { convert, reference, text } from "./lens/build/texts.ts";
export { duration, map, not, optional, quantity, same } from "./lens/build/values.ts";
// A lens as data, as the builder and conversion.yaml both give it.
export type { HookFunction, LensData, OpName, RuleData } from "./lens/language/rule.ts";
