import { hookFunction } from "../ops/hook/hook-function.ts";
import { commonRuleData, opSpecificOptions, type Rule, type RuleOptions } from "./built-rule.ts";
import { recordedOnSide, recordedPathText, sharedScope } from "./sides.ts";
import type { PathArgument } from "./typed-path.ts";

/** The types of the values at some paths, in the order of the paths. */
type TypesAt<Paths extends readonly PathArgument[]> = {
  readonly [I in keyof Paths]: Paths[I] extends PathArgument<infer T> ? T : never;
};

type HookValues<Types extends readonly unknown[]> = {
  readonly [I in keyof Types]: Types[I] | null | undefined;
};

/** The paths of a {@link hook}: `from` in the older version, `to` in the newer one. */
interface HookPaths<
  From extends readonly PathArgument[],
  To extends readonly PathArgument[],
  ReadsFrom extends readonly PathArgument[],
  ReadsTo extends readonly PathArgument[],
> {
  readonly from: From;
  readonly to: To;
  /** Further paths that a direction can read: `forward` those of the older version, `backward` those of the newer one. */
  readonly reads?: { readonly from?: ReadsFrom; readonly to?: ReadsTo };
}

/**
 * The functions of a hook, typed by the values at its paths: `Hook<[A, B], [C]>` has A and B in the older version, C in the newer
 * one. `ReadsFrom` and `ReadsTo` type what the functions read in addition. Values are in the order of the paths; undefined means
 * absent. A function returns undefined instead of a list if it cannot parse the values. The types are those of the schemas: an
 * object may hold any JSON at a path, so check the types.
 */
export interface Hook<
  From extends readonly unknown[],
  To extends readonly unknown[],
  ReadsFrom extends readonly unknown[] = [],
  ReadsTo extends readonly unknown[] = [],
> {
  readonly forward?: (
    values: HookValues<From>,
    reads: HookValues<ReadsFrom>,
  ) => HookValues<To> | undefined;
  readonly backward?: (
    values: HookValues<To>,
    reads: HookValues<ReadsTo>,
  ) => HookValues<From> | undefined;
}

/** The options of {@link hook}. */
interface HookOptions extends RuleOptions {
  readonly name?: string;
  /** The reason why only one direction has a function. */
  readonly oneWay?: string;
}

/**
 * Converts the values at some paths with code. The functions get the values at the declared paths and nothing else. A direction
 * without a function writes nothing.
 */
export function hook<
  const From extends readonly PathArgument[],
  const To extends readonly PathArgument[],
  const ReadsFrom extends readonly PathArgument[] = [],
  const ReadsTo extends readonly PathArgument[] = [],
>(
  paths: HookPaths<From, To, ReadsFrom, ReadsTo>,
  { forward, backward }: Hook<TypesAt<From>, TypesAt<To>, TypesAt<ReadsFrom>, TypesAt<ReadsTo>>,
  options: HookOptions = {},
): Rule {
  const own = opSpecificOptions(options);
  const from = paths.from.map((place) => recordedOnSide("from", place));
  const to = paths.to.map((place) => recordedOnSide("to", place));
  const readsFrom = (paths.reads?.from ?? []).map((place) => recordedOnSide("from", place));
  const readsTo = (paths.reads?.to ?? []).map((place) => recordedOnSide("to", place));
  const reads = {
    ...(readsFrom.length > 0 && { from: readsFrom.map(recordedPathText) }),
    ...(readsTo.length > 0 && { to: readsTo.map(recordedPathText) }),
  };
  const scope = sharedScope([...from, ...to, ...readsFrom, ...readsTo]);
  return {
    data: {
      op: "hook",
      ...own,
      from: from.map(recordedPathText),
      to: to.map(recordedPathText),
      ...(Object.keys(reads).length > 0 && { reads }),
      ...(forward && { forward: hookFunction(forward) }),
      ...(backward && { backward: hookFunction(backward) }),
      ...commonRuleData(options, scope),
    },
    scope,
    uses: [],
  };
}
