import type { Side } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/** A value of one version and what it becomes in the other; undefined is absent. */
export type ValuePair = readonly [value: JsonValue | undefined, image: JsonValue | undefined];

/** What was seen of two places: by side, values of that version with what they become. */
export type ObservedValues = Readonly<Record<Side, readonly ValuePair[]>>;

/** The schemas of two places. */
export interface PlaceSchemas {
  readonly from: Structural;
  readonly to: Structural;
}

/** Gives the rule for two places that stand at these paths. */
export type RuleAt = (paths: { readonly from: string; readonly to: string }) => RuleData;
