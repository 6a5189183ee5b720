import type { FieldVerdict, Verdict } from "../../../../lens/check/analysis.ts";
import { worse } from "../../../../lens/check/findings.ts";
import { parsePath, pathText } from "../../../../lens/language/path.ts";
import type { RuleData } from "../../../../lens/language/rule.ts";
import { type Side, sides } from "../../../../lens/language/side.ts";
import type { Row, RowPair } from "./visible-rows.ts";

/** A line from a row of one version to one of the other, or from a row to nowhere. */
export interface Link {
  readonly verdict: Verdict;
  /** Heights, in rows from the top; undefined where the other version has nothing of it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly rules: readonly RuleData[];
}

/** The lines between the rows: one for each two rows that share values, and one for each row that shares none. */
export function linksBetween(pairs: readonly RowPair[]): readonly Link[] {
  const heights = { from: heightsOf(pairs, "from"), to: heightsOf(pairs, "to") };
  const links = new Map<string, Link>();
  for (const [at, pair] of pairs.entries()) {
    for (const side of sides) {
      for (const field of pair[side]?.verdict === undefined ? [] : (pair[side]?.fields ?? [])) {
        for (const link of linksOf(field, side, at, heights)) {
          const key = `${link.from} ${link.to}`;
          links.set(key, joined(links.get(key), link));
        }
      }
    }
  }
  return [...links.values()].sort(
    (a, b) => Number(b.verdict === "identical") - Number(a.verdict === "identical"),
  );
}

interface Height {
  readonly at: number;
  /** The row stands for what is below it too. */
  readonly isFolded: boolean;
}

type Heights = Readonly<Record<Side, ReadonlyMap<string, Height>>>;

function heightsOf(pairs: readonly RowPair[], side: Side): ReadonlyMap<string, Height> {
  const heights = new Map<string, Height>();
  for (const [at, pair] of pairs.entries()) {
    const row: Row | undefined = pair[side];
    if (row === undefined) continue;
    const height: Height = { at, isFolded: row.verdict !== undefined };
    heights.set(row.path, height);
    for (const { path } of row.fields) heights.set(path, height);
  }
  return heights;
}

function linksOf(
  { verdict, path, to, rule }: FieldVerdict,
  side: Side,
  at: number,
  heights: Heights,
): readonly Link[] {
  const other = side === "from" ? heights.to : heights.from;
  const targets = verdict === "identical" && to.length === 0 ? [path] : to;
  const found = targets.flatMap((target) => heightOf(target, other) ?? []);
  const rules = rule === undefined ? [] : [rule];
  const ends = found.length === 0 ? [undefined] : found;
  return ends.map((end) =>
    side === "from" ? { verdict, from: at, to: end, rules } : { verdict, from: end, to: at, rules },
  );
}

/** The height of a path, or of what is folded above it. */
function heightOf(text: string, heights: ReadonlyMap<string, Height>): number | undefined {
  const exact = heights.get(text);
  if (exact !== undefined) return exact.at;
  const path = parsePath(text) ?? [];
  for (let length = path.length - 1; length > 0; length--) {
    const above = heights.get(pathText(path.slice(0, length)));
    if (above !== undefined) return above.isFolded ? above.at : undefined;
  }
  return undefined;
}

function joined(one: Link | undefined, other: Link): Link {
  if (one === undefined) return other;
  const rules = [...new Set([...one.rules, ...other.rules])];
  return { ...other, verdict: worse(one.verdict, other.verdict), rules };
}
