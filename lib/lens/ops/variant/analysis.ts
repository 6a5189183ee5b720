import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { assertDefined } from "../../../json/invariant.ts";
import { isEmptyMap } from "../../../json/value.ts";
import type { MemberTests } from "../../language/absence.ts";
import { type KeyPath, parsePath } from "../../language/path.ts";
import { absentTag, type RuleData, type VariantRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, reportFault, valueText } from "../analysis/fault-texts.ts";
import { type PlacePair, pairBelow, placeAt, type SchemaPlace } from "../analysis/place-pair.ts";
import { noteSide } from "../analysis/side-notes.ts";
import { isInverted } from "../registry.ts";
import { isEqualityCondition } from "../value-test.ts";

/** Reports faults of the cases (E106), and checks the rules of each case against the schemas of the two maps. */
export function walkVariant(walk: AnalysisContext, data: VariantRule, opPlace: OpPlace): void {
  const first: Side = isInverted(data, { from: "free", to: "free" }) ? "to" : "from";
  const second = otherSide(first);
  for (const side of sides) noteSide(walk, opPlace, side, "preserved");
  const [tag] = opPlace.places[first];
  if (tag !== undefined) reportCases(walk, data, tag, first);
  const bases = basesOf(data, opPlace.rule, first);
  const base = (side: Side): SchemaPlace => placeAt(opPlace.scopePair, side, bases[side]);
  const casePair: PlacePair = {
    ...pairBelow(opPlace.pair, base("from"), base("to")),
    weakestOutcome: { from: "preserved", to: "preserved" },
  };
  if (casePair[second].node === "none") return;
  const cases = Object.entries(data.cases).map(([word, { where, rules = [] }]) => ({
    rules,
    written: [...rules, ...writtenRules(data, first, word, where)],
  }));
  const all = cases.flatMap(({ written }) => written);
  for (const { rules, written } of cases) {
    walk.rules(walk, rules, casePair);
    walk.required(walk, written, casePair, all);
  }
}

/** Rules that write what a case itself writes: the tag, and the values that its `where` requires to be equal. */
function writtenRules(
  { tag }: VariantRule,
  first: Side,
  word: string,
  where: MemberTests,
): readonly RuleData[] {
  const second = otherSide(first);
  const equalities = Object.entries(where).filter(([, wanted]) => isEqualityCondition(wanted));
  const tagFill = { [first]: { value: word } };
  const keepTag: RuleData = { op: "keep", ...onSide(first, tag), fill: tagFill };
  if (word !== absentTag && equalities.length === 0) return [keepTag];
  return equalities.map(([path, value]): RuleData => {
    const fill = { [second]: { value } };
    if (word === absentTag) return { op: "keep", ...onSide(second, path), fill };
    const pair = first === "from" ? { from: tag, to: path } : { from: path, to: tag };
    return { op: "map", ...pair, table: {}, fill: { ...tagFill, ...fill } };
  });
}

function onSide(side: Side, path: string): { readonly from: string } | { readonly to: string } {
  return side === "from" ? { from: path } : { to: path };
}

/**
 * Reports E106 for words of the tag without a case, for cases that the schema of the tag doesn't list, and for several cases with
 * an empty `where`.
 */
function reportCases(
  walk: AnalysisContext,
  data: VariantRule,
  { path, node }: SchemaPlace,
  side: Side,
): void {
  const catchAlls = Object.entries(data.cases).filter(([, { where }]) => isEmptyMap(where));
  if (catchAlls.length > 1) {
    const text = `the cases ${catchAlls.map(([word]) => valueText(word)).join(" and ")} have an empty where: only one case can be for maps that no other case matches`;
    reportFault(walk, { code: "E106", path, text, rule: data });
  }
  const words = typeof node === "string" ? undefined : node.validation?.enum;
  if (words === undefined) return;
  const cases = Object.keys(data.cases).filter((word) => word !== absentTag);
  for (const word of words) {
    if (typeof word !== "string" || cases.includes(word)) continue;
    const text = `${valueText(word)} of ${quotedPath(path)} has no partner in ${walk.versions[otherSide(side)]}. Add a case`;
    reportFault(walk, { code: "E106", path, text, rule: data });
  }
  for (const word of cases) {
    if (words.includes(word)) continue;
    const text = `${valueText(word)} is not a word of ${quotedPath(path)} in ${walk.versions[side]}, which has ${words.map(valueText).join(", ")}`;
    reportFault(walk, { code: "E106", path, text, rule: data });
  }
}

/** The paths of the variant's two maps, relative to the scope of the rule. */
function basesOf(
  data: VariantRule,
  rule: OpPlace["rule"],
  first: Side,
): Readonly<Record<Side, KeyPath>> {
  const second = otherSide(first);
  const tag = parsePath(data.tag) ?? [];
  const own = assertDefined(rule[first][0], "a variant rule has a path on each side");
  const base = own.slice(0, Math.max(0, own.length - tag.length));
  const lost = (parsePath(data[first])?.length ?? 0) - base.length;
  const other = (parsePath(data[second]) ?? [])
    .slice(lost)
    .filter((step) => typeof step === "string");
  return first === "from" ? { from: base, to: other } : { from: other, to: base };
}
