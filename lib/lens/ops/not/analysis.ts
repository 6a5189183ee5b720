import type { NotRule } from "../../language/rule.ts";
import { compareNull, noteBoth, reportWrongTypes } from "../analysis/both-sides.ts";
import type { OpPlace, Walk } from "../analysis/site.ts";

export function walkNot(walk: Walk, _data: NotRule, { at }: OpPlace): void {
  if (!reportWrongTypes(walk, at, { op: "not", from: ["boolean"], to: ["boolean"] })) {
    compareNull(walk, at);
  }
  noteBoth(walk, at, { from: "changed", to: "changed" });
}
