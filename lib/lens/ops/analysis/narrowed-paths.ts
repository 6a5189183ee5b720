import type { Structural } from "../../../schema/structural/structural.ts";
import { eachItem, eachValue, type Path } from "../../language/path.ts";
import { itemNode, memberNode, type SchemaNode, valueNode } from "../../language/schema-node.ts";
import { type Narrowing, narrowings } from "./narrowings.ts";

/** A path at which a schema refuses or prunes something that another schema allows. */
export interface NarrowedPath {
  readonly path: Path;
  readonly what: Narrowing | { readonly type: "undeclared" } | { readonly type: "required" };
}

/**
 * Everything that the schema `taker` refuses or prunes of the values that `given` allows: at each path its own constraints, then
 * required members that may be absent, then what is below.
 */
export function narrowedPaths(
  given: SchemaNode,
  taker: SchemaNode,
  at: Path = [],
): readonly NarrowedPath[] {
  if (given === taker || taker === "free" || given === "none") return [];
  if (taker === "none") return [{ path: at, what: { type: "undeclared" } }];
  const own = narrowings(given, taker);
  const found = own.map((what): NarrowedPath => ({ path: at, what }));
  if (given === "free" || own.some(({ type }) => type === "type")) return found;
  return [
    ...found,
    ...missingRequired(given, taker).map(
      (key): NarrowedPath => ({ path: [...at, key], what: { type: "required" } }),
    ),
    ...memberKeys(given, taker).flatMap((key) =>
      narrowedPaths(memberNode(given, key), memberNode(taker, key), [...at, key]),
    ),
    ...(hasAdditionalProperties(given)
      ? narrowedPaths(valueNode(given), valueNode(taker), [...at, eachValue])
      : []),
    ...(given.items !== undefined
      ? narrowedPaths(given.items, itemNode(taker), [...at, eachItem])
      : []),
  ];
}

/**
 * Members that the taker requires and the other schema doesn't guarantee. A member with a default is not missing: the server
 * fills it in.
 */
function missingRequired(given: Structural, taker: Structural): readonly string[] {
  return (taker.validation?.required ?? []).filter(
    (key) => !isAlwaysPresent(given, key) && taker.properties?.get(key)?.default === undefined,
  );
}

/** True if every valid object has the member, once the server has set the defaults. */
export function isAlwaysPresent(node: SchemaNode, key: string): boolean {
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

/** True for a map with values by any key. False for one that only preserves unknown fields. */
export function hasAdditionalProperties(node: SchemaNode): boolean {
  if (typeof node === "string") return false;
  return typeof node.additionalProperties === "object" || node.additionalProperties === true;
}
