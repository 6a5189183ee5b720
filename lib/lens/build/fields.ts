import type { DropRule, KeepRule } from "../language/rule.ts";
import { besidePaths, commonRuleData, type Rule, type RuleOptions } from "./built-rule.ts";
import { type InnerRulesBuilder, optionalRules } from "./inner-rules.ts";
import { recordedPathOf } from "./recorder.ts";
import { oneSide, recordedOnOtherSide, sidesOf, twoSides } from "./sides.ts";
import type { CompatiblePath, PathArgument, TypedPath } from "./typed-path.ts";

/** The options of {@link move}. */
interface MoveOptions<T, U> extends RuleOptions {
  /** Rules for the members of the moved map. */
  readonly rules?: InnerRulesBuilder<T, U>;
}

/** Moves a value from a path of one version to a path of the other. */
export function move<T, U>(
  first: PathArgument<T>,
  second: (TypedPath<U> & CompatiblePath<T, U>) | undefined,
  { rules, ...options }: MoveOptions<T, U> = {},
): Rule {
  const sides = twoSides(first, second);
  const inner = optionalRules("move", sides, rules);
  return {
    data: { op: "move", ...sides.pair, ...inner.data, ...commonRuleData(options, sides.scope) },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** The options of {@link at}. */
interface AtOptions<T, O> extends RuleOptions {
  /** Rules whose paths start at this path. */
  readonly rules?: InnerRulesBuilder<T, O>;
}

/** Applies rules at a path that both versions have. With `fill`, `omit` or `beside`, no other rule may claim the path itself. */
export function at<T, O>(
  path: PathArgument<T, O>,
  rulesOrOptions: InnerRulesBuilder<T, O> | AtOptions<T, O>,
): Rule {
  const { rules, ...options } =
    typeof rulesOrOptions === "function" ? { rules: rulesOrOptions } : rulesOrOptions;
  const { rest: _, ...sides } = sidesOf<[]>(path, []);
  const inner = optionalRules("at", sides, rules);
  return {
    data: { op: "at", ...sides.pair, ...inner.data, ...commonRuleData(options, sides.scope) },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** Drops a field that only one version has: a conversion to the other version loses its value. `reason` says why. */
export function drop(path: PathArgument, reason: string, options: RuleOptions = {}): Rule {
  const side = oneSide(path);
  const data: DropRule = {
    op: "drop",
    ...side.path,
    reason,
    ...commonRuleData(options, side.scope),
  };
  return { data, scope: side.scope, uses: [] };
}

interface KeepOptions extends RuleOptions {
  /** If the other version has a `keep` of a field with the same schema: why the two fields differ in meaning. */
  readonly reason?: string;
}

/**
 * Preserves a field that only one version has while the object is at the other version. The paths of `beside` must be of the
 * other version.
 */
export function keep(path: PathArgument, options: KeepOptions = {}): Rule {
  const side = oneSide(path);
  for (const place of besidePaths(options)) recordedOnOtherSide(recordedPathOf(path), place);
  const { reason } = options;
  const reasonData = reason === undefined ? {} : { reason };
  const data: KeepRule = {
    op: "keep",
    ...side.path,
    ...reasonData,
    ...commonRuleData(options, side.scope),
  };
  return { data, scope: side.scope, uses: [] };
}
