import { type Path, parsePath } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { sides } from "../language/side.ts";
import type { PathsBySide } from "../ops/op.ts";
import { opOf } from "../ops/registry.ts";
import { pathTexts } from "../ops/rule-text.ts";

/** A rule with the paths that it claims on either side, parsed, in the order of its op. */
export interface ParsedRule {
  readonly data: RuleData;
  readonly from: readonly Path[];
  readonly to: readonly Path[];
  /** What the rule reads without claiming it, on either side. */
  readonly reads: PathsBySide;
  /** The rules of its inner lens. */
  readonly children: readonly ParsedRule[];
  /** True for a generated rule that excludes a path from an inner lens. */
  readonly isExcluded?: true;
  /** Set for a generated rule that excludes a path from an inner lens: the rule that claims the path, for messages. */
  readonly claimedBy?: RuleData;
}

/** A text that is not a path, with its rule. */
export interface InvalidPath {
  readonly data: RuleData;
  readonly text: string;
}

/** Parses the paths of rules. Rules with an invalid path are left out and listed. */
export function parseRules(rules: readonly RuleData[]): {
  readonly placed: readonly ParsedRule[];
  readonly bad: readonly InvalidPath[];
} {
  const bad: InvalidPath[] = [];
  const placed = rules.flatMap((data) => parseRule(data, bad) ?? []);
  return { placed, bad };
}

function parseRule(data: RuleData, bad: InvalidPath[]): ParsedRule | undefined {
  const op = opOf(data);
  const reportBad = (text: string) => bad.push({ data, text });
  const paths =
    op.kind === "joint" && op.claims !== undefined
      ? op.claims(data, { claimsOf: (rules) => claimsOf(rules, bad), reportBad })
      : namedPaths(data, reportBad);
  if (paths === undefined) return undefined;
  return { data, ...paths, reads: readsOf(data, reportBad), children: childrenOf(data, bad) };
}

function claimsOf(rules: readonly RuleData[], bad: InvalidPath[]): PathsBySide {
  const inner = parseRules(rules);
  bad.push(...inner.bad);
  const { placed } = inner;
  return { from: placed.flatMap(({ from }) => from), to: placed.flatMap(({ to }) => to) };
}

type ReportBad = (text: string) => void;

function namedPaths(data: RuleData, reportBad: ReportBad): PathsBySide | undefined {
  const texts = { from: pathTexts(data, "from"), to: pathTexts(data, "to") };
  const paths = { from: parsed(texts.from, reportBad), to: parsed(texts.to, reportBad) };
  const isComplete = sides.every((side) => paths[side].length === texts[side].length);
  return isComplete ? paths : undefined;
}

/** The paths of texts, without those that are none. */
function parsed(texts: readonly string[], reportBad: ReportBad): readonly Path[] {
  return texts.flatMap((text) => {
    const path = parsePath(text);
    if (path === undefined) reportBad(text);
    return path === undefined ? [] : [path];
  });
}

function readsOf(data: RuleData, reportBad: ReportBad): PathsBySide {
  const op = opOf(data);
  if (!("reads" in op) || op.reads === undefined) return noReads;
  const { from, to } = op.reads(data);
  return { from: parsed(from, reportBad), to: parsed(to, reportBad) };
}

export const noReads: PathsBySide = { from: [], to: [] };

/** The rules of an inner lens. Those of keyed, single and variant belong to the op, whose items do not correspond one to one. */
function childrenOf(data: RuleData, bad: InvalidPath[]): readonly ParsedRule[] {
  if (opOf(data).kind !== "container" || !("rules" in data)) return [];
  const inner = parseRules(data.rules ?? []);
  bad.push(...inner.bad);
  return inner.placed;
}
