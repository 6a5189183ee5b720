import type { Side } from "../../converter/side.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { Path } from "../language/path.ts";
import type { OpName } from "../language/rule.ts";
import type { AnalysisContext, OpPlace } from "./analysis/analysis-context.ts";
import type { RuleOf } from "./op.ts";

/** What tools need to know about an op while an author writes a lens. Conversions don't use it. */
export interface Authoring<N extends OpName> {
  /** The schema of the op's rules in `conversion.yaml`; undefined for an op that can't be written there. */
  readonly yaml: JsonObject | undefined;
  /** An example rule of the op in `conversion.yaml`, for versions v1 and v2. */
  readonly example: string | undefined;
  /**
   * How to print a rule of the op in TypeScript: the names of the parameters that follow the paths, in order (other members
   * become options), or a function that prints it.
   */
  readonly code: readonly string[] | ((data: RuleOf<N>, print: CodePrinter) => string);
  /** Reports a rule's faults and notes what happens to its values. Undefined for an op that only contains or stands for rules. */
  readonly analyse:
    | ((walk: AnalysisContext, data: RuleOf<N>, opPlace: OpPlace) => void)
    | undefined;
  readonly suppliedBy: Supply | ((data: RuleOf<N>, place: SupplyPlace) => Supply);
  /** The values that a rule of the op mentions, such as the words of a table: `check` tries each of them. */
  readonly literals?: (data: RuleOf<N>) => readonly RuleLiteral[];
  /**
   * For an op with inner rules that is not a container: the steps from the rule's paths to where the paths of its inner rules
   * start.
   */
  readonly innerAt?: (data: RuleOf<N>) => { readonly first: Path; readonly second: Path };
  /**
   * True for a rule by which a converted fragment may have a value that the converted whole object does not have: `first` takes
   * another source if the fragment lacks the one that counts for the whole object.
   */
  readonly fillsFragments: boolean | ((data: RuleOf<N>) => boolean);
}

/** A value that a rule mentions. */
export interface RuleLiteral {
  readonly value: JsonValue;
  /** The path of the value, relative to the rule's path. Left out for the value at the rule's path itself. */
  readonly below?: string;
  /** The op's side that can have the value; left out if both can. */
  readonly side?: "first" | "second";
}

/**
 * When a rule is certain to write a value at one of its paths: always, never, if any of the values at its paths in the other
 * version is present, or only if all are.
 */
type Supply = "always" | "never" | "any" | "all";

/** One of a rule's paths, for the question whether the rule is certain to write it. */
interface SupplyPlace {
  readonly side: Side;
  /** The position of the path among the rule's paths of this side, from 0. */
  readonly index: number;
  /** True if the path is on the op's first side. */
  readonly isFirst: boolean;
  /** How many paths the rule has on the other side. */
  readonly sources: number;
  /** True if the other side is a list that always has an item, if it is present. */
  readonly hasItem: boolean;
}

/** Prints the parts of a rule in TypeScript. */
export interface CodePrinter {
  readonly path: (side: Side, text: string) => string;
  readonly key: (key: string) => string;
  readonly literal: (value: unknown) => string;
}
