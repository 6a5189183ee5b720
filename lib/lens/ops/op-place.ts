import type { SchemaPair } from "../language/schema-node.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import type { Compilation } from "../run/compilation.ts";

/** What an op is made ready for. */
export interface OpPlace {
  readonly rule: ScopeRule;
  /** The schemas of the scope. */
  readonly scope: SchemaPair;
  /** The schemas where the rule's first paths lead. */
  readonly at: SchemaPair;
  readonly compilation: Compilation;
}
