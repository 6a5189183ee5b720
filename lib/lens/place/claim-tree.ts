import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type MapKey, mapKey } from "../../json/map-key.ts";
import type { KeyPath } from "../language/path.ts";
import { isRequiredMap, nodeAt, type SchemaPair } from "../language/schema-node.ts";
import type { RuleScope } from "./scoped-lens.ts";

/**
 * The claims of a scope's rules for one direction, as a tree of keys. A rule _claims_ the paths that it reads in the source version
 * and those that it writes in the target version; what no rule claims is copied.
 */
export interface ClaimNode extends MapKey {
  /** A number that is unique in the tree. */
  readonly id: number;
  readonly children: Map<string, ClaimNode>;
  /** The children as a list. */
  list: readonly ClaimNode[];
  /** The number of this path among the source paths that rules claim, rule by rule; undefined if no rule claims it. */
  source: number | undefined;
  /** The index in the scope of the rule that claims this path on the source's side. */
  rule: number | undefined;
  /** True if a rule claims this path only in the target: the source's field with the same path is another field. */
  isForeign: boolean;
  /** The number of the target path with the same keys, if the same rule claims it: its value replaces the source's. */
  slot: number | undefined;
  /** The numbers of all target paths of the rule that claims this path. */
  slots: readonly number[];
  /** True for a map that the target's schema requires: it stays if a rule moves its last member away. */
  isRequired: boolean;
  /** True if any value at this path concerns a rule, whatever members it has. */
  isAlwaysRelevant: boolean;
  /** True for a map that only one version declares and all of whose members rules claim: the map itself is not copied. */
  isFullyClaimed: boolean;
  /** True for an object's metadata and the maps in it: if empty, they count as absent. */
  isMetadata: boolean;
}

/**
 * Builds the claims of a scope for the direction that starts at `source`. Target paths ("slots") are numbered rule by rule.
 * `isObject` is true for the scope of the object itself, whose `metadata` is not an ordinary member.
 */
export function claimTree(
  scope: RuleScope,
  source: Side,
  schemas: SchemaPair,
  isObject = false,
): ClaimNode {
  const root = emptyNode("", 0);
  const target = otherSide(source);
  let read = 0;
  for (const [index, rule] of scope.rules.entries()) {
    for (const path of rule[source]) {
      const node = nodeFor(root, path);
      node.rule = index;
      node.source = read;
      read += 1;
    }
  }
  let slot = 0;
  for (const [index, rule] of scope.rules.entries()) {
    const slots: number[] = [];
    for (const path of rule[target]) {
      const node = nodeFor(root, path);
      if (node.rule === undefined) node.isForeign = true;
      else if (node.rule === index) node.slot = slot;
      slots.push(slot);
      slot += 1;
    }
    for (const path of rule[source]) nodeFor(root, path).slots = slots;
  }
  markContainers(root, [], { source, schemas });
  const metadata = isObject ? root.children.get("metadata") : undefined;
  for (const node of [metadata, ...(metadata?.children.values() ?? [])]) {
    if (node !== undefined) node.isMetadata = true;
  }
  return withChildList(root);
}

function withChildList(node: ClaimNode): ClaimNode {
  node.list = [...node.children.values()].map(withChildList);
  node.isAlwaysRelevant = endsClaim(node) || node.isFullyClaimed;
  return node;
}

function emptyNode(key: string, id: number): ClaimNode {
  return {
    ...mapKey(key),
    id,
    children: new Map(),
    list: [],
    source: undefined,
    rule: undefined,
    isForeign: false,
    slot: undefined,
    slots: [],
    isRequired: false,
    isAlwaysRelevant: false,
    isFullyClaimed: false,
    isMetadata: false,
  };
}

/** All nodes of a tree, including its root. */
export function nodesOf(node: ClaimNode): ClaimNode[] {
  return [node, ...[...node.children.values()].flatMap(nodesOf)];
}

function nodeFor(root: ClaimNode, path: KeyPath): ClaimNode {
  let node = root;
  for (const key of path) {
    const child = node.children.get(key) ?? emptyNode(key, nodesOf(root).length);
    node.children.set(key, child);
    node = child;
  }
  return node;
}

interface Marking {
  readonly source: Side;
  readonly schemas: SchemaPair;
}

function markContainers(node: ClaimNode, path: KeyPath, marking: Marking): void {
  const { source, schemas } = marking;
  for (const [key, child] of node.children) {
    const at = [...path, key];
    if (endsClaim(child)) continue;
    child.isRequired = isRequiredMap(schemas[otherSide(source)], at);
    child.isFullyClaimed = sides.some((side) => isFullyClaimed(child, at, schemas, side));
    markContainers(child, at, marking);
  }
}

/** True for a path that a rule claims in the source or the target: no claims follow below it. */
export function endsClaim({ rule, isForeign }: ClaimNode): boolean {
  return rule !== undefined || isForeign;
}

/** True for a map that only one version declares, if the claims of both sides cover all its members. */
function isFullyClaimed(node: ClaimNode, path: KeyPath, schemas: SchemaPair, side: Side): boolean {
  const own = nodeAt(schemas[side], path);
  if (typeof own === "string" || own.properties === undefined) return false;
  if (nodeAt(schemas[otherSide(side)], path) !== "none") return false;
  return [...own.properties.keys()].every((key) => isCovered(node.children.get(key), own, key));
}

function isCovered(
  child: ClaimNode | undefined,
  parent: Exclude<SchemaPair["from"], string>,
  key: string,
): boolean {
  if (child === undefined) return false;
  if (endsClaim(child)) return true;
  const own = parent.properties?.get(key);
  if (own?.properties === undefined) return false;
  return [...own.properties.keys()].every((name) => isCovered(child.children.get(name), own, name));
}
