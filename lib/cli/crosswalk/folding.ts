import { type Path, parsePath, pathText } from "../../conversion/lens/path.ts";
import type { Side } from "../../conversion/lens/placed.ts";
import { type FieldNode, fieldsBelow } from "./field-tree.ts";

/** The subtrees of both versions that stand in one line each, by path. */
export type Folded = Readonly<Record<Side, ReadonlySet<string>>>;

/**
 * Finds the subtrees that have one fate throughout, by one rule, and whose counterpart over there is one line as well: a
 * leaf, or such a subtree.
 */
export function foldedSubtrees(trees: Readonly<Record<Side, readonly FieldNode[]>>): Folded {
  const nodes = { from: nodesByPath(trees.from), to: nodesByPath(trees.to) };
  const folded = { from: candidates(nodes.from), to: candidates(nodes.to) };
  for (let before = -1; before !== folded.from.size + folded.to.size; ) {
    before = folded.from.size + folded.to.size;
    sift(nodes.from, folded.from, { nodes: nodes.to, folded: folded.to });
    sift(nodes.to, folded.to, { nodes: nodes.from, folded: folded.from });
  }
  return folded;
}

type Nodes = ReadonlyMap<string, FieldNode>;

function nodesByPath(nodes: readonly FieldNode[]): Nodes {
  const all = nodes.flatMap(function visit(node: FieldNode): readonly FieldNode[] {
    return [node, ...node.children.flatMap(visit)];
  });
  return new Map(all.map((node) => [node.path, node]));
}

function candidates(nodes: Nodes): Set<string> {
  const found = [...nodes].filter(([, node]) => node.children.length > 0 && hasOneFate(node));
  return new Set(found.map(([path]) => path));
}

function hasOneFate(node: FieldNode): boolean {
  const [first, ...others] = fieldsBelow(node);
  return others.every(({ verdict, rule }) => verdict === first?.verdict && rule === first.rule);
}

interface Opposite {
  readonly nodes: Nodes;
  readonly folded: ReadonlySet<string>;
}

/** Unfolds what has its counterpart in several lines. */
function sift(nodes: Nodes, folded: Set<string>, { nodes: others, folded: there }: Opposite): void {
  for (const path of folded) {
    const node = nodes.get(path);
    const counterpart = node === undefined ? undefined : counterpartOf(node);
    const other = counterpart === undefined ? undefined : others.get(counterpart);
    if (other !== undefined && other.children.length > 0 && !isWithin(other.path, there)) {
      folded.delete(path);
    }
  }
}

function isWithin(path: string, folded: ReadonlySet<string>): boolean {
  const steps = parsePath(path) ?? [];
  return steps.some((_, index) => folded.has(pathText(steps.slice(0, index + 1))));
}

/** The path over there that holds all that a subtree becomes; undefined where it becomes nothing. */
function counterpartOf(node: FieldNode): string | undefined {
  const fields = fieldsBelow(node);
  if (fields.every(({ verdict }) => verdict === "identical")) return node.path;
  const targets = fields.flatMap(({ to }) => to);
  const [first, ...others] = targets.map((target) => parsePath(target) ?? []);
  if (first === undefined) return undefined;
  const common = others.reduce(commonStart, first);
  return pathText(common);
}

function commonStart(one: Path, other: Path): Path {
  const length = one.findIndex((step, index) => other[index] !== step);
  return length === -1 ? one : one.slice(0, length);
}
