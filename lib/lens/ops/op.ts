import type { Side } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import type { KeyPath, Path } from "../language/path.ts";
import type { AtRule, FirstOp, MoveRule, OpName, RuleData } from "../language/rule.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { JointCodec, ValueCodec } from "./codec.ts";
import type { TextFormat } from "./text/codec.ts";
import type { ValuePredicate } from "./value-test.ts";

/** A rule of one op. */
export type RuleOf<N extends OpName> = RuleData & { readonly op: N };

/** What an op is at run time. What tools need of it while a lens is written stands in its `authoring.ts`. */
export type Op<N extends OpName> =
  | ContainerOp<N>
  | NamedOp<N>
  | OneSidedOp<N>
  | ValueOp<N>
  | JointOp<N>
  | MacroOp<N>;

interface AnyOp {
  /** True for an op that loses nothing itself; any other may leave something to preserve on one side. */
  readonly isExact: boolean;
}

/** Rules on the members of a map, the items of a list or the values of a map: they share its values one to one. */
interface ContainerOp<N extends OpName> extends AnyOp {
  readonly kind: "container";
  /** Where its rules begin: at its paths themselves, or at the items or values below, which its paths tell (see {@link itemsPath}). */
  readonly begins: "itself" | "below";
  /** The members that tell the items of its list apart; `declared` are those that the schema names. */
  readonly keys?: (data: RuleOf<N>, declared?: readonly string[]) => readonly string[] | undefined;
  /** True where an item that was replaced inherits nothing that was preserved for the one before it. */
  readonly alignsExactly?: (data: RuleOf<N>) => boolean;
  /** Which items or values of a side are converted; undefined for all. */
  readonly selects?: (data: RuleOf<N>, side: Side) => ValuePredicate | undefined;
  /** True for a rule that claims nothing: its rules stand for themselves, at their whole paths. */
  readonly isPlace?: (data: RuleOf<N>) => boolean;
}

/** A rule that stands for others, which depend on the schemas at its paths. */
export interface MacroOp<N extends OpName> extends AnyOp {
  readonly kind: "macro";
  readonly rule: (data: RuleOf<N>, at: SchemaPair) => MoveRule | AtRule;
  /** The ops of the rules that it stands for. */
  readonly makes: readonly OpName[];
}

/** A lens that is used by its name. */
interface NamedOp<N extends OpName> extends AnyOp {
  readonly kind: "named";
  readonly lens: (data: RuleOf<N>) => string;
}

/** A value that only one version has. It has no codec: what happens to it is said here. */
interface OneSidedOp<N extends OpName> extends AnyOp {
  readonly kind: "oneSided";
  readonly isPreserved: boolean;
  /** Why the value is dropped; only an op that drops values has a reason. */
  readonly reason?: (data: RuleOf<N>) => string;
}

/** One value between one path and one path. */
export interface ValueOp<N extends OpName> {
  readonly kind: "value";
  /** As for any op, or for each of its rules. */
  readonly isExact: boolean | ((data: RuleOf<N>) => boolean);
  readonly isInverted: IsInverted<N>;
  /** Throws a TypeError where a tool is missing. */
  readonly codec: (data: RuleOf<N>, context: CodecContext) => ValueCodec;
  /** The members that tell the items of its list apart. */
  readonly keys?: (data: RuleOf<N>) => readonly string[];
  /** What its inner rules convert, of an op whose value consists of parts; undefined where it has no inner rules. */
  readonly parts?: (data: RuleOf<N>) => PartsData | undefined;
  /** False for an op that can't be a source of `first`. */
  readonly mayBeSource?: false;
}

/**
 * How the parts of a value correspond that inner rules convert. A list has each part within an item. The other side has
 * them as the values of a map by the item's key; without a key it is itself the only part.
 */
export interface PartsData {
  readonly rules: readonly RuleData[];
  /** The member that tells the list's items apart. */
  readonly key: string | undefined;
  /** Where in an item its part is. */
  readonly inItem: KeyPath;
}

/** Several values on at least one side. */
interface JointOp<N extends OpName> extends AnyOp {
  readonly kind: "joint";
  readonly isInverted: IsInverted<N>;
  readonly codec: (data: RuleOf<N>, context: CodecContext) => JointCodec;
  /** True for a rule whose both directions g and f keep g(f(g(y))) = g(y) and f(g(f(x))) = f(x). */
  readonly isLawful: (data: RuleOf<N>) => boolean;
  /** True for an op whose values an author's code derives. */
  readonly isDerived?: true;
  /** True for an op of which some values are written where others can't be. */
  readonly isPartial?: true;
  /** The rules within it, of which its own claims are made. */
  readonly rules?: (data: RuleOf<N>) => readonly RuleData[];
  /** The paths that it claims, where it names others; undefined where the text of one is not a path. */
  readonly claims?: (data: RuleOf<N>, context: ClaimsContext) => PathsBySide | undefined;
  readonly reads?: PathTextsRead<N>;
  /** The value that `fill` stands for on a side, of an op whose `fill` is something else. */
  readonly filled?: (data: RuleOf<N>, side: Side) => JsonValue | undefined;
  /** The members that tell the items of a side's list apart. */
  readonly keys?: (data: RuleOf<N>, side: Side) => readonly string[] | undefined;
  /** Which items of a side's list it reads, the first of each key; undefined for all. */
  readonly selects?: (data: RuleOf<N>, side: Side) => ValuePredicate | undefined;
}

/** True where an op's first side is the newer version's: as the rule says, else as the two schemas tell. */
type IsInverted<N extends OpName> = (data: RuleOf<N>, schemas: SchemaPair) => boolean;

/** The texts of the paths that a rule reads beside those that it claims. */
type PathTextsRead<N extends OpName> = (
  data: RuleOf<N>,
) => Readonly<Record<Side, readonly string[]>>;

/** Paths of a rule, apart for each version. */
export type PathsBySide = Readonly<Record<Side, readonly Path[]>>;

/** What an op's claims are made with. */
export interface ClaimsContext {
  /** The claims of rules within the op. */
  readonly claimsOf: (rules: readonly RuleData[]) => PathsBySide;
  /** Reports a text that is not a path. */
  readonly reportBad: (text: string) => void;
}

/** What a codec is made with. In a pair of schemas `from` is the op's first side. */
export interface CodecContext {
  /** The rule's paths within its scope, on the op's first side and on its second. */
  readonly first: readonly KeyPath[];
  readonly second: readonly KeyPath[];
  /** The schemas of the scope. */
  readonly scope: SchemaPair;
  /** The schemas where the first paths lead. */
  readonly at: SchemaPair;
  /** The codec of a lens within the op. */
  readonly inner: (rules: readonly RuleData[], schemas: SchemaPair) => ValueCodec;
  /** The codec of a source of `first` between the schemas of its path and of the rule's one path. */
  readonly source: (source: FirstOp, schemas: SchemaPair) => ValueCodec;
  readonly yaml: TextFormat | undefined;
  /** The rule in few words, for messages. */
  readonly ruleText: () => string;
}
