import type { RuleData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import type { AnalysisContext, OpPlace } from "../ops/analysis/analysis-context.ts";
import type { PlacePair } from "../ops/analysis/place-pair.ts";
import { authoringOf } from "../ops/authoring-registry.ts";
import { expandedRules } from "../ops/macros.ts";
import { opOf } from "../ops/registry.ts";
import { scopeRules } from "../place/scope-lens.ts";
import type { RuleScope, ScopedLens, ScopeFault } from "../place/scoped-lens.ts";
import { scopeClaims } from "./scope-claims.ts";
import { reportScopeFault } from "./scope-fault.ts";
import { reportWrittenMaps } from "./written-maps.ts";

/** The state of a lens's analysis: what ops can use, and the rules in their scopes. */
export interface LensWalk extends AnalysisContext {
  readonly lens: ScopedLens;
  /** The named lenses that are being analysed, from the outermost include to the innermost. */
  readonly open: readonly NamedPair[];
  readonly walks: ScopeWalks;
}

/** The functions that analyse a scope. They are passed in, since the modules for scopes and rules need each other. */
interface ScopeWalks {
  /** Analyses the rules of a scope, and the fields that they don't cover. */
  readonly scope: (walk: LensWalk, scope: RuleScope, pair: PlacePair) => void;
  /** Analyses the rules of a scope only. */
  readonly rules: (walk: LensWalk, scope: RuleScope, pair: PlacePair) => void;
}

/** A named lens for a pair of schemas. */
export interface NamedPair {
  readonly name: string;
  readonly from: SchemaNode;
  readonly to: SchemaNode;
}

/** A {@link LensWalk} before {@link lensWalk} adds its functions. */
type LensWalkState = Omit<LensWalk, "data" | "scope" | "rules" | "required" | "op">;

/** Adds to a lens's analysis the functions that the analysis of an op can call. */
export function lensWalk(state: LensWalkState): LensWalk {
  const { lens, open, walks } = state;
  const walkFor = (walk: AnalysisContext): LensWalk => lensWalk({ ...walk, lens, open, walks });
  return {
    ...state,
    data: lens.data,
    scope: (walk, rules, pair) =>
      walks.scope(walkFor(walk), reportedScope(walk, rules, pair), pairWithin(pair)),
    rules: (walk, rules, pair) =>
      walks.rules(walkFor(walk), reportedScope(walk, rules, pair), pairWithin(pair)),
    required: (walk, rules, pair, all) =>
      reportWrittenMaps(
        walk,
        scopeAt(rules, pair),
        pairWithin(pair),
        scopeClaims(scopeAt(all, pair)),
      ),
    op: walkOp,
  };
}

/** The scope of an op's inner rules, with macros such as `reference` replaced. Faults are added to `faults`. */
function scopeAt(
  rules: readonly RuleData[],
  { from, to }: PlacePair,
  faults: ScopeFault[] = [],
): RuleScope {
  return scopeRules(expandedRules(rules, { from: from.node, to: to.node }), faults);
}

/** The scope of an op's inner rules. Reports what is wrong with their paths, such as two rules for one path. */
function reportedScope(
  walk: AnalysisContext,
  rules: readonly RuleData[],
  pair: PlacePair,
): RuleScope {
  const faults: ScopeFault[] = [];
  const scope = scopeAt(rules, pair, faults);
  for (const fault of faults) reportScopeFault(walk, fault);
  return scope;
}

/**
 * The pair of places for an op's inner rules, with `isConverted` set unless the op copies the value (`move`) or converts it in
 * parts.
 */
function pairWithin(pair: PlacePair): PlacePair {
  return pair.via !== undefined && carriesParts(pair.via) ? pair : { ...pair, isConverted: true };
}

function carriesParts(data: RuleData): boolean {
  const op = opOf(data);
  return data.op === "move" || (op.kind === "value" && op.parts !== undefined);
}

function walkOp(walk: AnalysisContext, data: RuleData, opPlace: OpPlace): void {
  authoringOf(data).analyse?.(walk, data, opPlace);
}
