import type { RuleData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import type { AnalysisContext, OpPlace } from "../ops/analysis/analysis-context.ts";
import type { PlacePair } from "../ops/analysis/place-pair.ts";
import { authoringOf } from "../ops/authoring-registry.ts";
import { expandedRules } from "../ops/macros.ts";
import { opOf } from "../ops/registry.ts";
import { scopeRules } from "../place/scope-lens.ts";
import type { RuleScope, ScopedLens } from "../place/scoped-lens.ts";
import { claimsOf } from "./claim-tree.ts";
import { reportWritten } from "./written-maps.ts";

/** The analysis of a lens whose rules have their places. */
export interface LensWalk extends AnalysisContext {
  readonly lens: ScopedLens;
  /** Named lenses that are being walked. */
  readonly open: readonly NamedPair[];
  readonly walks: ScopeWalks;
}

/** The functions that walk a scope. They are passed in, because scopes and rules walk each other. */
interface ScopeWalks {
  /** Walks the rules and what they leave to identity. */
  readonly scope: (walk: LensWalk, scope: RuleScope, pair: PlacePair) => void;
  /** Walks the rules alone. */
  readonly rules: (walk: LensWalk, scope: RuleScope, pair: PlacePair) => void;
}

/** A named lens at a pair of schemas. */
export interface NamedPair {
  readonly name: string;
  readonly from: SchemaNode;
  readonly to: SchemaNode;
}

type Started = Omit<LensWalk, "data" | "scope" | "rules" | "required" | "op">;

/** A walk with what ops call back. */
export function lensWalk(started: Started): LensWalk {
  const { lens, open, walks } = started;
  const again = (walk: AnalysisContext): LensWalk => lensWalk({ ...walk, lens, open, walks });
  return {
    ...started,
    data: lens.data,
    scope: (walk, rules, pair) => walks.scope(again(walk), scopeAt(rules, pair), within(pair)),
    rules: (walk, rules, pair) => walks.rules(again(walk), scopeAt(rules, pair), within(pair)),
    required: (walk, rules, pair, all) =>
      reportWritten(walk, scopeAt(rules, pair), within(pair), claimsOf(scopeAt(all, pair))),
    op: walkOp,
  };
}

/** The scope of an op's inner rules, their macros expanded. */
function scopeAt(rules: readonly RuleData[], { from, to }: PlacePair): RuleScope {
  return scopeRules(expandedRules(rules, { from: from.node, to: to.node }), []);
}

/**
 * The pair of places for an op's inner rules. The value there is carried over by a move, and in parts by some ops; any
 * other op makes a new value of it.
 */
function within(pair: PlacePair): PlacePair {
  return pair.via !== undefined && carriesParts(pair.via) ? pair : { ...pair, isConverted: true };
}

function carriesParts(data: RuleData): boolean {
  const op = opOf(data);
  return data.op === "move" || (op.kind === "value" && op.parts?.(data) !== undefined);
}

function walkOp(walk: AnalysisContext, data: RuleData, opPlace: OpPlace): void {
  authoringOf(data).analyse?.(walk, data, opPlace);
}
