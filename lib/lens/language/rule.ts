import type { JsonObject, JsonValue } from "../../json/value.ts";

/**
 * A conversion between two versions as data: what the typed builder and `conversion.yaml` make, and what the compiler,
 * `--explain`, the crosswalk and the checks read. Rules have no order; what no rule names is identical on both sides.
 */
export interface LensData {
  /** The older version, or any: `from` in rules is a path of this one. */
  readonly from: string;
  /** The newer version: `to` in rules is a path of this one. */
  readonly to: string;
  readonly rules: readonly RuleData[];
  /** Rules by name, for `use`; a named lens may use itself below at least one step. */
  readonly lenses?: Readonly<Record<string, readonly RuleData[]>>;
  readonly stash?: StashForm;
  /**
   * `valid`, the default: entries that the target's schema does not declare or refuses are not applied but left where
   * they are, and counted. `any`: they are applied.
   */
  readonly entries?: "any" | "valid";
  /** The file that the lens was read from, for messages. */
  readonly file?: string;
}

/** `split` (the default): an annotation for each entry. `packed`: one annotation, for kinds that nobody applies server-side in two versions. */
export type StashForm = "split" | "packed";

/** What every rule may say. Paths are texts as `parsePath` reads them, within an inner lens relative to its scope. */
export interface AnyRule {
  /** What becomes the review's failure where the rule cannot read a value; without it the value is kept and reported. */
  readonly fail?: string;
  /** Why a narrower schema on one side (E107) is right. */
  readonly narrow?: string;
  /** Where the rule was written: line and column from 1. */
  readonly at?: { readonly line: number; readonly column: number };
}

/** Both paths. */
export interface TwoSided extends AnyRule {
  readonly from: string;
  readonly to: string;
}

/** One path: `from` for the older version's, `to` for the newer one's. */
export type OneSided = AnyRule &
  (
    | { readonly from: string; readonly to?: undefined }
    | { readonly to: string; readonly from?: undefined }
  );

/**
 * An op whose two sides differ in kind. Its first side (the map of keyed, the text of duration, the list of single)
 * is `from`, or `to` where inverted is true; left out, the two schemas tell.
 */
export interface Oriented {
  readonly inverted?: boolean;
}

export interface MoveRule extends TwoSided {
  readonly op: "move";
  /** An inner lens on the moved map; its paths are relative to it. */
  readonly rules?: readonly RuleData[];
}

export interface EachRule extends TwoSided {
  readonly op: "each";
  readonly rules: readonly RuleData[];
  /** Members that tell the items of an atomic list apart, for the stash only. */
  readonly key?: string | readonly string[];
  /** `exact`: an item that was replaced inherits nothing that was kept for the one before it. */
  readonly align?: "exact";
}

export interface EachValueRule extends TwoSided {
  readonly op: "eachValue";
  readonly rules: readonly RuleData[];
}

export type DropRule = OneSided & { readonly op: "drop"; readonly reason: string };

export type KeepRule = OneSided & {
  readonly op: "keep";
  /** A path of the other side: what was kept is forgotten when the value there changes. */
  readonly beside?: string;
};

export type ConstantRule = OneSided & { readonly op: "constant"; readonly value: JsonValue };

/** First side: where the value may be absent; second: where it is then filled. */
export interface DefaultRule extends TwoSided, Oriented {
  readonly op: "default";
  readonly value: JsonValue;
}

/** First side: the one whose words the table gives partners, of which several may share one. */
export interface MapRule extends TwoSided, Oriented {
  readonly op: "map";
  /** Words of the first side with their words of the second; pairs where one is no string. Inverted is false where left out. */
  readonly table:
    | Readonly<Record<string, JsonValue>>
    | readonly (readonly [JsonValue, JsonValue])[];
  /** Of several words of the first side with one image, those that the image comes back as. */
  readonly home?: JsonValue | readonly JsonValue[];
}

