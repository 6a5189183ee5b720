import type { StashCodec } from "../../converter/stash/packed.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { Side } from "../language/side.ts";
import type { OneCodec } from "../ops/codec.ts";
import type { TextFormat } from "../ops/text/codec.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";

/** What merges an old value of one side with today's. */
export interface Merger {
  readonly side: Side;
  readonly merge: NonNullable<OneCodec["merge"]>;
}

/** What a lens may need that the room does not hold itself. */
export interface LensTools {
  /** For texts of YAML in a field. */
  readonly yaml?: TextFormat;
  /** Compresses the packed stash above 4 KiB. */
  readonly codec?: StashCodec;
}

/** What is common to all scopes of a lens. */
export interface Compilation {
  readonly tools: LensTools;
  /** The codec of an inner lens, made ready for the schemas of its place. */
  readonly scope: (scope: RuleScope, schemas: SchemaPair) => OneCodec;
  readonly named: (name: string, schemas: SchemaPair) => OneCodec;
  readonly merges: Map<ScopeRule, Merger>;
}
