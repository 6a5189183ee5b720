import { marshal } from "../../go/print.ts";
import { isObject, type JsonArray, type JsonValue, member } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { freeValue } from "./free-json.ts";
import { type SchemaDraw, splitBudget, type ValueDraw } from "./map-draw.ts";
import { everyItem } from "./path-text.ts";

/**
 * The most items in addition to `minItems`. The number is a choice: order and neighbours matter from two or three items on, and
 * longer lists make objects slow and counterexamples long.
 */
const maxMore = 3;

/**
 * The most attempts to replace an item that equals another. The number is a choice: enough unless items have few values, such
 * as an enum; then the list stays shorter.
 */
const maxRepeats = 8;

/** Returns a function that draws short lists. Map lists have no key twice; sets and lists with `uniqueItems` no item twice. */
export function listDraw(schema: Structural, drawOf: SchemaDraw): ValueDraw {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema.validation ?? {};
  const identity = itemIdentity(schema);
  const item: ValueDraw = schema.items === undefined ? freeValueDraw : drawOf(schema.items);
  return (draw, budget) => {
    const most = minItems + (budget < 1 ? 1 : maxMore);
    const fewest = budget > 1 && draw.chance(0.8) ? 1 : 0;
    const wanted = draw.int(
      Math.max(minItems, Math.min(fewest, maxItems)),
      Math.max(minItems, Math.min(maxItems, most)),
    );
    const shares = splitBudget({ budget: budget - wanted, parts: wanted, main: 0 }, draw);
    const list: JsonValue[] = [];
    const met = new Set<string>();
    for (let tries = 0; list.length < wanted && tries < wanted + maxRepeats; tries++) {
      const value = draw.within(everyItem, () => item(draw, shares(list.length)));
      if (value === undefined) break;
      const id = identity?.(value);
      if (id !== undefined && met.has(id)) continue;
      if (id !== undefined) met.add(id);
      list.push(value);
    }
    return list.length < minItems ? undefined : list;
  };
}

const freeValueDraw: ValueDraw = (draw) => freeValue(draw, 1);

/** Returns a function that gives an item's identity, which must be unique in the list; undefined if items may repeat. */
function itemIdentity(schema: Structural): ((item: JsonValue) => string) | undefined {
  const { x, validation, items: each } = schema;
  if (x.listType === "map") {
    return (item) => itemKeyText(applyDefaults(item, each), x.listMapKeys ?? []);
  }
  return x.listType === "set" || validation?.uniqueItems ? marshal : undefined;
}

function itemKeyText(item: JsonValue, keys: readonly string[]): string {
  const found: JsonArray = keys.map((key) => (isObject(item) ? (member(item, key) ?? []) : []));
  return marshal(found);
}
