import type { OneCodec } from "./codec.ts";
import type { TextFormat } from "./ops/text.ts";
import type { Side } from "./placed.ts";
import type { SchemaPair } from "./schema-node.ts";
import type { Scope, ScopeRule } from "./scope.ts";

/** What merges an old value of one side with today's. */
export interface Merger {
  readonly side: Side;
  readonly merge: NonNullable<OneCodec["merge"]>;
}

export interface LensTools {
  readonly yaml?: TextFormat;
}

/** What is common to all scopes of a lens. */
export interface Compilation {
  readonly tools: LensTools;
  /** The codec of an inner lens, made ready for the schemas of its place. */
  readonly scope: (scope: Scope, schemas: SchemaPair) => OneCodec;
  readonly named: (name: string, schemas: SchemaPair) => OneCodec;
  readonly merges: Map<ScopeRule, Merger>;
}
