import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { type Fill, isObjectRead, type ObjectRead } from "../language/absence.ts";
import { keysIn, valueAt } from "../language/key-path.ts";
import type { RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import type { Run } from "../ops/codec.ts";
import { membersTest, type Test, testOf } from "../ops/value-test.ts";

/** What a rule says about absence at its place in one version. */
export interface Absence {
  /** True for a value that `omit` names. */
  readonly isOmitted: Test;
  readonly filling: Filling | undefined;
}

/** What fills an absent place. `holder` is the map around the place, `scope` the map that the rule's paths begin at. */
export interface Filling {
  /** The value; undefined where nothing is filled in. */
  readonly value: (
    holder: JsonValue | undefined,
    scope: JsonObject,
    run: Run,
  ) => JsonValue | undefined;
  /** The value where it is the same in all objects, no test is made, and it says nothing when it is read. */
  readonly constant: JsonValue | undefined;
  /** True where it is read like any other value. */
  readonly returns: boolean;
}

/** What a rule says about absence in a version; undefined where it says nothing. */
export function absenceOf(data: RuleData | undefined, side: Side): Absence | undefined {
  const fill = data?.fill?.[side];
  const omit = data?.omit?.[side];
  if (fill === undefined && omit === undefined) return undefined;
  return {
    isOmitted: omit === undefined ? () => false : testOf(omit),
    filling: fill && fillingOf(fill),
  };
}

function fillingOf(fill: Fill): Filling {
  const source = sourceOf(fill);
  const test = fill.where === undefined ? undefined : membersTest(fill.where);
  return {
    value: (holder, scope, run) =>
      isObject(holder) && test?.(holder) !== false ? source(scope, run) : undefined,
    constant: test === undefined && fill.returns !== true ? fill.value : undefined,
    returns: fill.returns === true,
  };
}

function sourceOf(fill: Fill): (scope: JsonObject, run: Run) => JsonValue | undefined {
  const { value, read } = fill;
  if (read === undefined) return () => value;
  if (isObjectRead(read)) return (_, run) => readers[read](run);
  const path = keysIn(read);
  return (scope) => (path === undefined ? undefined : valueAt(scope, path));
}

const readers: Readonly<Record<ObjectRead, (run: Run) => string | undefined>> = {
  "$.metadata.name": ({ name }) => name,
  "$.metadata.namespace": ({ namespace }) => namespace,
};
