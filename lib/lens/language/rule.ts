import type { Side } from "../../converter/side.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { AbsenceModifiers, MemberTests } from "./absence.ts";
import type { AcceptEntry } from "./accept.ts";
import type { Example } from "./example.ts";
import type { HookFunction } from "./hook-function.ts";
import type { Waiver } from "./waiver.ts";

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
  /** Rules by name, for `include`; a named lens may include itself below at least one step. */
  readonly lenses?: Readonly<Record<string, readonly RuleData[]>>;
  /** Narrowings that the author has seen, with the reasons. */
  readonly accept?: readonly AcceptEntry[];
  readonly stash?: StashForm;
  /** Laws that the lens breaks, each with the reason why that is right. */
  readonly waive?: readonly Waiver[];
  /** Objects at both versions: the conversion must turn one into the other. */
  readonly examples?: readonly Example[];
  /** The file that the lens was read from, for messages. */
  readonly file?: string;
}

/** `split` (the default): an annotation for each entry. `packed`: one annotation, for kinds that nobody applies server-side in two versions. */
type StashForm = "split" | "packed";

/** What every rule may say. Paths are texts as `parsePath` reads them, within an inner lens relative to its scope. */
export interface AnyRule extends AbsenceModifiers {
  /** What becomes the review's failure where the rule cannot parse a value; without it the value is preserved and reported. */
  readonly fail?: string;
  /**
   * What is preserved for one version is discarded when a value at one of these paths of the other version changes. A rule
   * of one version names paths of the other; any other rule names paths that either version has.
   */
  readonly beside?: string | readonly string[];
  readonly at?: RulePosition;
}

/** Where a rule is written. Line and column count from 1. */
export interface RulePosition {
  readonly line: number;
  readonly column: number;
  /** Relative to the kind's folder; left out where it is the lens's own file. */
  readonly file?: string;
  /** Where the rule's named lens is included, for a rule of one. */
  readonly includedAt?: RulePosition;
}

/** Both paths. */
interface TwoSided extends AnyRule {
  readonly from: string;
  readonly to: string;
}

/** One path: `from` for the older version's, `to` for the newer one's. */
type OneSided = AnyRule &
  (
    | { readonly from: string; readonly to?: undefined }
    | { readonly to: string; readonly from?: undefined }
  );

/**
 * An op whose two sides differ in kind. Its first side (the map of keyed, the text of duration, the list of single)
 * is `from`, or `to` where inverted is true; left out, the two schemas tell.
 */
interface Oriented {
  readonly inverted?: boolean;
}

/** The same value at another path, or at the same one with inner rules. */
export interface MoveRule extends TwoSided {
  readonly op: "move";
  /** An inner lens on the moved map; its paths are relative to it. */
  readonly rules?: readonly RuleData[];
  /** The rule, as it is written, that stands for this one. */
  readonly macro?: ReferenceRule;
}

/**
 * The same path in both versions: where rules apply, whose paths are relative to it, and which this rule does not claim; or,
 * with `fill` or `omit`, a value that is carried as it is.
 */
export interface AtRule extends TwoSided {
  readonly op: "at";
  readonly rules?: readonly RuleData[];
  /** As for move. */
  readonly macro?: ReferenceRule;
}

/**
 * Two lists whose items correspond one to one; or two maps with the same keys, whose values do: their paths end in `{}`.
 * Of a list the path may end in `[*]`.
 */
export interface EachRule extends TwoSided {
  readonly op: "each";
  readonly rules?: readonly RuleData[];
  /** Members that tell the items of an atomic list apart, for the stash only. */
  readonly key?: string | readonly string[];
  /** `exact`: an item that was replaced inherits nothing that was preserved for the one before it. */
  readonly align?: "exact";
  /** By side, which items or values are converted: the others are preserved one by one. */
  readonly where?: Readonly<Partial<Record<Side, MemberTests>>>;
}

/** A field that one version gives up: its value is not preserved. */
export type DropRule = OneSided & { readonly op: "drop"; readonly reason: string };

/** A field that only one version has: its value is preserved for the way back. */
export type KeepRule = OneSided & {
  readonly op: "keep";
  /** Why it is another field than one of the same shape that the other version keeps. */
  readonly reason?: string;
};

/** First side: the one whose words the table gives partners, of which several may share one. */
export interface MapRule extends TwoSided, Oriented {
  readonly op: "map";
  /** Words of the first side with their words of the second; pairs where one is not a string. Inverted is false where left out. */
  readonly table:
    | Readonly<Record<string, JsonValue>>
    | readonly (readonly [JsonValue, JsonValue])[];
  /** Of several words of the first side with one image, those that the image comes back as. */
  readonly backTo?: JsonValue | readonly JsonValue[];
  /**
   * What becomes of a word that the table does not list. The key is the side that the word is converted to; `same` keeps the
   * word. Without an entry for that side the word cannot be parsed.
   */
  readonly else?: Readonly<Partial<Record<Side, JsonValue>>>;
}

/** What the integer of a duration counts. */
export type DurationUnit = "ns" | "us" | "ms" | "s" | "m" | "h";