export interface NotRule extends TwoSided {
  readonly op: "not";
}

export interface OptionalRule extends TwoSided {
  readonly op: "optional";
  /** The value that absence means on the side that cannot say it. */
  readonly absent: JsonValue;
}

export type DurationUnit = "ns" | "us" | "ms" | "s" | "m" | "h";

/** First side: text such as `1h30m`; second: an integer. */
export interface DurationRule extends TwoSided, Oriented {
  readonly op: "duration";
  readonly unit: DurationUnit;
  /** How what is no whole unit is rounded. Default: towards zero. */
  readonly round?: "zero" | "up" | "nearest";
}

/** First side: a quantity such as `1Gi`; second: an integer count of the scale. */
export interface QuantityRule extends TwoSided, Oriented {
  readonly op: "quantity";
  /** A suffix (`m`, `k`, `Mi`…) or `""` for units. */
  readonly scale: string;
}

export type ScalarType = "string" | "integer" | "number" | "boolean";

/** Canonical text against integer, number or boolean: which, the schemas tell where types is left out. */
export interface ConvertRule extends TwoSided {
  readonly op: "convert";
  readonly types?: readonly [from: ScalarType, to: ScalarType];
}

/** First side: a map; second: a list of maps that bear the key. */
export interface KeyedRule extends TwoSided, Oriented {
  readonly op: "keyed";
  readonly key: string;
  /** The item's member that holds the map's value; without it the value's own members stand beside the key. */
  readonly value?: string;
  /** An inner lens from the map's values to the items (without key and value member). */
  readonly rules?: readonly RuleData[];
}

/** First side: a list of strings; second: a list of `{name, quantity}`. */
export interface CountRule extends TwoSided, Oriented {
  readonly op: "count";
  /** Default `name` and `quantity`. */
  readonly name?: string;
  readonly quantity?: string;
  /** Strings that may stand again after the first of their kind; more fail the review. Default 10,000. */
  readonly limit?: number;
}

/** First side: a list of scalars; second: a list of maps with one member. */
export interface WrapRule extends TwoSided, Oriented {
  readonly op: "wrap";
  readonly key: string;
}

/** First side: a list; second: its only item. */
export interface SingleRule extends TwoSided, Oriented {
  readonly op: "single";
  readonly rules?: readonly RuleData[];
}

/** A source of `first`: a path, or a value op from it to the rule's one path. */
export type FirstSource = string | FirstOp;

/** A value op with its path; the other path is the rule's. `home` and `at` do not stand here. */
export type FirstOp = JsonObject & { readonly op: string; readonly path: string };

/** Several paths on one side, of which the first that is there says the value of the other side's one path. */
export interface FirstRule extends AnyRule {
  readonly op: "first";
  /** Several where the older version has them. */
  readonly from: string | readonly FirstSource[];
  readonly to: string | readonly FirstSource[];
  /** The index of the source that the value goes back to, or `all` of them. Default 0. */
  readonly home?: number | "all";
  /** The value where no source says one, beside which the one path's parent is there; the way back is not filled. */
  readonly default?: JsonValue;
}

/** What tells the items of one list from those of the other: a member that equals, or is one of. */
export interface ItemTest {
  readonly member: string;
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  /** True: the member is there. */
  readonly present?: boolean;
}

/** First side: one list; second: two, those items for which the test holds and the rest. */
export interface PartitionRule extends AnyRule {
  readonly op: "partition";
  readonly from: string | readonly [string, string];
  readonly to: string | readonly [string, string];
  readonly test: ItemTest;
}

/** One side: a text; other side: its parts by the names in the template (`{host}:{port}`). */
export interface SplitRule extends AnyRule {
  readonly op: "split";
  readonly from: string | Readonly<Record<string, string>>;
  readonly to: string | Readonly<Record<string, string>>;
  readonly template: string;
}

