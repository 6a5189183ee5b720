import type { Structural } from "../../../schema/structural/structural.ts";
import type { KeyedRule } from "../../language/rule.ts";
import { reportKeys } from "../analysis/key-reports.ts";
import {
  isMapList,
  isOther,
  noteOthers,
  noteUnread,
  turnOf,
  within,
} from "../analysis/oriented.ts";
import {
  itemSpot,
  memberSpot,
  type OpPlace,
  type Spot,
  valueSpot,
  type Walk,
} from "../analysis/site.ts";

export function walkKeyed(walk: Walk, data: KeyedRule, place: OpPlace): void {
  const { key, value, rules } = data;
  const turn = turnOf(walk, data, place.at);
  const { at, first, second } = turn;
  if (isOther(turn, "keyed", "object", "array")) {
    noteUnread(turn);
    return;
  }
  reportKeys(walk, at, second, [key]);
  const item = itemSpot(at[second]);
  const content = value === undefined ? withoutMember(item, key) : memberSpot(item, value);
  const values = valueSpot(at[first]);
  const own = within(turn, values, content, ["changed", "preserved"]);
  const isWhole = at.isWhole || !isMapList(at[second].node);
  walk.scope(walk, rules ?? [], { ...own, isWhole });
  noteOthers(turn, item, value === undefined ? undefined : [key, value]);
  const keySpot = memberSpot(item, key);
  const path = keySpot.path;
  walk.findings.note({ side: second, path, verdict: "preserved", to: [values.path], rule: at.via });
}

/** A map without one of its members. */
function withoutMember({ path, node }: Spot, key: string): Spot {
  if (typeof node === "string") return { path, node };
  const { properties, validation, ...others } = node;
  const required = validation?.required?.filter((name) => name !== key);
  const rest: Structural = {
    ...others,
    ...(properties && { properties: new Map([...properties].filter(([name]) => name !== key)) }),
    ...(validation && { validation: { ...validation, ...(required && { required }) } }),
  };
  return { path, node: rest };
}
