import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { assertDefined } from "../../../json/invariant.ts";
import { stringNode } from "../../language/metadata-node.ts";
import type { SplitRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { reportNarrowing } from "../analysis/carried.ts";
import { quotedPath, reportFault, valueText } from "../analysis/fault-texts.ts";
import { narrowings } from "../analysis/narrowings.ts";
import type { PlacePair } from "../analysis/place-pair.ts";
import { noteSide } from "../analysis/side-notes.ts";
import { typeText } from "../analysis/type-text.ts";
import { refusalReason } from "../analysis/value-refusal.ts";
import { parseTemplate, templateAmbiguity } from "./template.ts";

/** Reports paths that can't hold text, a wrong template, and with E125 a template whose text can be split in another way. */
export function walkSplit(walk: AnalysisContext, data: SplitRule, opPlace: OpPlace): void {
  const { places, pair } = opPlace;
  const whole: Side = typeof data.from === "string" ? "from" : "to";
  const named = data[otherSide(whole)];
  const parts = typeof named === "string" ? [] : Object.keys(named);
  noteSide(walk, opPlace, whole, data.fail === undefined ? "preserved" : "changed");
  noteSide(walk, opPlace, otherSide(whole), "preserved");
  for (const side of sides) {
    for (const place of places[side]) reportNoString(walk, { ...pair, [side]: place }, side);
  }
  const template = parseTemplate(data.template);
  const { path } = assertDefined(places[whole][0], "a split rule has a path for the whole text");
  const lacking = template?.names.filter((name) => !parts.includes(name)) ?? [];
  if (template === undefined || lacking.length > 0) {
    const reason =
      template === undefined
        ? "it is not a template such as {host}:{port}"
        : `it names ${lacking.join(", ")}, which has no path`;
    const text = `template ${quotedPath(data.template)} does not fit ${quotedPath(path)}: ${reason}`;
    reportFault(walk, { code: "E119", path, text, rule: data });
    return;
  }
  const nodes = new Map(parts.map((name, index) => [name, places[otherSide(whole)][index]?.node]));
  const allows = (name: string) => (text: string) =>
    refusalReason(nodes.get(name) ?? "free", text) === undefined;
  const found = templateAmbiguity(
    template,
    Object.fromEntries(parts.map((name) => [name, allows(name)])),
  );
  if (found === undefined) return;
  const list = (texts: readonly string[]): string =>
    texts.map((text, index) => `${template.names[index]} ${valueText(text)}`).join(", ");
  const text = `template ${quotedPath(data.template)} is ambiguous for the values that its parts allow: ${list(found.parts)} would be read as ${list(found.read)}`;
  reportFault(walk, { code: "E125", path, text, rule: data });
}

/** Reports E105 if the text or a part has another type than string, and E107 if its schema refuses some strings. */
function reportNoString(walk: AnalysisContext, pair: PlacePair, side: Side): void {
  const { path, node } = pair[side];
  for (const what of narrowings(stringNode, node)) {
    if (what.type !== "type") reportNarrowing(walk, pair, side, what);
    else {
      const text = `${quotedPath(path)} is ${typeText(node)} in ${walk.versions[side]}, but split needs string there`;
      reportFault(walk, { code: "E105", path, text, rule: pair.via });
    }
  }
}