/** A case of a variant. */
export interface VariantCase {
  /** Paths of the second side by what they must hold for this case; `{present: true}`: anything. What must equal is written. */
  readonly test: Readonly<Record<string, JsonValue>>;
  readonly rules?: readonly RuleData[];
}

/** First side: a map with a tag; second: a map whose members tell the case. */
export interface VariantRule extends TwoSided, Oriented {
  readonly op: "variant";
  /** The tag's path, below the first side's map. */
  readonly tag: string;
  /** Cases by the tag's word. */
  readonly cases: Readonly<Record<string, VariantCase>>;
}

/** First side: `{apiVersion, kind, name, namespace…}`; second: `{apiGroup, kind, name}`. */
export interface ReferenceRule extends TwoSided, Oriented {
  readonly op: "reference";
  /** The version of each group: an apiVersion cannot be had from a group alone. `""` is the core group. */
  readonly versions: Readonly<Record<string, string>>;
  /** `own`: the first side's namespace is the object's. Without it a namespace is kept. */
  readonly namespace?: "own";
  /** The second side's member for the group. Default `apiGroup`. */
  readonly group?: string;
}

/** First side: fields; second: a list of `{name, value}`. */
export interface EntryRule extends AnyRule {
  readonly op: "entry";
  /** Paths by the item's name on the side of the fields; a path on the side of the list. */
  readonly from: string | Readonly<Record<string, string>>;
  readonly to: string | Readonly<Record<string, string>>;
  /** Default `name` and `value`. */
  readonly name?: string;
  readonly value?: string;
  /** Further members of the items by name: `{id: {required: true}}`. */
  readonly members?: Readonly<Record<string, JsonObject>>;
  /** Names whose item stands in the list whether its field is there or not, also such as no field has: these come first. */
  readonly fill?: readonly string[];
}

/** First side: YAML or JSON in a string; second: what it says. */
export interface TextRule extends TwoSided, Oriented {
  readonly op: "text";
  readonly format: "yaml" | "json";
}

/** Lists of conditions, by `type`. */
export interface ConditionsRule extends TwoSided {
  readonly op: "conditions";
  readonly rules?: readonly RuleData[];
}

/** A label or annotation against a field; the other side has the field. Strings only. */
export type LabelRule = OneSided & {
  readonly op: "label" | "annotation";
  /** The label's or annotation's key, on the side whose path is left out. */
  readonly key: string;
};

export interface UseRule extends TwoSided {
  readonly op: "use";
  readonly lens: string;
}

/** What a hook gets and gives: values in the order of its paths; undefined is absent. */
export type HookFunction = (
  values: readonly (JsonValue | undefined)[],
  reads: readonly (JsonValue | undefined)[],
) => readonly (JsonValue | undefined)[] | undefined;

/** Code over declared paths; a direction left out yields nothing. Undefined as an answer: not to be read. */
export interface HookRule extends AnyRule {
  readonly op: "hook";
  readonly name?: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Paths that forward may read beside its own, of the older side; and backward, of the newer one. */
  readonly reads?: { readonly from?: readonly string[]; readonly to?: readonly string[] };
  readonly forward?: HookFunction;
  readonly backward?: HookFunction;
  /** Why one direction is enough. */
  readonly oneWay?: string;
}

export type RuleData =
  | MoveRule
  | EachRule
  | EachValueRule
  | DropRule
  | KeepRule
  | ConstantRule
  | DefaultRule
  | MapRule
  | NotRule
  | OptionalRule
  | DurationRule
  | QuantityRule
  | ConvertRule
  | KeyedRule
  | CountRule
  | WrapRule
  | SingleRule
  | FirstRule
  | PartitionRule
  | SplitRule
  | VariantRule
  | ReferenceRule
  | EntryRule
  | TextRule
  | ConditionsRule
  | LabelRule
  | UseRule
  | HookRule;

export type OpName = RuleData["op"];
