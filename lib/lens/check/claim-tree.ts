import { type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";

/** The claims of a scope's rules on both sides, as a tree of keys. */
export interface Claims {
  readonly children: ReadonlyMap<string, Claims>;
  readonly rule: Readonly<Partial<Record<Side, ScopeRule>>>;
}

interface MutableClaims {
  readonly children: Map<string, MutableClaims>;
  readonly rule: Partial<Record<Side, ScopeRule>>;
}

/** Builds the tree of a scope's claims. */
export function claimsOf({ rules }: RuleScope): Claims {
  const root = emptyClaims();
  for (const rule of rules) {
    for (const side of sides) for (const path of rule[side]) nodeFor(root, path).rule[side] = rule;
  }
  return root;
}

function emptyClaims(): MutableClaims {
  return { children: new Map(), rule: {} };
}

function nodeFor(root: MutableClaims, path: KeyPath): MutableClaims {
  let node = root;
  for (const key of path) {
    const child = node.children.get(key) ?? emptyClaims();
    node.children.set(key, child);
    node = child;
  }
  return node;
}

/** True if a path or one above it is claimed. */
export function isClaimed(root: Claims, side: Side, path: KeyPath): boolean {
  let node: Claims | undefined = root;
  if (node.rule[side] !== undefined) return true;
  for (const key of path) {
    node = node.children.get(key);
    if (node === undefined) return false;
    if (node.rule[side] !== undefined) return true;
  }
  return false;
}

/** True if a path below this one is claimed. */
export function isClaimedBelow(root: Claims, side: Side, path: KeyPath): boolean {
  let node: Claims | undefined = root;
  for (const key of path) node = node?.children.get(key);
  return node !== undefined && [...node.children.values()].some((child) => hasClaim(child, side));
}

function hasClaim({ rule, children }: Claims, side: Side): boolean {
  return rule[side] !== undefined || [...children.values()].some((child) => hasClaim(child, side));
}
