import { type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";

/** The claims of a scope's rules on both sides, as a tree of keys. */
export interface ScopeClaims {
  readonly children: ReadonlyMap<string, ScopeClaims>;
  readonly rule: Readonly<Partial<Record<Side, ScopeRule>>>;
}

interface MutableScopeClaims {
  readonly children: Map<string, MutableScopeClaims>;
  readonly rule: Partial<Record<Side, ScopeRule>>;
}

/** Builds the tree of a scope's claims. */
export function scopeClaims({ rules }: RuleScope): ScopeClaims {
  const root = emptyScopeClaims();
  for (const rule of rules) {
    for (const side of sides) for (const path of rule[side]) nodeFor(root, path).rule[side] = rule;
  }
  return root;
}

function emptyScopeClaims(): MutableScopeClaims {
  return { children: new Map(), rule: {} };
}

function nodeFor(root: MutableScopeClaims, path: KeyPath): MutableScopeClaims {
  let node = root;
  for (const key of path) {
    const child = node.children.get(key) ?? emptyScopeClaims();
    node.children.set(key, child);
    node = child;
  }
  return node;
}

/** True if a rule claims a path or one above it. */
export function isClaimed(root: ScopeClaims, side: Side, path: KeyPath): boolean {
  let node: ScopeClaims | undefined = root;
  if (node.rule[side] !== undefined) return true;
  for (const key of path) {
    node = node.children.get(key);
    if (node === undefined) return false;
    if (node.rule[side] !== undefined) return true;
  }
  return false;
}

/** True if a rule claims a path below `path`. */
export function isClaimedBelow(root: ScopeClaims, side: Side, path: KeyPath): boolean {
  let node: ScopeClaims | undefined = root;
  for (const key of path) node = node?.children.get(key);
  return node !== undefined && [...node.children.values()].some((child) => hasClaim(child, side));
}

function hasClaim({ rule, children }: ScopeClaims, side: Side): boolean {
  return rule[side] !== undefined || [...children.values()].some((child) => hasClaim(child, side));
}
