import type { Side } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/** A value of one version and the value that it becomes in the other version; undefined if absent. */
export type ValuePair = readonly [value: JsonValue | undefined, converted: JsonValue | undefined];

/** The observed values of two corresponding places: by source version, each value with the value that it became. */
export type ObservedValues = Readonly<Record<Side, readonly ValuePair[]>>;

/** The schemas of two corresponding places, one of each version. */
export interface PlaceSchemas {
  readonly from: Structural;
  readonly to: Structural;
}

/** Builds the rule that converts between two paths. `more`: the further paths of a rule that has several in a version. */
export type RuleBuilder = (
  paths: { readonly from: string; readonly to: string },
  more: Readonly<Record<Side, readonly string[]>>,
) => RuleData;

/** What a {@link RuleBuilder} gets as `more` for a rule with one path in each version. */
export const noFurtherPaths: Readonly<Record<Side, readonly string[]>> = { from: [], to: [] };
