import type { Side } from "../../converter/side.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { type Fill, type FillHook, objectPathIn, pathsReadByFill } from "../language/absence.ts";
import { valueAt } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import { type ConversionRun, type ConvertValues, unparsable } from "../ops/codec.ts";
import { fillOf } from "../ops/registry.ts";
import { membersTest, predicateOf, type ValuePredicate } from "../ops/value-test.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";

/** Reads a value that a rule does not claim; undefined if it is absent. */
export type ValueReader = (object: JsonObject, run: ConversionRun) => JsonValue | undefined;

/** What absence means at a rule's path in one version: the rule's `fill` and `omit`, ready to run. */
export interface Absence {
  /** True for a value that `omit` counts as absent. */
  readonly isOmitted: ValuePredicate;
  readonly filling: CompiledFill | undefined;
}

/**
 * What to fill in at an absent path. `holder` is the map that holds the path, `scope` the map at which the rule's paths start.
 */
export interface CompiledFill {
  /** The value to fill in; undefined if none is. */
  readonly value: (
    holder: JsonValue | undefined,
    scope: JsonObject,
    run: ConversionRun,
  ) => JsonValue | undefined;
  /** The value, if it is the same for all objects, has no `where` and counts as absent when a rule reads it; else undefined. */
  readonly constant: JsonValue | undefined;
  /** True if the value is converted back like any other, and does not count as absent. */
  readonly convertsBack: boolean;
}

/** Prepares the function of a fill. The result takes the values that the function reads, and returns one value. */
type CompileHook = (hook: FillHook) => ConvertValues;

/** What absence means at a rule's path in a version; undefined for a rule without `fill` and `omit` for that version. */
export function absenceOf(
  { data, fillReads }: Pick<ScopeRule, "data" | "fillReads">,
  side: Side,
  hookOf: CompileHook,
): Absence | undefined {
  const fill = data && fillOf(data, side);
  const omit = data?.omit?.[side];
  if (fill === undefined && omit === undefined) return undefined;
  return {
    isOmitted: omit === undefined ? () => false : predicateOf(omit),
    filling: fill && fillingOf(fill, fillReader(fill, fillReads[side], hookOf)),
  };
}

function fillingOf(fill: Fill, source: ValueReader): CompiledFill {
  const test = fill.where === undefined ? undefined : membersTest(fill.where);
  return {
    value: (holder, scope, run) =>
      isObject(holder) && test?.(holder) !== false ? source(scope, run) : undefined,
    constant: test === undefined && fill.returns !== true ? fill.value : undefined,
    convertsBack: fill.returns === true,
  };
}

/**
 * Returns a reader of the value to fill in, without the test of `where`. `paths` are the paths that the fill reads in its rule's
 * scope. If what is read or computed is null, nothing is filled in: null would not count as absent on the way back.
 */
function fillReader(fill: Fill, paths: readonly KeyPath[], hookOf: CompileHook): ValueReader {
  const { value, hook } = fill;
  if (value !== undefined) return () => value;
  let own = 0;
  const readers = pathsReadByFill(fill).map((text): ValueReader => {
    const ofObject = objectPathIn(text);
    if (ofObject !== undefined) return (_, run) => objectValue(ofObject, run);
    const path = paths[own++];
    return (scope) => (path === undefined ? undefined : valueAt(scope, path));
  });
  if (hook === undefined) return (scope, run) => readers[0]?.(scope, run) ?? undefined;
  const compute = hookOf(hook);
  return (scope, run) => {
    const computed = compute(
      readers.map((read) => read(scope, run)),
      run,
    );
    return computed === unparsable ? undefined : (computed[0] ?? undefined);
  };
}

/** A value of the object's metadata: name, namespace, a label or an annotation. */
function objectValue([, field, key]: KeyPath, run: ConversionRun): string | undefined {
  if (field === "name" || field === "namespace") return run[field];
  const map = field === "labels" ? run.labels : run.annotations;
  return key !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
