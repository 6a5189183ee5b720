import type { Structural } from "../../../schema/structural/structural.ts";
import { eachItem, eachValue, type Path } from "../../language/path.ts";
import { itemNode, memberNode, type SchemaNode, valueNode } from "../../language/schema-node.ts";
import { type Narrowing, narrowings } from "./narrowings.ts";

/** What a schema refuses or prunes of what another allows, with where. */
export interface Shortfall {
  readonly path: Path;
  readonly what: Narrowing | { readonly type: "undeclared" } | { readonly type: "required" };
}

/**
 * Everything that the second schema refuses or prunes of what the first allows: at each path its own constraints, then missing
 * required members, then members, values and items.
 */
export function shortfalls(
  given: SchemaNode,
  taker: SchemaNode,
  at: Path = [],
): readonly Shortfall[] {
  if (given === taker || taker === "free" || given === "none") return [];
  if (taker === "none") return [{ path: at, what: { type: "undeclared" } }];
  const own = narrowings(given, taker);
  const found = own.map((what): Shortfall => ({ path: at, what }));
  if (given === "free" || own.some(({ type }) => type === "type")) return found;
  return [
    ...found,
    ...missing(given, taker).map(
      (key): Shortfall => ({ path: [...at, key], what: { type: "required" } }),
    ),
    ...memberKeys(given, taker).flatMap((key) =>
      shortfalls(declared(given, key), declared(taker, key), [...at, key]),
    ),
    ...(hasValues(given) ? shortfalls(valueNode(given), valueNode(taker), [...at, eachValue]) : []),
    ...(given.items !== undefined
      ? shortfalls(given.items, itemNode(taker), [...at, eachItem])
      : []),
  ];
}

/** Members that the taker requires and that may be missing: those with a default are filled by the server. */
function missing(given: Structural, taker: Structural): readonly string[] {
  return (taker.validation?.required ?? []).filter(
    (key) => !isSure(given, key) && taker.properties?.get(key)?.default === undefined,
  );
}

/** True where a member is there in every valid object that the server has filled in. */
export function isSure(node: SchemaNode, key: string): boolean {
  if (typeof node === "string") return false;
  if (node.validation?.required?.includes(key) === true) return true;
  return node.properties?.get(key)?.default !== undefined;
}

function memberKeys(given: Structural, taker: Structural): readonly string[] {
  const own = [...(given.properties?.keys() ?? [])];
  const isOpen = valueNode(given) !== "none";
  const others = isOpen ? [...(taker.properties?.keys() ?? [])] : [];
  return [...new Set([...own, ...others])];
}

/** A member's schema; what an open map holds beside its properties is anything. */
function declared(node: Structural, key: string): SchemaNode {
  return memberNode(node, key);
}

/** True for a map of values by any key, other than one that just keeps what it does not know. */
export function hasValues(node: SchemaNode): boolean {
  if (typeof node === "string") return false;
  return typeof node.additionalProperties === "object" || node.additionalProperties === true;
}
