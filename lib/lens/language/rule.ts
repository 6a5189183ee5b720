import type { Side } from "../../converter/side.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { AbsenceModifiers, MemberTests } from "./absence.ts";
import type { AcceptEntry } from "./accept.ts";
import type { Example } from "./example.ts";
import type { HookFunction } from "./hook-function.ts";
import type { Waiver } from "./waiver.ts";

/**
 * A conversion between two versions as data. The typed builder and `conversion.yaml` both produce it. Rules have no order; a
 * field without a rule is the same in both versions.
 */
export interface LensData {
  /** The older version, by convention. A rule's `from` is a path of this version. */
  readonly from: string;
  /** The newer version, by convention. A rule's `to` is a path of this version. */
  readonly to: string;
  readonly rules: readonly RuleData[];
  /** Rules by name, for `include`. A named lens may include itself at a path below its own root. */
  readonly lenses?: Readonly<Record<string, readonly RuleData[]>>;
  /** The narrowings that the author accepts, with the reasons. */
  readonly accept?: readonly AcceptEntry[];
  readonly stash?: StashForm;
  /** The laws that the lens may break, each with a reason. */
  readonly waive?: readonly Waiver[];
  /** Objects at both versions, which the conversions must turn into each other. */
  readonly examples?: readonly Example[];
  /** The file that the lens was read from, for messages. */
  readonly file?: string;
}

/**
 * How preserved values are stored. `split` (the default): an annotation for each. `packed`: one annotation for all, for kinds
 * that nobody applies server-side in two versions.
 */
type StashForm = "split" | "packed";

/** The members that every rule may have. Paths are strings in the syntax of `parsePath`, relative to the rule's scope. */
export interface CommonRuleFields extends AbsenceModifiers {
  /** The text with which the review fails if the rule cannot parse a value. Without it the value is preserved and reported. */
  readonly fail?: string;
  /**
   * One or more paths: a value preserved by this rule is discarded when the value at one of them changes. A rule for a field of
   * one version names paths of the other version; any other rule may name paths of either version.
   */
  readonly beside?: string | readonly string[];
  readonly at?: RulePosition;
}

/** Where a rule is written. Line and column count from 1. */
export interface RulePosition {
  readonly line: number;
  readonly column: number;
  /** Path relative to the kind's folder. Left out for the lens's own file. */
  readonly file?: string;
  /** Where the named lens that has this rule is included. */
  readonly includedAt?: RulePosition;
}

/** A rule with one path in each version. */
interface TwoSided extends CommonRuleFields {
  readonly from: string;
  readonly to: string;
}

/** A rule with one path: `from` in the older version or `to` in the newer one. */
type OneSided = CommonRuleFields &
  (
    | { readonly from: string; readonly to?: undefined }
    | { readonly to: string; readonly from?: undefined }
  );

/**
 * A rule whose two sides have different types, such as text and integer. Its first side (the map of keyed, the text of duration,
 * the list of single) is `from`, or `to` if `inverted` is true. If `inverted` is left out, the two schemas decide.
 */
interface Oriented {
  readonly inverted?: boolean;
}

/** The same value at another path, or at the same path with inner rules. */
export interface MoveRule extends TwoSided {
  readonly op: "move";
  /** Rules for the moved map; their paths are relative to it. */
  readonly rules?: readonly RuleData[];
  /** The `reference` that the author wrote, if this rule was derived from one. */
  readonly macro?: ReferenceRule;
}

/**
 * The same path in both versions, with rules whose paths are relative to it. The rule claims the path itself only if it has
 * `fill`, `omit` or `beside`, or no `rules`.
 */
export interface AtRule extends TwoSided {
  readonly op: "at";
  readonly rules?: readonly RuleData[];
  /** The `reference` that the author wrote, if this rule was derived from one. */
  readonly macro?: ReferenceRule;
}

/**
 * Two lists whose items correspond one to one, in order, or two maps whose values correspond by key. Paths of maps end in `{}`;
 * paths of lists may end in `[*]`.
 */
export interface EachRule extends TwoSided {
  readonly op: "each";
  readonly rules?: readonly RuleData[];
  /**
   * One or more members that identify an item of an atomic list. Only used to find an item again when preserved values are
   * applied.
   */
  readonly key?: string | readonly string[];
  /** `exact`: an item that replaced another in an atomic list gets none of the values preserved for the replaced one. */
  readonly align?: "exact";
  /** By side, tests of the items or values to convert. The others are preserved one by one. */
  readonly where?: Readonly<Partial<Record<Side, MemberTests>>>;
}

/** A field that only one version has, and whose value is lost in the other. */
export type DropRule = OneSided & { readonly op: "drop"; readonly reason: string };

/** A field that only one version has, and whose value is preserved while the object is at the other. */
export type KeepRule = OneSided & {
  readonly op: "keep";
  /** If the other version has a `keep` of a field with the same schema: why the two fields differ in meaning. */
  readonly reason?: string;
};

