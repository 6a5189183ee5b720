import type { Side } from "../../converter/side.ts";
import type { StashCodec } from "../../converter/stash/packed.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { ValueCodec } from "../ops/codec.ts";
import type { TextFormat } from "../ops/text/codec.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";

/** Merges a preserved value of one side with the current one. */
export interface Merger {
  readonly side: Side;
  readonly merge: NonNullable<ValueCodec["merge"]>;
}

/** What a lens may need from outside, since lib/lens is pure. */
export interface LensTools {
  /** For texts of YAML in a field. */
  readonly yaml?: TextFormat;
  /** Compresses the packed stash above 4 KiB. */
  readonly codec?: StashCodec;
}

/** What all scopes of a lens share while they are compiled. */
export interface Compilation {
  readonly tools: LensTools;
  /** The codec of an inner lens for the schemas at its paths. */
  readonly scope: (scope: RuleScope, schemas: SchemaPair) => ValueCodec;
  readonly named: (name: string, schemas: SchemaPair) => ValueCodec;
  readonly merges: Map<ScopeRule, Merger>;
}
