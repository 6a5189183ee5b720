import { stringNode } from "../../language/metadata-node.ts";
import type { KeyedRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { reportFault } from "../analysis/fault-texts.ts";
import { reportOptionalKeys, reportUnknownKeys } from "../analysis/key-reports.ts";
import {
  isMapList,
  noteBothPreserved,
  noteOtherMembers,
  orientedPairBelow,
  orientPair,
  reportRefusedWrites,
  reportsOtherType,
} from "../analysis/oriented.ts";
import {
  itemSchemaPlace,
  memberSchemaPlace,
  type SchemaPlace,
  valueSchemaPlace,
} from "../analysis/place-pair.ts";

/** Checks the key, the value and the inner rules against the schema of the items. */
export function walkKeyed(walk: AnalysisContext, data: KeyedRule, opPlace: OpPlace): void {
  const { key, value, rules, inside } = data;
  const oriented = orientPair(walk, data, opPlace.pair);
  const { pair, first, second } = oriented;
  if (reportsOtherType(oriented, "keyed", "object", "array")) {
    noteBothPreserved(oriented);
    return;
  }
  reportUnknownKeys(walk, pair, second, [key]);
  if (inside !== true) {
    reportOptionalKeys(walk, pair, second, {
      keys: [key],
      consequence: "a list with such an item cannot be parsed",
    });
  }
  const item = itemSchemaPlace(pair[second]);
  const outside = value === undefined ? withoutMember(item, key) : memberSchemaPlace(item, value);
  const content = inside === true ? notRequiring(item, key) : outside;
  if (inside === true && value !== undefined) {
    const text =
      "inside and value can't be combined: with value, the key is beside the map's value, not inside it";
    reportFault(walk, { code: "E119", path: pair[second].path, text, rule: data });
  }
  const values = valueSchemaPlace(pair[first]);
  const own = orientedPairBelow(oriented, values, content, ["changed", "preserved"]);
  const isWhole = pair.isWhole || !isMapList(pair[second].node);
  walk.scope(walk, rules ?? [], { ...own, isWhole });
  noteOtherMembers(oriented, item, value === undefined ? undefined : [key, value]);
  const keyPlace = memberSchemaPlace(item, key);
  // The keys of a map can be any string.
  reportRefusedWrites(oriented, second, stringNode, keyPlace);
  const path = keyPlace.path;
  walk.findings.note({
    side: second,
    path,
    outcome: "preserved",
    to: [values.path],
    rule: pair.via,
  });
}

/** The schema of a map without one of its members. */
function withoutMember(place: SchemaPlace, key: string): SchemaPlace {
  const { path, node } = notRequiring(place, key);
  if (typeof node === "string" || node.properties === undefined) return { path, node };
  const properties = new Map([...node.properties].filter(([name]) => name !== key));
  return { path, node: { ...node, properties } };
}

/** The schema of a map in which one member is not required. */
function notRequiring({ path, node }: SchemaPlace, key: string): SchemaPlace {
  const required = typeof node === "string" ? undefined : node.validation?.required;
  if (typeof node === "string" || required === undefined) return { path, node };
  const others = required.filter((name) => name !== key);
  return { path, node: { ...node, validation: { ...node.validation, required: others } } };
}
