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
 * Everything that the schema `target` refuses or prunes of the values that `source` allows: at each path its own constraints, then
 * required members that may be absent, then what is below.
 */
export function narrowedPaths(
  source: SchemaNode,
  target: SchemaNode,
  at: Path = [],
): readonly NarrowedPath[] {
  if (source === target || target === "free" || source === "none") return [];
  if (target === "none") return [{ path: at, what: { type: "undeclared" } }];
  const own = narrowings(source, target);
  const found = own.map((what): NarrowedPath => ({ path: at, what }));
  if (source === "free" || own.some(({ type }) => type === "type")) return found;
  return [
    ...found,
    ...missingRequired(source, target).map(
      (key): NarrowedPath => ({ path: [...at, key], what: { type: "required" } }),
    ),
    ...memberKeys(source, target).flatMap((key) =>
      narrowedPaths(memberNode(source, key), memberNode(target, key), [...at, key]),
    ),
    ...(hasAdditionalProperties(source)
      ? narrowedPaths(valueNode(source), valueNode(target), [...at, eachValue])
      : []),
    ...(source.items !== undefined
      ? narrowedPaths(source.items, itemNode(target), [...at, eachItem])
      : []),
  ];
}

/**
 * Members that the target requires and the other schema doesn't guarantee. A member with a default is not missing: the server
 * fills it in.
 */
function missingRequired(source: Structural, target: Structural): readonly string[] {
  return (target.validation?.required ?? []).filter(
    (key) => !isAlwaysPresent(source, key) && target.properties?.get(key)?.default === undefined,
  );
}

/** True if every valid object has the member, once the server has set the defaults. */
export function isAlwaysPresent(node: SchemaNode, key: string): boolean {
  if (typeof node === "string") return false;
  if (node.validation?.required?.includes(key) === true) return true;
  return node.properties?.get(key)?.default !== undefined;
}

function memberKeys(source: Structural, target: Structural): readonly string[] {
  const own = [...(source.properties?.keys() ?? [])];
  const isOpen = valueNode(source) !== "none";
  const others = isOpen ? [...(target.properties?.keys() ?? [])] : [];
  return [...new Set([...own, ...others])];
}

/** True for a map with values by any key. False for one that only preserves unknown fields. */
export function hasAdditionalProperties(node: SchemaNode): boolean {
  if (typeof node === "string") return false;
  return typeof node.additionalProperties === "object" || node.additionalProperties === true;
}
