import { type Side, sides } from "../../../../converter/side.ts";
import { parsePath, pathText } from "../../../../lens/language/path.ts";
import type { RuleData } from "../../../../lens/language/rule.ts";
import { strongerOutcome } from "../../../../lens/ops/analysis/findings.ts";
import type { FieldAnalysis, FieldOutcome } from "../../../../lens/ops/analysis/lens-analysis.ts";
import type { TreeRow, TreeRowPair } from "./visible-rows.ts";

/** A line between rows of the two versions, or a stub at a row of one version. */
export interface RowLink {
  readonly outcome: FieldOutcome;
  /** Row numbers from the top; undefined where that version has no such row. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly rules: readonly RuleData[];
}

/**
 * The links of a drawing: a line for each two rows that share values, and a stub for each row with a field that has no row in
 * the other version.
 */
export function linksBetween(pairs: readonly TreeRowPair[]): readonly RowLink[] {
  const positions = { from: positionsOf(pairs, "from"), to: positionsOf(pairs, "to") };
  const links = new Map<string, RowLink>();
  for (const [at, pair] of pairs.entries()) {
    for (const side of sides) {
      for (const field of pair[side]?.outcome === undefined ? [] : (pair[side]?.fields ?? [])) {
        for (const link of linksOf(field, side, at, positions)) {
          const key = `${link.from} ${link.to}`;
          links.set(key, joinedLink(links.get(key), link));
        }
      }
    }
  }
  return [...links.values()].sort(
    (a, b) => Number(b.outcome === "identical") - Number(a.outcome === "identical"),
  );
}

interface RowPosition {
  readonly at: number;
  /** True where the row includes all fields below it. */
  readonly isFolded: boolean;
}

type RowPositions = Readonly<Record<Side, ReadonlyMap<string, RowPosition>>>;

function positionsOf(pairs: readonly TreeRowPair[], side: Side): ReadonlyMap<string, RowPosition> {
  const positions = new Map<string, RowPosition>();
  for (const [at, pair] of pairs.entries()) {
    const row: TreeRow | undefined = pair[side];
    if (row === undefined) continue;
    const position: RowPosition = { at, isFolded: row.outcome !== undefined };
    positions.set(row.path, position);
    for (const { path } of row.fields) positions.set(path, position);
  }
  return positions;
}

function linksOf(
  { outcome, path, to, rule }: FieldAnalysis,
  side: Side,
  at: number,
  positions: RowPositions,
): readonly RowLink[] {
  const other = side === "from" ? positions.to : positions.from;
  const targets = outcome === "identical" && to.length === 0 ? [path] : to;
  const found = targets.flatMap((target) => rowNumberOf(target, other) ?? []);
  const rules = rule === undefined ? [] : [rule];
  const ends = found.length === 0 ? [undefined] : found;
  return ends.map((end) =>
    side === "from" ? { outcome, from: at, to: end, rules } : { outcome, from: end, to: at, rules },
  );
}

/** The row of a path, or of the folded subtree that contains it. */
function rowNumberOf(
  text: string,
  positions: ReadonlyMap<string, RowPosition>,
): number | undefined {
  const exact = positions.get(text);
  if (exact !== undefined) return exact.at;
  const path = parsePath(text) ?? [];
  for (let length = path.length - 1; length > 0; length--) {
    const above = positions.get(pathText(path.slice(0, length)));
    if (above !== undefined) return above.isFolded ? above.at : undefined;
  }
  return undefined;
}

function joinedLink(one: RowLink | undefined, other: RowLink): RowLink {
  if (one === undefined) return other;
  const rules = [...new Set([...one.rules, ...other.rules])];
  return { ...other, outcome: strongerOutcome(one.outcome, other.outcome), rules };
}
