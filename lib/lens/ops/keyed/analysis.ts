import { stringNode } from "../../language/metadata-node.ts";
import type { KeyedRule } from "../../language/rule.ts";
import { report } from "../analysis/fault-texts.ts";
import { reportSoftKeys, reportUnknownKeys } from "../analysis/key-reports.ts";
import {
  isMapList,
  isOther,
  noteNothingRead,
  noteOthers,
  reportLacks,
  turnOf,
  within,
} from "../analysis/oriented.ts";
import {
  type AnalysisContext,
  itemSpot,
  memberSpot,
  type OpPlace,
  type Spot,
  valueSpot,
} from "../analysis/site.ts";

/** Checks key, value and inner rules against the schema of the items. */
export function walkKeyed(walk: AnalysisContext, data: KeyedRule, place: OpPlace): void {
  const { key, value, rules, inside } = data;
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  if (isOther(turn, "keyed", "object", "array")) {
    noteNothingRead(turn);
    return;
  }
  reportUnknownKeys(walk, at, second, [key]);
  if (inside !== true) {
    reportSoftKeys(walk, at, second, {
      keys: [key],
      outcome: "a list with such an item cannot be parsed",
    });
  }
  const item = itemSpot(at[second]);
  const outside = value === undefined ? withoutMember(item, key) : memberSpot(item, value);
  const content = inside === true ? notRequiring(item, key) : outside;
  if (inside === true && value !== undefined) {
    const text = "inside and value do not go together: value says that the key is beside the value";
    report(walk, { code: "E119", path: at[second].path, text, rule: data });
  }
  const values = valueSpot(at[first]);
  const own = within(turn, values, content, ["changed", "preserved"]);
  const isWhole = at.isWhole || !isMapList(at[second].node);
  walk.scope(walk, rules ?? [], { ...own, isWhole });
  noteOthers(turn, item, value === undefined ? undefined : [key, value]);
  const keySpot = memberSpot(item, key);
  // The keys of a map may be any text.
  reportLacks(turn, second, stringNode, keySpot);
  const path = keySpot.path;
  walk.findings.note({ side: second, path, verdict: "preserved", to: [values.path], rule: at.via });
}

/** A map without one of its members. */
function withoutMember(spot: Spot, key: string): Spot {
  const { path, node } = notRequiring(spot, key);
  if (typeof node === "string" || node.properties === undefined) return { path, node };
  const properties = new Map([...node.properties].filter(([name]) => name !== key));
  return { path, node: { ...node, properties } };
}

/** A map that may lack one of its members. */
function notRequiring({ path, node }: Spot, key: string): Spot {
  const required = typeof node === "string" ? undefined : node.validation?.required;
  if (typeof node === "string" || required === undefined) return { path, node };
  const others = required.filter((name) => name !== key);
  return { path, node: { ...node, validation: { ...node.validation, required: others } } };
}
