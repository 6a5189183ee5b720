import type { JsonObject } from "../../json/value.ts";
import { analyzeLens } from "../../lens/check/analyze-lens.ts";
import { parsePath, startsWith } from "../../lens/language/path.ts";
import type { LensData } from "../../lens/language/rule.ts";
import type { FieldAnalysis } from "../../lens/ops/analysis/lens-analysis.ts";
import { ruleText } from "../../lens/ops/rule-text.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Incompatibility } from "./compare-definitions.ts";

/** A kind whose lenses may convert differences between versions. `schemas`: those of the newer definition, by version. */
export interface KindWithLenses {
  readonly group: string;
  readonly lenses: readonly LensData[];
  readonly schemas: ReadonlyMap<string, JsonObject>;
}

/** Returns the rules, as text, that convert a difference between two versions; empty if the path has no rule. */
export type FindCoveringRules = (found: Incompatibility) => readonly string[];

/**
 * Analyzes a kind's lenses. The returned function finds the rules for the path of a difference between two versions. It finds
 * none for an incompatible change within one version, because a lens only converts between versions.
 */
export function coveringRulesFinder({ group, lenses, schemas }: KindWithLenses): FindCoveringRules {
  const structural = (version: string) => {
    const schema = schemas.get(version);
    return schema === undefined ? "free" : parseStructural(schema).structural;
  };
  const analysed = lenses.map((lens) => {
    const { from, to } = lens;
    const both = { from: structural(from), to: structural(to) } as const;
    return { from, to, fields: analyzeLens({ group, from, to, schemas: both }, lens).fields };
  });
  return ({ versions, path }) => {
    const [older, newer] = versions;
    if (older === undefined || newer === undefined) return [];
    const lens = analysed.find(
      ({ from, to }) => (from === older && to === newer) || (from === newer && to === older),
    );
    return lens === undefined ? [] : rulesAt(lens.fields, path);
  };
}

/** The rules for a path and for paths above and below it; empty if one of these paths has no rule. */
function rulesAt(fields: readonly FieldAnalysis[], path: string): readonly string[] {
  const wanted = parsePath(path) ?? [];
  const concerned = fields.filter((field) => {
    const own = parsePath(field.path) ?? [];
    return startsWith(own, wanted) || (own.length > 0 && startsWith(wanted, own));
  });
  const rules = concerned.map(({ rule }) => (rule === undefined ? undefined : ruleText(rule)));
  if (rules.includes(undefined)) return [];
  return [...new Set(rules.filter((rule) => rule !== undefined))];
}
