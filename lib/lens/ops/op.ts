import type { Side } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import type { KeyPath, Path } from "../language/path.ts";
import type { AtRule, FirstOp, MoveRule, OpName, RuleData } from "../language/rule.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { JointCodec, ValueCodec } from "./codec.ts";
import type { TextFormat } from "./text/codec.ts";
import type { ValuePredicate } from "./value-test.ts";

/** A rule whose op is N. */
export type RuleOf<N extends OpName> = RuleData & { readonly op: N };

/** How the engine runs an op. What tools need while a lens is written is in the op's `authoring.ts`. */
export type Op<N extends OpName> =
  | ContainerOp<N>
  | NamedOp<N>
  | OneSidedOp<N>
  | ValueOp<N>
  | JointOp<N>
  | MacroOp<N>;

interface OpBase {
  /** True for an op that loses nothing itself. Any other op may need to preserve something in one of the versions. */
  readonly isExact: boolean;
}

/**
 * An op with rules for the members of a map, the items of a list or the values of a map. Members and items correspond one to one
 * in the two versions.
 */
interface ContainerOp<N extends OpName> extends OpBase {
  readonly kind: "container";
  /**
   * Where the paths of its inner rules start: at the rule's paths (`itself`), or at the items or values of these (`below`, see
   * {@link itemsPath}).
   */
  readonly begins: "itself" | "below";
  /** The members that identify the items of its list. `declared` are the keys that the schema declares. */
  readonly keys?: (data: RuleOf<N>, declared?: readonly string[]) => readonly string[] | undefined;
  /** True if an item that replaced another gets none of the values preserved for the replaced one. */
  readonly alignsExactly?: (data: RuleOf<N>) => boolean;
  /** A test of which items or values of a side are converted; undefined for all. */
  readonly selects?: (data: RuleOf<N>, side: Side) => ValuePredicate | undefined;
  /** True for a rule that claims no path itself: its inner rules are treated as rules of the outer scope, with longer paths. */
  readonly noClaim?: (data: RuleOf<N>) => boolean;
}

/** An op that is replaced by a rule which depends on the schemas at its paths. */
export interface MacroOp<N extends OpName> extends OpBase {
  readonly kind: "macro";
  readonly rule: (data: RuleOf<N>, at: SchemaPair) => MoveRule | AtRule;
  /** The ops that the replacing rule and its inner rules can have. */
  readonly makes: readonly OpName[];
}

/** An op that applies a named lens. */
interface NamedOp<N extends OpName> extends OpBase {
  readonly kind: "named";
  readonly lens: (data: RuleOf<N>) => string;
}

/** An op for a value that only one version has. It has no codec: the value is preserved or lost. */
interface OneSidedOp<N extends OpName> extends OpBase {
  readonly kind: "oneSided";
  readonly isPreserved: boolean;
  /** The reason of a `drop`; only an op that loses values has one. */
  readonly reason?: (data: RuleOf<N>) => string;
}

/** An op with one path in each version. */
export interface ValueOp<N extends OpName> {
  readonly kind: "value";
  /** As in {@link OpBase.isExact}, or a function if it depends on the rule. */
  readonly isExact: boolean | ((data: RuleOf<N>) => boolean);
  readonly isInverted: IsInverted<N>;
  /** The codec of a rule. Throws a TypeError if a tool that it needs, such as the YAML reader, is missing. */
  readonly codec: (data: RuleOf<N>, context: CodecContext) => ValueCodec;
  /** The members that identify the items of its list. */
  readonly keys?: (data: RuleOf<N>) => readonly string[];
  /** What its inner rules convert, for an op whose value has parts. */
  readonly parts?: (data: RuleOf<N>) => PartsData;
  /** True for an op whose first side is a text that may hold any JSON value. */
  readonly isFirstText?: true;
  /** False for an op that can't be a source of `first`. */
  readonly mayBeSource?: false;
}

/**
 * How the parts that inner rules convert correspond in the two versions. One side is a list with a part in each item. The other
 * is a map with the parts as values, by the item's key; without a key the other side is the only part.
 */
export interface PartsData {
  readonly rules: readonly RuleData[];
  /** The member that identifies an item of the list; undefined if the list has at most one item. */
  readonly key: string | undefined;
  /** The path of the part within an item. */
  readonly inItem: KeyPath;
  /** True if the map's values have the key as a member too, which then counts instead of the map's key. */
  readonly isKeyInside?: boolean;
}

/** An op with several paths on at least one side. */
interface JointOp<N extends OpName> extends OpBase {
  readonly kind: "joint";
  readonly isInverted: IsInverted<N>;
  readonly codec: (data: RuleOf<N>, context: CodecContext) => JointCodec;
  /** True for a rule whose directions f and g satisfy f(g(f(x))) = f(x) and g(f(g(y))) = g(y). */
  readonly isWellBehaved: (data: RuleOf<N>) => boolean;
  /** True for an op whose values are computed by an author's code. */
  readonly isDerived?: true;
  /** True for an op that can write some of its values if others can't be written. */
  readonly isPartial?: true;
  /** The inner rules whose paths the op claims. */
  readonly rules?: (data: RuleOf<N>) => readonly RuleData[];
  /** The paths that the op claims, if they are not those that it names. Undefined if a text is not a path. */
  readonly claims?: (data: RuleOf<N>, context: ClaimsContext) => PathsBySide | undefined;
  readonly reads?: PathTextsRead<N>;
  /** The value that `fill` means on a side, for an op whose `fill` has another form. */
  readonly filled?: (data: RuleOf<N>, side: Side) => JsonValue | undefined;
  /** The members that identify the items of a side's list. */
  readonly keys?: (data: RuleOf<N>, side: Side) => readonly string[] | undefined;
  /**
   * A test of the items that the op reads from a side's list (of several with the same key it reads the first); undefined if
   * it reads all.
   */
  readonly selects?: (data: RuleOf<N>, side: Side) => ValuePredicate | undefined;
}

/** True if the first side of an op is the newer version, as the rule says or else as the two schemas show. */
type IsInverted<N extends OpName> = (data: RuleOf<N>, schemas: SchemaPair) => boolean;

/** The texts of the paths that a rule reads in addition to those that it claims. */
type PathTextsRead<N extends OpName> = (
  data: RuleOf<N>,
) => Readonly<Record<Side, readonly string[]>>;

/** The paths of a rule, by side. */
export type PathsBySide = Readonly<Record<Side, readonly Path[]>>;

/** What the `claims` function of an op can use. */
export interface ClaimsContext {
  /** The claims of rules inside the op. */
  readonly claimsOf: (rules: readonly RuleData[]) => PathsBySide;
  /** Reports a text that is not a path. */
  readonly reportBad: (text: string) => void;
}

/** What an op's codec is made from. In the pairs of schemas `from` is the op's first side, not the older version. */
export interface CodecContext {
  /** The rule's paths relative to its scope, on the op's first side and on its second. */
  readonly first: readonly KeyPath[];
  readonly second: readonly KeyPath[];
  /** The schemas of the scope. */
  readonly scope: SchemaPair;
  /** The schemas at the first path of each side. */
  readonly at: SchemaPair;
  /** Makes the codec of inner rules. */
  readonly inner: (rules: readonly RuleData[], schemas: SchemaPair) => ValueCodec;
  /** Makes the codec of a source of `first`, for the schemas of the source's path and of the target. */
  readonly source: (source: FirstOp, schemas: SchemaPair) => ValueCodec;
  readonly yaml: TextFormat | undefined;
  /** The rule in a few words, for messages. */
  readonly ruleText: () => string;
}
