import type { Compilation } from "./compilation.ts";
import type { SchemaPair } from "./schema-node.ts";
import type { ScopeRule } from "./scoped.ts";

/** What an op is made ready for. */
export interface OpPlace {
  readonly rule: ScopeRule;
  /** The schemas of the scope. */
  readonly scope: SchemaPair;
  /** The schemas where the rule's first paths lead. */
  readonly at: SchemaPair;
  readonly compilation: Compilation;
}
