import { known } from "../../../json/invariant.ts";
import { type KeyPath, parsePath } from "../../language/path.ts";
import type { VariantRule } from "../../language/rule.ts";
import { otherSide, type Side, sides } from "../../language/side.ts";
import { quoted, report, valueText } from "../analysis/fault-texts.ts";
import { noteSide } from "../analysis/side-notes.ts";
import {
  type OpPlace,
  type Site,
  type Spot,
  siteBelow,
  spotAt,
  type Walk,
} from "../analysis/site.ts";
import { isInverted } from "../registry.ts";

/** variant: a case for each word of the tag, and the rules of each case where its maps stand. */
export function walkVariant(walk: Walk, data: VariantRule, place: OpPlace): void {
  const first: Side = isInverted(data, { from: "free", to: "free" }) ? "to" : "from";
  const second = otherSide(first);
  for (const side of sides) noteSide(walk, place, side, "preserved");
  const [tag] = place.spots[first];
  if (tag !== undefined) reportCases(walk, data, tag, first);
  const bases = basesOf(data, place.rule, first);
  const base = (side: Side): Spot => spotAt(place.site, side, bases[side]);
  const site: Site = {
    ...siteBelow(place.at, base("from"), base("to")),
    floor: { from: "preserved", to: "preserved" },
  };
  if (site[second].node === "none") return;
  for (const { rules = [] } of Object.values(data.cases)) walk.rules(walk, rules, site);
}

/** E106: words of the tag without a case, and cases that the tag does not list. */
function reportCases(walk: Walk, data: VariantRule, { path, node }: Spot, side: Side): void {
  const words = typeof node === "string" ? undefined : node.validation?.enum;
  if (words === undefined) return;
  const cases = Object.keys(data.cases);
  for (const word of words) {
    if (typeof word !== "string" || cases.includes(word)) continue;
    const text = `${valueText(word)} of ${quoted(path)} has no partner in ${walk.versions[otherSide(side)]}. Add a case`;
    report(walk, { code: "E106", path, text, rule: data });
  }
  for (const word of cases) {
    if (words.includes(word)) continue;
    const text = `${valueText(word)} is not a word of ${quoted(path)} in ${walk.versions[side]}: it knows ${words.map(valueText).join(", ")}`;
    report(walk, { code: "E106", path, text, rule: data });
  }
}

/** Where a variant's maps stand within the scope that it was placed in. */
function basesOf(
  data: VariantRule,
  rule: OpPlace["rule"],
  first: Side,
): Readonly<Record<Side, KeyPath>> {
  const second = otherSide(first);
  const tag = parsePath(data.tag) ?? [];
  const own = known(rule[first][0], "a variant has both its paths");
  const base = own.slice(0, Math.max(0, own.length - tag.length));
  const lost = (parsePath(data[first])?.length ?? 0) - base.length;
  const other = (parsePath(data[second]) ?? [])
    .slice(lost)
    .filter((step) => typeof step === "string");
  return first === "from" ? { from: base, to: other } : { from: other, to: base };
}
