import type { ConstantRule, DropRule, KeepRule, LabelRule } from "../language/rule.ts";
import { common, jsonOf, type Rule, type RuleOptions } from "./built-rule.ts";
import { type Inner, optionalRules } from "./inner.ts";
import { recordedOf } from "./recorder.ts";
import type { Fits, Place, Ref } from "./reference.ts";
import { acrossFrom, oneSide, sidesOf, textOf, twoSides } from "./sides.ts";

/** What {@link move} may say besides. */
export interface MoveOptions<T, U> extends RuleOptions {
  /** What becomes of the members of the moved map. */
  readonly rules?: Inner<T, U>;
}

/** A value that has another path in the other version. */
export function move<T, U>(
  first: Place<T>,
  second: (Ref<U> & Fits<T, U>) | undefined,
  { rules, ...options }: MoveOptions<T, U> = {},
): Rule {
  const sides = twoSides(first, second);
  const inner = optionalRules("move", sides, rules);
  return {
    data: { op: "move", ...sides.pair, ...inner.data, ...common(options) },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** A value that is given up, and why that is right. */
export function drop(path: Place, reason: string, options: RuleOptions = {}): Rule {
  const side = oneSide(path);
  const data: DropRule = { op: "drop", ...side.path, reason, ...common(options) };
  return { data, scope: side.scope, uses: [] };
}

/** What {@link keep} may say besides. */
export interface KeepOptions extends RuleOptions {
  /** A path of the other version: what was kept is forgotten when the value there changes. */
  readonly beside?: Place;
}

/** A value that only its own version can say: it is kept in the stash. */
export function keep(path: Place, { beside, ...options }: KeepOptions = {}): Rule {
  const side = oneSide(path);
  const other = beside === undefined ? undefined : textOf(acrossFrom(recordedOf(path), beside));
  const data: KeepRule = {
    op: "keep",
    ...side.path,
    ...(other === undefined ? {} : { beside: other }),
    ...common(options),
  };
  return { data, scope: side.scope, uses: [] };
}

/** A path that only one version has, with what it always holds there. */
export function constant<T>(path: Place<T>, value: NoInfer<T>, options: RuleOptions = {}): Rule {
  const side = oneSide(path);
  const data: ConstantRule = {
    op: "constant",
    ...side.path,
    value: jsonOf(value),
    ...common(options),
  };
  return { data, scope: side.scope, uses: [] };
}

/** The op `default`, which is no name in TypeScript: a value that may be absent at the first path and is then filled at the second. */
export function defaultTo<T, O>(path: Place<T, O>, value: NoInfer<T>, options?: RuleOptions): Rule;
export function defaultTo<T, U>(
  first: Place<T>,
  second: (Ref<U> & Fits<T, U>) | undefined,
  value: NoInfer<U>,
  options?: RuleOptions,
): Rule;
export function defaultTo(first: Place, ...after: readonly unknown[]): Rule {
  const { pair, inverted, scope, rest } = sidesOf<[unknown, RuleOptions?]>(first, after);
  const [value, options = {}] = rest;
  return {
    data: { op: "default", ...pair, inverted, value: jsonOf(value), ...common(options) },
    scope,
    uses: [],
  };
}

/** A label of the version across, by its key, that is this field. */
export function label(key: string, path: Place<string>, options: RuleOptions = {}): Rule {
  return metadataRule("label", key, path, options);
}

/** An annotation of the version across, by its key, that is this field. */
export function annotation(key: string, path: Place<string>, options: RuleOptions = {}): Rule {
  return metadataRule("annotation", key, path, options);
}

function metadataRule(op: LabelRule["op"], key: string, path: Place, options: RuleOptions): Rule {
  const side = oneSide(path);
  const data: LabelRule = { op, ...side.path, key, ...common(options) };
  return { data, scope: side.scope, uses: [] };
}
