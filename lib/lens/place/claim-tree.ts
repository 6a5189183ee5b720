import { type MapKey, mapKey } from "../../json/map-key.ts";
import { type KeyPath, startsWith } from "../language/path.ts";
import { isRequired, nodeAt, type SchemaPair } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import type { RuleScope, ScopeRule } from "./scoped-lens.ts";

/** The claims on the maps of a scope, in one direction: a tree along keys. */
export interface ClaimNode extends MapKey {
  /** Numbers the nodes of a tree. */
  readonly id: number;
  readonly children: Map<string, ClaimNode>;
  /** The same, as a list. */
  list: readonly ClaimNode[];
  /** Where the value that stands here is noted: sources are numbered rule by rule. */
  source: number | undefined;
  /** The rule that takes what stands here, by its index in the scope. */
  rule: number | undefined;
  /** True where only the target's rules know this place: what stands here is not what they mean. */
  isForeign: boolean;
  /** The slot whose value is written in place of what stood here. */
  slot: number | undefined;
  /** All slots of the rule that takes what stands here. */
  slots: readonly number[];
  /** A map that the target's schema requires: it stays when its last member moved. */
  isRequired: boolean;
  /** Rules whose absence means a value where this map is: it stays for them. */
  readonly fills: number[];
  /** A map that a value is filled into on the way here, made if need be: it does not go back empty. */
  isFilledInto: boolean;
  /** What stands here concerns a rule whatever is below. */
  isAlwaysRelevant: boolean;
  /** A map that only the source's schema knows and whose members are all claimed: it does not go over. */
  isFullyClaimed: boolean;
}

/** Lays out the claims of a scope for the way from a side to the other. Slots are numbered rule by rule. */
export function claimTree(scope: RuleScope, source: Side, schemas: SchemaPair): ClaimNode {
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
    noteFill(root, rule, index, source);
  }
  markContainers(root, [], { source, schemas });
  return listed(root);
}

function listed(node: ClaimNode): ClaimNode {
  node.list = [...node.children.values()].map(listed);
  node.isAlwaysRelevant = isClaimed(node) || node.isFullyClaimed || node.isFilledInto;
  return node;
}

/** A value that is filled in comes back only where the maps above its place are; maps that only it needs come with it. */
function noteFill(root: ClaimNode, { data, ...rule }: ScopeRule, index: number, side: Side): void {
  if (data?.op !== "default" && data?.op !== "optional") return;
  const [here = []] = rule[side];
  const [there = []] = rule[otherSide(side)];
  for (const path of parents(there)) nodeFor(root, path).fills.push(index);
  if (data.op !== "default" || side !== (data.inverted === true ? "from" : "to")) return;
  const anchor = there.slice(0, -1);
  for (const path of parents(here)) {
    if (!startsWith(anchor, path)) nodeFor(root, path).isFilledInto = true;
  }
}

function parents(path: KeyPath): readonly KeyPath[] {
  return path.slice(1).map((_, index) => path.slice(0, index + 1));
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
    fills: [],
    isFilledInto: false,
    isAlwaysRelevant: false,
    isFullyClaimed: false,
  };
}

/** All nodes of a tree, its root among them. */
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
    if (isClaimed(child)) continue;
    child.isRequired = isRequired(schemas[otherSide(source)], at);
    child.isFullyClaimed = isFullyClaimed(child, at, marking);
    markContainers(child, at, marking);
  }
}

/** True where a claim ends: nothing below is looked at. */
export function isClaimed({ rule, isForeign }: ClaimNode): boolean {
  return rule !== undefined || isForeign;
}

function isFullyClaimed(node: ClaimNode, path: KeyPath, { source, schemas }: Marking): boolean {
  const own = nodeAt(schemas[source], path);
  if (typeof own === "string" || own.properties === undefined) return false;
  if (nodeAt(schemas[otherSide(source)], path) !== "none") return false;
  return [...own.properties.keys()].every((key) => isCovered(node.children.get(key), own, key));
}

function isCovered(
  child: ClaimNode | undefined,
  parent: Exclude<SchemaPair["from"], string>,
  key: string,
): boolean {
  if (child === undefined) return false;
  if (isClaimed(child)) return true;
  const own = parent.properties?.get(key);
  if (own?.properties === undefined) return false;
  return [...own.properties.keys()].every((name) => isCovered(child.children.get(name), own, name));
}
