import type { JsonValue } from "../../json/value.ts";
import { labelValueFaults } from "../../schema/metadata/names.ts";
import type { ConstantRule, DropRule, KeepRule, LabelRule, RuleData } from "../language/rule.ts";
import { nodeAt } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import { reportBound } from "./carried.ts";
import { claimsOf, isClaimed } from "./claim-tree.ts";
import { quoted, report, valueText } from "./fault-texts.ts";
import { noteTree } from "./leaves.ts";
import { narrowings } from "./narrowings.ts";
import { type OpPlace, type Spot, stringNode, type Walk } from "./site.ts";
import { typeText } from "./type-text.ts";
import { misfit } from "./value-fit.ts";

/** The ops that name a path of one side only; false for all others. */
export function walkOneSided(
  walk: Walk,
  scope: RuleScope,
  data: RuleData,
  place: OpPlace,
): boolean {
  switch (data.op) {
    case "drop":
      walkDrop(walk, data, place);
      return true;
    case "keep":
      walkKeep(walk, scope, data, place);
      return true;
    case "constant":
      walkConstant(walk, data, place);
      return true;
    case "label":
    case "annotation":
      walkLabel(walk, data, place);
      return true;
    default:
      return false;
  }
}

function sideOf(data: RuleData): Side {
  return data.from === undefined ? "to" : "from";
}

function walkDrop(walk: Walk, data: DropRule, { at }: OpPlace): void {
  const side = sideOf(data);
  const spot = at[side];
  // YAML and plain JavaScript may leave the reason out.
  const reason = String(data.reason ?? "").trim();
  if (reason === "") {
    const text = `${quoted(spot.path)} is dropped without a reason. Say why nobody misses it, or keep it`;
    report(walk, { code: "E108", path: spot.path, text, rule: data });
  }
  noteTree(walk, spot, { side, verdict: "dropped", to: [], rule: data, reason });
}

function walkKeep(walk: Walk, scope: RuleScope, data: KeepRule, { site, at }: OpPlace): void {
  const side = sideOf(data);
  const spot = at[side];
  const [own] = scope.rules.flatMap((rule) => (rule.data === data ? rule[side] : []));
  const other = otherSide(side);
  if (own !== undefined && !isClaimed(claimsOf(scope), other, own) && isOnSide(site[other], own)) {
    report(walk, {
      code: "E126",
      path: spot.path,
      text: `keep on ${quoted(spot.path)}, which both versions have: leave it identical, or drop it with a reason`,
      rule: data,
    });
  }
  noteTree(walk, spot, { side, verdict: "preserved", to: [], rule: data });
}

function isOnSide({ node }: Spot, path: readonly string[]): boolean {
  const found = nodeAt(node, path);
  return found !== "none" && found !== "free";
}

function walkConstant(walk: Walk, data: ConstantRule, { at }: OpPlace): void {
  const side = sideOf(data);
  const spot = at[side];
  reportMisfit(walk, spot, data.value, { rule: data, side });
  if (!at.isWhole) reportFill(walk, "constant", spot, data);
  noteTree(walk, spot, { side, verdict: "preserved", to: [], rule: data });
}

interface Written {
  readonly rule: RuleData;
  readonly side: Side;
}

/** E119: a value of the rule's own that its place refuses. */
export function reportMisfit(
  walk: Walk,
  { path, node }: Spot,
  value: JsonValue,
  { rule, side }: Written,
): void {
  const reason = misfit(node, value);
  if (reason === undefined) return;
  const text = `constant ${valueText(value)} does not fit ${quoted(path)} in ${walk.versions[side]}: ${reason}`;
  report(walk, { code: "E119", path, text, rule });
}

/** E116: what is filled in is filled into parts of objects too. */
export function reportFill(walk: Walk, what: string, { path }: Spot, rule: RuleData): void {
  const text = `${what} at ${quoted(path)} also fills parts; server-side apply may show it unowned`;
  report(walk, { code: "E116", path, text, rule });
}

/** Letters of a label's value: k8s.io/apimachinery pkg/util/validation LabelValueMaxLength. */
const maxLabelLength = 63;

function walkLabel(walk: Walk, data: LabelRule, { at }: OpPlace): void {
  const side = sideOf(data);
  const spot = at[side];
  if (data.op === "annotation" && isStashKey(data.key, walk.group)) reportStashKey(walk, data);
  if (typeText(spot.node) !== "string" && spot.node !== "free") {
    const text = `${quoted(spot.path)} is ${typeText(spot.node)} in ${walk.versions[side]}, and ${data.op}s are strings. Try a hook`;
    report(walk, { code: "E105", path: spot.path, text, rule: data });
  }
  for (const what of narrowings(stringNode, spot.node)) {
    if (what.type === "bound") reportBound(walk, at, side, what.text);
  }
  if (data.op === "label" && !isLabelValue(spot)) {
    const text = `label values have at most ${maxLabelLength} letters, digits, -, _ and .`;
    reportBound(walk, at, otherSide(side), text);
  }
  noteTree(walk, spot, { side, verdict: "moved", to: [at[otherSide(side)].path], rule: data });
}

/** True where every word that the field allows is a label's value. */
function isLabelValue({ node }: Spot): boolean {
  if (typeof node === "string") return false;
  const words = node.validation?.enum;
  return (
    words?.every((word) => typeof word === "string" && labelValueFaults(word).length === 0) === true
  );
}

/** The keys of the stash: `<group>/kept` and `<group>/kept.<version>.<id>`. */
function isStashKey(key: string, group: string | undefined): boolean {
  const [prefix, name, ...more] = key.split("/");
  if (name === undefined || more.length > 0) return false;
  return (group === undefined || prefix === group) && (name === "kept" || name.startsWith("kept."));
}

function reportStashKey(walk: Walk, data: LabelRule): void {
  const path = `metadata.annotations[${JSON.stringify(data.key)}]`;
  const text = `annotation ${quoted(data.key)} belongs to the stash. Take another key`;
  report(walk, { code: "E121", path, text, rule: data });
}