/**
 * Words that are converted by a table. First side: the words on the left of the table. Several of them may have the same partner.
 */
export interface MapRule extends TwoSided, Oriented {
  readonly op: "map";
  /**
   * Words of the first side with their partners; as pairs if a word is not a string. For this op, `inverted` is false if left
   * out.
   */
  readonly table:
    | Readonly<Record<string, JsonValue>>
    | readonly (readonly [JsonValue, JsonValue])[];
  /** If several words of the first side have the same partner: the words that such partners are converted back to. */
  readonly backTo?: JsonValue | readonly JsonValue[];
  /**
   * What becomes of a word that the table does not list, by the side that it is converted to; `same` keeps the word. Without an
   * entry for that side the word cannot be parsed.
   */
  readonly else?: Readonly<Partial<Record<Side, JsonValue>>>;
}

/** The unit of a duration written as an integer. */
export type DurationUnit = "ns" | "us" | "ms" | "s" | "m" | "h";

/** First side: a duration as text, such as `1h30m`; second side: an integer. */
export interface DurationRule extends TwoSided, Oriented {
  readonly op: "duration";
  readonly unit: DurationUnit;
  /**
   * How to round a duration that is not a whole number of units: toward zero (`zero`, the default), away from zero (`up`) or to
   * the nearest.
   */
  readonly round?: "zero" | "up" | "nearest";
  /**
   * True: in place of an integer outside the bounds of the second side's schema, the nearest integer within them is written or
   * converted. The original value is preserved.
   */
  readonly clamp?: boolean;
}

/** First side: a quantity such as `1Gi`; second side: an integer in units of `scale`. */
export interface QuantityRule extends TwoSided, Oriented {
  readonly op: "quantity";
  /** A suffix (`m`, `k`, `Mi`…), or `""` for single units. */
  readonly scale: string;
  /**
   * True: in place of an integer outside the bounds of the second side's schema, the nearest integer within them is written or
   * converted. The original value is preserved.
   */
  readonly clamp?: boolean;
}

/** The type of a scalar, as a schema names it. */
export type ScalarType = "string" | "integer" | "number" | "boolean";

/** A scalar of different types in the two versions, such as `"80"` and 80. If `types` is left out, the schemas decide. */
export interface ConvertRule extends TwoSided {
  readonly op: "convert";
  readonly types?: readonly [from: ScalarType, to: ScalarType];
  /**
   * True: an integer outside the bounds that either version's schema sets for integers is converted as the nearest integer within
   * them, and the original is preserved.
   */
  readonly clamp?: boolean;
}

/** First side: a map; second side: a list of maps, each with the first map's key as its member `key`. */
export interface KeyedRule extends TwoSided, Oriented {
  readonly op: "keyed";
  readonly key: string;
  /**
   * The member of an item that holds the map's value. Without it the members of the map's value are members of the item, beside
   * the key.
   */
  readonly value?: string;
  /** True: each value of the map has the key as a member too, and an item may lack the key. Can't be combined with `value`. */
  readonly inside?: boolean;
  /**
   * Rules that convert each value of the map to an item, and back. They can't use the item's key unless `inside` is true. If the
   * option `value` is set, their paths in an item start at the member that it names.
   */
  readonly rules?: readonly RuleData[];
}

/** First side: a list of strings with repeats; second side: each string once, as `{name, quantity}`. */
export interface CountRule extends TwoSided, Oriented {
  readonly op: "count";
  /** The members of an item that hold the string and how often it occurs. Default `name` and `quantity`. */
  readonly name?: string;
  readonly quantity?: string;
  /**
   * How many repetitions a list may have, not counting the first occurrence of each string. With more the review fails. Default
   * 10,000.
   */
  readonly limit?: number;
}

/** First side: a list of at most one item; second side: the item itself. */
export interface SingleRule extends TwoSided, Oriented {
  readonly op: "single";
  readonly rules?: readonly RuleData[];
}

/** A source of `first`: a path, or a value op from a path to the rule's target. */
export type FirstSource = string | FirstOp;

/** A value op with the path of the source. Its other path is the field that the rule `first` names. It has no `at` of its own. */
export type FirstOp = JsonObject & { readonly op: string; readonly path: string };

/** Several sources in one version for one field in the other. The field's value comes from the first source that is present. */
export interface FirstRule extends CommonRuleFields {
  readonly op: "first";
  /** A list if the sources are in the older version; then `to` is the path of the field. */
  readonly from: string | readonly FirstSource[];
  readonly to: string | readonly FirstSource[];
  /** The index of the source that the field's value is converted back to, or `all` for every source. Default 0. */
  readonly backTo?: number | "all";
}

/** A test of one member of an item: the member equals a value, is one of several, or is present. */
export interface ItemTest {
  readonly member: string;
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  /** True: the member is present and not null. False: it is absent or null. */
  readonly present?: boolean;
}

