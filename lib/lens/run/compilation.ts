import type { Side } from "../../converter/side.ts";
import type { StashCodec } from "../../converter/stash/packed.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { ValueCodec } from "../ops/codec.ts";
import type { TextFormat } from "../ops/text/codec.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";

/** Merges a preserved value of one side with the current value of that side. */
export interface Merger {
  readonly side: Side;
  readonly merge: NonNullable<ValueCodec["merge"]>;
}

/** Functions that a lens may need from outside, since `lib/lens` depends on no library. */
export interface LensTools {
  /** Parses and prints YAML in strings, for the op `text`. */
  readonly yaml?: TextFormat;
  /** Compresses packed preserved values of more than 4 KiB. */
  readonly codec?: StashCodec;
}

/** What all scopes of a lens share while they are compiled. */
export interface Compilation {
  readonly tools: LensTools;
  /** Compiles inner rules for the schemas at their paths. */
  readonly scope: (scope: RuleScope, schemas: SchemaPair) => ValueCodec;
  readonly named: (name: string, schemas: SchemaPair) => ValueCodec;
  readonly merges: Map<ScopeRule, Merger>;
}
