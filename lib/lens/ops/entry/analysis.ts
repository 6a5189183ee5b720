import { otherSide, type Side, sides } from "../../../converter/side.ts";
import type { EntryRule } from "../../language/rule.ts";
import { quotedPath, report, valueText } from "../analysis/fault-texts.ts";
import { reportMissing } from "../analysis/required-reports.ts";
import { reportShortfalls } from "../analysis/shortfall-reports.ts";
import { noteSide } from "../analysis/side-notes.ts";
import {
  type AnalysisContext,
  itemSpot,
  memberSpot,
  type OpPlace,
  type Site,
  type Spot,
  siteBelow,
} from "../analysis/site.ts";
import { typeText } from "../analysis/type-text.ts";
import { misfit } from "../analysis/value-fit.ts";
import { reportFill } from "../analysis/value-reports.ts";
import { filledNames } from "./codec.ts";

/** entry: each field has to fit the items' value, and its name their name. */
export function walkEntry(walk: AnalysisContext, data: EntryRule, place: OpPlace): void {
  const list: Side = typeof data.from === "string" ? "from" : "to";
  const fields = otherSide(list);
  const { spots, at } = place;
  noteSide(walk, place, fields, "changed");
  noteSide(walk, place, list, "preserved");
  const [target] = spots[list];
  if (target === undefined) return;
  if (typeof target.node !== "string" && target.node.type !== "array") {
    const text = `${quotedPath(target.path)} is ${typeText(target.node)} in ${walk.versions[list]}, and entry needs array there`;
    report(walk, { code: "E105", path: target.path, text, rule: data });
    return;
  }
  const item = itemSpot(target);
  const value = memberSpot(item, data.value ?? "value");
  for (const field of spots[fields]) {
    const pair: Site = { ...siteBelow(at, field, field), [list]: value };
    for (const side of sides) reportShortfalls(walk, pair, side);
  }
  reportEntryItems(walk, data, { list, item, at });
  if (filledNames(data).length > 0 && !at.isWhole) reportFill(walk, target, data);
}

interface EntryItems {
  readonly list: Side;
  readonly item: Spot;
  readonly at: Site;
}

/** Names that the items may not have, and members that they require and nothing writes. */
function reportEntryItems(
  walk: AnalysisContext,
  data: EntryRule,
  { list, item, at }: EntryItems,
): void {
  const key = data.name ?? "name";
  const named = data[otherSide(list)];
  const names = typeof named === "string" ? [] : Object.keys(named);
  const spot = memberSpot(item, key);
  for (const name of names) {
    const reason = misfit(spot.node, name);
    if (reason === undefined) continue;
    const text = `${valueText(name)} of ${quotedPath(spot.path)} has no partner in ${walk.versions[list]}: ${reason}`;
    report(walk, { code: "E106", path: spot.path, text, rule: data });
  }
  if (typeof item.node === "string") return;
  for (const member of item.node.validation?.required ?? []) {
    const isWritten = names.every((name) => Object.hasOwn({ ...data.members?.[name] }, member));
    if (member === key || member === (data.value ?? "value") || isWritten) continue;
    const { path } = memberSpot(item, member);
    reportMissing(walk, { side: list, path, remedy: "members", rule: at.via });
  }
}