/** One list in one version; two in the other: the items that pass the test, and the others. */
export interface PartitionRule extends CommonRuleFields {
  readonly op: "partition";
  readonly from: string | readonly [string, string];
  readonly to: string | readonly [string, string];
  readonly test: ItemTest;
}

/** A text in one version; in the other its parts, by the names in the template (`{host}:{port}`). */
export interface SplitRule extends CommonRuleFields {
  readonly op: "split";
  readonly from: string | Readonly<Record<string, string>>;
  readonly to: string | Readonly<Record<string, string>>;
  readonly template: string;
}

/** One case of a `variant`: how to recognize it, and the rules for the members. */
export interface VariantCase {
  /**
   * Tests of the second side's map, by path below it. The case applies if all hold. A conversion to the second side writes the
   * values that must be equal. Empty: the case for maps that no other case matches.
   */
  readonly where: MemberTests;
  readonly rules?: readonly RuleData[];
}

/** The name of the case for maps without a tag. */
export const absentTag = "absent";

/** First side: a map with a tag, such as `type: Http`; second side: a map whose members show the case. */
export interface VariantRule extends TwoSided, Oriented {
  readonly op: "variant";
  /** The path of the tag, below the first side's map. */
  readonly tag: string;
  /** The cases by value of the tag; {@link absentTag} is the case of a map without a tag. */
  readonly cases: Readonly<Record<string, VariantCase>>;
}

/** The API version that is added to a group to make an apiVersion. */
interface GroupVersions {
  /** By group. The core group `""` has v1 by default. */
  readonly versions?: Readonly<Record<string, string>>;
  /** The API version of all groups that `versions` does not have, except the core group. */
  readonly version?: string;
}

/**
 * First side: `{apiVersion, kind, name, namespace…}`; second side: `{apiGroup, kind, name}`. It is replaced by rules for the
 * members, which are derived from the two schemas.
 */
export interface ReferenceRule extends TwoSided, Oriented, GroupVersions {
  readonly op: "reference";
  /** `own`: where only one version has the namespace, it is the object's own namespace. Without this option it is preserved. */
  readonly namespace?: "own";
  /** The member that holds the group on the second side. Default `apiGroup` or `group`, whichever the schema has. */
  readonly group?: string;
}

/** First side: an apiVersion; second side: its group. Authors can't write this op: it is derived from a `reference`. */
export interface GroupRule extends TwoSided, Oriented, GroupVersions {
  readonly op: "group";
}

/**
 * Fields in one version; in the other a list of `{name, value}` items. `fill` for the version of the list has the names of items
 * that are always in the list, even if their field is absent or no field has that name. Items without a field come first.
 */
export interface EntryRule extends CommonRuleFields {
  readonly op: "entry";
  /** A path for the version with the list; for the other version the path of each field, by the name of its item. */
  readonly from: string | Readonly<Record<string, string>>;
  readonly to: string | Readonly<Record<string, string>>;
  /** The members of an item that hold the name and the value. Default `name` and `value`. */
  readonly name?: string;
  readonly value?: string;
  /** Further members of the items, by item name: `{id: {required: true}}`. */
  readonly members?: Readonly<Record<string, JsonObject>>;
}

/** First side: YAML or JSON in a string; second side: the value that it holds. */
export interface TextRule extends TwoSided, Oriented {
  readonly op: "text";
  readonly format: "yaml" | "json";
}

/**
 * Applies the rules of a named lens at a path. When a `conversion.yaml` is read, the rules themselves replace the include, unless
 * the lens includes itself.
 */
interface IncludeRule extends TwoSided {
  readonly op: "include";
  readonly lens: string;
}

/** Converts the values at declared paths with code. A direction without a function writes nothing. */
export interface HookRule extends CommonRuleFields {
  readonly op: "hook";
  /** In `conversion.yaml`, the code as `./file.ts#export`, relative to the kind's folder. `defineKind` adds the functions. */
  readonly code?: string;
  readonly name?: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /**
   * Further paths that the functions can read: `forward` those of the older version (`from`), `backward` those of the newer one
   * (`to`).
   */
  readonly reads?: { readonly from?: readonly string[]; readonly to?: readonly string[] };
  readonly forward?: HookFunction;
  readonly backward?: HookFunction;
  /** The reason why only one direction has a function. */
  readonly oneWay?: string;
}

/** A rule of any op; `op` is its name. */
export type RuleData =
  | MoveRule
  | AtRule
  | EachRule
  | DropRule
  | KeepRule
  | MapRule
  | DurationRule
  | QuantityRule
  | ConvertRule
  | KeyedRule
  | CountRule
  | SingleRule
  | FirstRule
  | PartitionRule
  | SplitRule
  | VariantRule
  | ReferenceRule
  | GroupRule
  | EntryRule
  | TextRule
  | IncludeRule
  | HookRule;

/** The verb of a rule, such as `move`. */
export type OpName = RuleData["op"];
