import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { isArray, type JsonValue } from "../../../json/value.ts";
import type { EntryRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, reportFault, valueText } from "../analysis/fault-texts.ts";
import { reportNarrowedPaths } from "../analysis/narrowed-path-reports.ts";
import {
  itemSchemaPlace,
  memberSchemaPlace,
  type PlacePair,
  pairBelow,
  type SchemaPlace,
} from "../analysis/place-pair.ts";
import { reportMissing } from "../analysis/required-reports.ts";
import { noteSide } from "../analysis/side-notes.ts";
import { typeText } from "../analysis/type-text.ts";
import { refusalReason } from "../analysis/value-refusal.ts";
import { reportFill } from "../analysis/value-reports.ts";
import { filledNames } from "./codec.ts";

/** Reports values of a field that the schema of its item's value refuses, or the reverse, then what is wrong with the items. */
export function walkEntry(walk: AnalysisContext, data: EntryRule, opPlace: OpPlace): void {
  const list: Side = typeof data.from === "string" ? "from" : "to";
  const fields = otherSide(list);
  const { places, pair } = opPlace;
  noteSide(walk, opPlace, fields, "changed");
  noteSide(walk, opPlace, list, "preserved");
  const [target] = places[list];
  if (target === undefined) return;
  if (typeof target.node !== "string" && target.node.type !== "array") {
    const text = `${quotedPath(target.path)} is ${typeText(target.node)} in ${walk.versions[list]}, but entry needs array there`;
    reportFault(walk, { code: "E105", path: target.path, text, rule: data });
    return;
  }
  const item = itemSchemaPlace(target);
  const value = memberSchemaPlace(item, data.value ?? "value");
  for (const field of places[fields]) {
    const fieldPair: PlacePair = { ...pairBelow(pair, field, field), [list]: value };
    for (const side of sides) reportNarrowedPaths(walk, fieldPair, side);
  }
  reportEntryItems(walk, data, { list, item, pair });
  if (data.fill !== undefined) reportEntryFill(walk, data, { list, opPlace });
  if (filledNames(data).length > 0 && !pair.isWhole) reportFill(walk, target, data);
}

/** Reports E134 for a `fill` for the version with the fields, and E119 for one that is not a list of names. */
function reportEntryFill(
  walk: AnalysisContext,
  data: EntryRule,
  { list, opPlace }: { readonly list: Side; readonly opPlace: OpPlace },
): void {
  const fields = otherSide(list);
  const names = "a list of names, such as [cpu], whose items are always in the list";
  const { fill } = data;
  const filled = fill?.[list];
  const path = opPlace.places[list][0]?.path ?? opPlace.pair[list].path;
  if (filled !== undefined && !(isArray(filled.value) && filled.value.every(isString))) {
    const text = `fill for ${walk.versions[list]}: entry needs ${names}`;
    reportFault(walk, { code: "E119", path, text, rule: data });
  }
  if (fill?.[fields] === undefined) return;
  const text = `fill for ${walk.versions[fields]}: entry takes a fill only for the version with the list, ${walk.versions[list]}, and there ${names}`;
  reportFault(walk, { code: "E134", path, text, rule: data });
}

function isString(value: JsonValue): value is string {
  return typeof value === "string";
}

interface EntryItems {
  readonly list: Side;
  readonly item: SchemaPlace;
  readonly pair: PlacePair;
}

/**
 * Reports E106 for names that the schema of the items refuses, and E104 for required members of items that the rule doesn't
 * write.
 */
function reportEntryItems(
  walk: AnalysisContext,
  data: EntryRule,
  { list, item, pair }: EntryItems,
): void {
  const key = data.name ?? "name";
  const named = data[otherSide(list)];
  const names = typeof named === "string" ? [] : Object.keys(named);
  const place = memberSchemaPlace(item, key);
  for (const name of names) {
    const reason = refusalReason(place.node, name);
    if (reason === undefined) continue;
    const text = `${valueText(name)} of ${quotedPath(place.path)} has no partner in ${walk.versions[list]}: ${reason}`;
    reportFault(walk, { code: "E106", path: place.path, text, rule: data });
  }
  if (typeof item.node === "string") return;
  for (const member of item.node.validation?.required ?? []) {
    const isWritten = names.every((name) => Object.hasOwn({ ...data.members?.[name] }, member));
    if (member === key || member === (data.value ?? "value") || isWritten) continue;
    const { path } = memberSchemaPlace(item, member);
    reportMissing(walk, { side: list, path, remedy: "members", rule: pair.via });
  }
}
