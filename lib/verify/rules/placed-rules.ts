import type { Side } from "../../converter/side.ts";
import { itemsPath, type Path, parsePath } from "../../lens/language/path.ts";
import type { LensData, RuleData } from "../../lens/language/rule.ts";
import { nodeAt, type SchemaPair } from "../../lens/language/schema-node.ts";
import { authoringOf } from "../../lens/ops/authoring-registry.ts";
import { expandedRules } from "../../lens/ops/macros.ts";
import { isInverted, opOf, rulesWithin } from "../../lens/ops/registry.ts";
import { pathTexts } from "../../lens/ops/rule-text.ts";

/** A rule with its paths from the body's root. A rule of a named lens appears once for each use of that lens. */
export interface PlacedRule {
  readonly rule: RuleData;
  readonly paths: Readonly<Record<Side, readonly Path[]>>;
  /** The side that the op treats as its first: `to` if the rule is inverted. */
  readonly first: Side;
}

/**
 * The most levels of named lenses to follow. There is a limit because a named lens may use itself. The number is a choice:
 * three levels show how a recursive lens behaves, and the places multiply with each level.
 */
const maxNesting = 3;

/** All rules of a lens, also inner ones, with their paths in both schemas. */
export function placedRules(lens: LensData, schemas: SchemaPair): readonly PlacedRule[] {
  return [...rulesBelow(lens.rules, { lens, schemas, base: { from: [], to: [] }, nesting: 0 })];
}

interface RuleBase {
  readonly lens: LensData;
  /** The body schemas of both versions. */
  readonly schemas: SchemaPair;
  /** The path in each version that the rules' paths are relative to. */
  readonly base: Readonly<Record<Side, Path>>;
  readonly nesting: number;
}

function* rulesBelow(rules: readonly RuleData[], at: RuleBase): Generator<PlacedRule> {
  const pair = schemasAt({ from: [at.base.from], to: [at.base.to] }, at.schemas);
  for (const rule of expandedRules(rules, pair)) {
    const named = { from: pathsOf(rule, "from", at), to: pathsOf(rule, "to", at) };
    const paths = isEach(rule)
      ? { from: named.from.map(startOf), to: named.to.map(startOf) }
      : named;
    const first = isInverted(rule, schemasAt(paths, at.schemas)) ? "to" : "from";
    const placed: PlacedRule = { rule, paths, first };
    yield placed;
    yield* rulesInside(placed, at);
  }
}

function* rulesInside({ rule, paths, first }: PlacedRule, at: RuleBase): Generator<PlacedRule> {
  const [[from], [to]] = [paths.from, paths.to];
  if (from === undefined || to === undefined) return;
  const op = opOf(rule);
  if (op.kind === "named") {
    if (at.nesting === maxNesting) return;
    const rules = at.lens.lenses?.[op.lens(rule)] ?? [];
    yield* rulesBelow(rules, { ...at, base: { from, to }, nesting: at.nesting + 1 });
    return;
  }
  const steps =
    op.kind === "container" ? containerSteps(rule, at) : authoringOf(rule).innerAt?.(rule);
  if (steps === undefined) return;
  const base = {
    from: [...from, ...(first === "from" ? steps.first : steps.second)],
    to: [...to, ...(first === "to" ? steps.first : steps.second)],
  };
  yield* rulesBelow(rulesWithin(rule), { ...at, base });
}

function isEach(rule: RuleData): boolean {
  const op = opOf(rule);
  return op.kind === "container" && op.begins === "below";
}

function startOf(path: Path): Path {
  return itemsPath(path).start;
}

/** The steps from a container's paths to the path that its inner rules are relative to. */
function containerSteps(
  rule: RuleData,
  at: RuleBase,
): { readonly first: Path; readonly second: Path } {
  const steps = isEach(rule) ? pathsOf(rule, "from", at).map((path) => itemsPath(path).step) : [];
  return { first: steps, second: steps };
}

function pathsOf(rule: RuleData, side: Side, { base }: RuleBase): readonly Path[] {
  const named = rule[side];
  const texts =
    typeof named === "string" ? [named] : named === undefined ? [] : pathTexts(rule, side);
  return texts.flatMap((text) => {
    const path = parsePath(text);
    return path === undefined ? [] : [[...base[side], ...path]];
  });
}

function schemasAt(paths: PlacedRule["paths"], { from, to }: SchemaPair): SchemaPair {
  const [[one], [other]] = [paths.from, paths.to];
  return {
    from: one === undefined ? "none" : nodeAt(from, one),
    to: other === undefined ? "none" : nodeAt(to, other),
  };
}
