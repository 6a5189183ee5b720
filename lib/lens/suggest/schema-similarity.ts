import { itemNode, memberNode, type SchemaNode } from "../language/schema-node.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { typeText } from "../ops/analysis/type-text.ts";

/**
 * How much two maps, or the items of two lists, agree: the share of the larger one's members that the other has with the same
 * name and type. Undefined if it is less than half. For values without members it is 1 if their types are equal, else undefined.
 */
export function schemaSimilarity(one: SchemaPlace, other: SchemaPlace): number | undefined {
  const [a, b] = [membersIn(one.node), membersIn(other.node)];
  if (a === undefined || b === undefined) {
    return a === b && typeText(one.node) === typeText(other.node) ? 1 : undefined;
  }
  if (typeText(one.node) !== typeText(other.node)) return undefined;
  const keys = [...(a.properties?.keys() ?? [])];
  const common = keys.filter(
    (key) => typeText(memberNode(a, key)) === typeText(memberNode(b, key)),
  );
  const share = common.length / Math.max(keys.length, b.properties?.size ?? 0);
  return share >= 0.5 ? share : undefined;
}

/** True for a map with members, or a list of such maps. */
export function isContainer(node: SchemaNode): boolean {
  return membersIn(node) !== undefined;
}

function membersIn(node: SchemaNode): Exclude<SchemaNode, string> | undefined {
  if (typeof node === "string") return undefined;
  const map = node.items === undefined ? node : itemNode(node);
  return typeof map === "string" || (map.properties?.size ?? 0) === 0 ? undefined : map;
}