/** First side: text such as `1h30m`; second: an integer. */
export interface DurationRule extends TwoSided, Oriented {
  readonly op: "duration";
  readonly unit: DurationUnit;
  /** How what is not a whole unit is rounded. Default: towards zero. */
  readonly round?: "zero" | "up" | "nearest";
  /** True: an integer beyond the bounds of its place becomes the nearest one within. */
  readonly clamp?: boolean;
}

/** First side: a quantity such as `1Gi`; second: an integer count of the scale. */
export interface QuantityRule extends TwoSided, Oriented {
  readonly op: "quantity";
  /** A suffix (`m`, `k`, `Mi`…) or `""` for units. */
  readonly scale: string;
  /** As for duration. */
  readonly clamp?: boolean;
}

/** A type as a schema names it. */
export type ScalarType = "string" | "integer" | "number" | "boolean";

/** Canonical text against integer, number or boolean: which, the schemas tell where types is left out. */
export interface ConvertRule extends TwoSided {
  readonly op: "convert";
  readonly types?: readonly [from: ScalarType, to: ScalarType];
  /** As for duration. */
  readonly clamp?: boolean;
}

/** First side: a map; second: a list of maps that bear the key. */
export interface KeyedRule extends TwoSided, Oriented {
  readonly op: "keyed";
  readonly key: string;
  /** The item's member that holds the map's value; without it the value's own members stand beside the key. */
  readonly value?: string;
  /** True where each value of the map has the key as a member, too; an item may then lack it. Not with `value`. */
  readonly inside?: boolean;
  /** An inner lens from the map's values to the items (without key, but with `inside`, and value member). */
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

/** First side: a list; second: its only item. */
export interface SingleRule extends TwoSided, Oriented {
  readonly op: "single";
  readonly rules?: readonly RuleData[];
}

/** A source of `first`: a path, or a value op from it to the rule's one path. */
export type FirstSource = string | FirstOp;

/** A value op with its path; the other path is the rule's. `backTo` and `at` are the rule's own. */
export type FirstOp = JsonObject & { readonly op: string; readonly path: string };

/** Several paths on one side, of which the first that is present gives the value of the other side's one path. */
export interface FirstRule extends AnyRule {
  readonly op: "first";
  /** Several where the older version has them. */
  readonly from: string | readonly FirstSource[];
  readonly to: string | readonly FirstSource[];
  /** The index of the source that the value goes back to, or `all` of them. Default 0. */
  readonly backTo?: number | "all";
}

/** What tells the items of one list from those of the other: a member that equals, or is one of. */
export interface ItemTest {
  readonly member: string;
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  /** True: the member is present, and not null. */
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

/** What tells that a map is of this case, and how its members convert. */
export interface VariantCase {
  /** Paths of the second side by what they must hold. What must equal is written. Empty: what no other case fits. */
  readonly where: MemberTests;
  readonly rules?: readonly RuleData[];
}

/** The case of a map that has no tag. */
export const absentTag = "absent";

/** First side: a map with a tag; second: a map whose members tell the case. */
export interface VariantRule extends TwoSided, Oriented {
  readonly op: "variant";
  /** The tag's path, below the first side's map. */
  readonly tag: string;
  /** Cases by the tag's word; {@link absentTag} for a map without tag. */
  readonly cases: Readonly<Record<string, VariantCase>>;
}

/** The versions of groups: an apiVersion cannot be had from a group alone. */
interface GroupVersions {
  /** By group; `""` is the core group, which has v1 where it is left out. */
  readonly versions?: Readonly<Record<string, string>>;
  /** That of all other groups. */
  readonly version?: string;
}

/**
 * First side: `{apiVersion, kind, name, namespace…}`; second: `{apiGroup, kind, name}`. It stands for rules of its members,
 * which depend on the two schemas.
 */
export interface ReferenceRule extends TwoSided, Oriented, GroupVersions {
  readonly op: "reference";
  /** `own`: the first side's namespace is the object's. Without it a namespace is preserved. */
  readonly namespace?: "own";
  /** The second side's member for the group. Default `apiGroup` or `group`, whichever the schema has. */
  readonly group?: string;
}

/** First side: an apiVersion; second: its group. Only a reference stands for such rules. */
export interface GroupRule extends TwoSided, Oriented, GroupVersions {
  readonly op: "group";
}

/**
 * First side: fields; second: a list of `{name, value}`. `fill` on the side of the list has the names whose item stands there
 * whether its field is there or not, also such as no field has: these come first.
 */
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
}

/** First side: YAML or JSON in a string; second: what it says. */
export interface TextRule extends TwoSided, Oriented {
  readonly op: "text";
  readonly format: "yaml" | "json";
}

/**
 * The rules of a named lens, at a place. A `conversion.yaml` is read with the rules of its includes in their place; only a
 * lens that includes itself stays one.
 */
interface IncludeRule extends TwoSided {
  readonly op: "include";
  readonly lens: string;
}

/** Code over declared paths; a direction left out yields nothing. Undefined as an answer: not to be read. */
export interface HookRule extends AnyRule {
  readonly op: "hook";
  /** The code that `conversion.yaml` names, `./file.ts#export` from the kind's folder; `defineKind` puts its functions in. */
  readonly code?: string;
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

/** The verb of a rule. */
export type OpName = RuleData["op"];
