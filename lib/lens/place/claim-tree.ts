import { known } from "../../json/invariant.ts";
import { type MapKey, mapKey } from "../../json/map-key.ts";
import { type KeyPath, startsWith } from "../language/path.ts";
import { isRequired, nodeAt, type SchemaPair } from "../language/schema-node.ts";
import { otherSide, type Side } from "../language/side.ts";
import { opOf } from "../ops/registry.ts";
import type { RuleScope, ScopeRule } from "./scoped-lens.ts";

/** The claims of a scope for one direction, as a tree along keys. */
export interface ClaimNode extends MapKey {
  /** Numbers the nodes of a tree. */
  readonly id: number;
  readonly children: Map<string, ClaimNode>;
  /** The same, as a list. */
  list: readonly ClaimNode[];
  /** The number of the source that this node is; sources are numbered rule by rule. */
  source: number | undefined;
  /** The rule that claims this path on the source's side, by its index in the scope. */
  rule: number | undefined;
  /** True where only the target's side claims this path: a source's value here is an unrelated field of the same name. */
  isForeign: boolean;
  /** The slot whose value replaces the source's value at the same path. */
  slot: number | undefined;
  /** All slots of the rule that claims this path. */
  slots: readonly number[];
  /** A map that the target's schema requires: it stays when its last member has moved. */
  isRequired: boolean;
  /** Rules that omit a value which the target's side fills in again below this map: the map stays where one does so. */
  readonly fills: number[];
  /** A map that the other direction creates to fill a value in: it is not copied where it is empty. */
  isFilledInto: boolean;
  /** A value here concerns a rule, whatever is below. */
  isAlwaysRelevant: boolean;
  /** A map that only the source's schema declares and whose members are all claimed: it is not copied. */
  isFullyClaimed: boolean;
}

/** The claims of a scope for the direction from one side to the other. Slots are numbered rule by rule. */
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

/** A value is filled in only where the map above it exists, and the other direction removes maps created for it. */
function noteFill(root: ClaimNode, { data, ...rule }: ScopeRule, index: number, side: Side): void {
  const op = data && opOf(data);
  if (data === undefined || op?.kind !== "value" || op.absence === undefined) return;
  const source = known(rule[side][0], "a rule that fills in has a path on either side");
  const target = known(rule[otherSide(side)][0], "a rule that fills in has a path on either side");
  for (const path of parents(target)) nodeFor(root, path).fills.push(index);
  const lacking = op.absence.side?.(data);
  if (lacking === undefined || side === lacking) return;
  const parent = target.slice(0, -1);
  for (const path of parents(source)) {
    if (!startsWith(parent, path)) nodeFor(root, path).isFilledInto = true;
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
    if (isClaimed(child)) continue;
    child.isRequired = isRequired(schemas[otherSide(source)], at);
    child.isFullyClaimed = isFullyClaimed(child, at, marking);
    markContainers(child, at, marking);
  }
}

/** True where a claim ends: nothing below it is read. */
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
