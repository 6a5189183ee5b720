import type { Side } from "../../converter/side.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { Path } from "../language/path.ts";
import type { OpName } from "../language/rule.ts";
import type { AnalysisContext, OpPlace } from "./analysis/analysis-context.ts";
import type { RuleOf } from "./op.ts";

/** What tools need of an op while a lens is written. */
export interface Authoring<N extends OpName> {
  /** The schema of its rules in `conversion.yaml`; undefined for an op that only TypeScript has. */
  readonly yaml: JsonObject | undefined;
  /** A rule of it in `conversion.yaml`, between the versions v1 and v2. */
  readonly example: string | undefined;
  /**
   * How a drafted rule is written in TypeScript: the parameters that follow its paths, in order, with all others as
   * options; or a function, where that does not fit.
   */
  readonly code: readonly string[] | ((data: RuleOf<N>, print: CodePrinter) => string);
  /** Reports what is wrong with a rule, and notes what becomes of its values; undefined for an op that only holds rules. */
  readonly analyse:
    | ((walk: AnalysisContext, data: RuleOf<N>, opPlace: OpPlace) => void)
    | undefined;
  readonly suppliedBy: Supply | ((data: RuleOf<N>, place: SupplyPlace) => Supply);
  /** The values that its rules are about, such as the words of a table: `check` tries each of them. */
  readonly ownValues?: (data: RuleOf<N>) => readonly OwnValue[];
  /** The steps from the paths of a rule to what its inner rules are relative to, of an op that is not a container. */
  readonly innerAt?: (data: RuleOf<N>) => { readonly first: Path; readonly second: Path };
  /** True for a rule that may choose a value that the source lacks: for a fragment the result may differ. */
  readonly fillsFragments: boolean | ((data: RuleOf<N>) => boolean);
}

/** A value that a rule is about. */
export interface OwnValue {
  readonly value: JsonValue;
  /** The path where it stands, from the map at the rule's own path; left out, it stands there itself. */
  readonly below?: string;
  /** The op's side on which it may stand; either where left out. */
  readonly side?: "first" | "second";
}

/** Which values of the other side must be present so that a rule surely writes one: none, any of them or all; or it may never write one. */
type Supply = "always" | "never" | "any" | "all";

/** The written path of a rule. */
interface SupplyPlace {
  readonly side: Side;
  /** Its index among the rule's paths of the side. */
  readonly index: number;
  /** True where the side is the op's first. */
  readonly isFirst: boolean;
  /** How many paths the rule has on the other side. */
  readonly sources: number;
  /** True where the other side's list always has an item. */
  readonly hasItem: boolean;
}

/** Writes parts of a rule in TypeScript. */
export interface CodePrinter {
  readonly path: (side: Side, text: string) => string;
  readonly key: (key: string) => string;
  readonly literal: (value: unknown) => string;
}
