import { labelValueFaults } from "../../../schema/metadata/names.ts";
import type { LabelRule } from "../../language/rule.ts";
import { otherSide } from "../../language/side.ts";
import { reportBound } from "./carried.ts";
import { quoted, report } from "./fault-texts.ts";
import { noteTree } from "./leaves.ts";
import { narrowings } from "./narrowings.ts";
import { sideOf } from "./one-side.ts";
import { type OpPlace, type Spot, stringNode, type Walk } from "./site.ts";
import { typeText } from "./type-text.ts";

/** Letters of a label's value: k8s.io/apimachinery pkg/util/validation LabelValueMaxLength. */
const maxLabelLength = 63;

export function walkLabel(walk: Walk, data: LabelRule, { at }: OpPlace): void {
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
