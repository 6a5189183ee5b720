import { equal } from "../../../json/equal.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { MapRule, RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { otherSide, type Side, sides } from "../../language/side.ts";
import { compareNull, noteBoth } from "../analysis/both-sides.ts";
import { quoted, report, valueText } from "../analysis/fault-texts.ts";
import type { Verdict } from "../analysis/lens-analysis.ts";
import type { OpPlace, Site, Walk } from "../analysis/site.ts";
import { reportMisfit } from "../analysis/value-reports.ts";
import { mapCodec } from "./codec.ts";

/** map: a table that knows every word of either side, and only those (E106). */
export function walkMap(walk: Walk, data: MapRule, { at }: OpPlace): void {
  const first: Side = data.inverted === true ? "to" : "from";
  const codec = mapCodec(data);
  const pairs = isPairs(data.table) ? data.table : Object.entries(data.table);
  const listed = {
    [first]: pairs.map(([word]) => word),
    [otherSide(first)]: pairs.map(([, word]) => word),
  };
  compareNull(walk, at);
  for (const side of sides) reportUnlisted(walk, at, side, listed[side] ?? []);
  for (const side of sides) reportStrangers(walk, at, side, listed[side] ?? []);
  const exact = { [first]: codec.exactForward, [otherSide(first)]: codec.exactBackward };
  const verdictOf = (side: Side): Verdict =>
    exact[side] === true && wordsOf(at[side].node) !== undefined ? "changed" : "preserved";
  noteBoth(walk, at, { from: verdictOf("from"), to: verdictOf("to") });
}

function isPairs(table: MapRule["table"]): table is readonly (readonly [JsonValue, JsonValue])[] {
  return Array.isArray(table);
}

/** The words that a place allows, where it lists them. */
function wordsOf(node: SchemaNode): readonly JsonValue[] | undefined {
  if (typeof node === "string") return undefined;
  return node.type === "boolean" ? [true, false] : node.validation?.enum;
}

/** E106: a word of a version that the table leaves out, unless the rule says why it may. */
function reportUnlisted(walk: Walk, at: Site, side: Side, listed: readonly JsonValue[]): void {
  if (at.narrow !== undefined) return;
  for (const word of wordsOf(at[side].node) ?? []) {
    if (word === null || listed.some((other) => equal(word, other))) continue;
    const { path } = at[side];
    report(walk, {
      code: "E106",
      path,
      text: `${valueText(word)} of ${quoted(path)} has no partner in ${walk.versions[otherSide(side)]}. Add it to the table`,
      rule: at.via,
    });
  }
}

/** E106: a word of the table that its version does not know. */
function reportStrangers(walk: Walk, at: Site, side: Side, listed: readonly JsonValue[]): void {
  const words = wordsOf(at[side].node);
  if (words === undefined) {
    for (const word of listed)
      if (word !== null) reportMisfit(walk, at[side], word, { rule: ruleOf(at), side });
    return;
  }
  const strangers = listed.filter(
    (word) => word !== null && !words.some((other) => equal(word, other)),
  );
  const { path } = at[side];
  for (const word of strangers) {
    report(walk, {
      code: "E106",
      path,
      text: `${valueText(word)} is no word of ${quoted(path)} in ${walk.versions[side]}: it knows ${words.map(valueText).join(", ")}`,
      rule: at.via,
    });
  }
}

function ruleOf({ via }: Site): RuleData {
  return via ?? { op: "drop", from: ".", reason: "" };
}
