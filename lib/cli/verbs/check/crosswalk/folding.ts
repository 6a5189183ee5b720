import { parsePath, pathText } from "../../../../lens/language/path.ts";
import type { Side } from "../../../../lens/language/side.ts";
import { pathTexts } from "../../../../lens/ops/rule-text.ts";
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
    sift(nodes.from, folded.from, { side: "to", nodes: nodes.to, folded: folded.to });
    sift(nodes.to, folded.to, { side: "from", nodes: nodes.from, folded: folded.from });
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
  readonly side: Side;
  readonly nodes: Nodes;
  readonly folded: ReadonlySet<string>;
}

/** Unfolds what would fan out: into more lines over there than its rule names. */
function sift(nodes: Nodes, folded: Set<string>, opposite: Opposite): void {
  for (const path of folded) {
    const node = nodes.get(path);
    if (node === undefined) continue;
    const [first] = fieldsBelow(node);
    const named = first?.rule === undefined ? 1 : pathTexts(first.rule, opposite.side).length;
    if (linesOf(node, opposite).size > Math.max(1, named)) folded.delete(path);
  }
}

/** The lines over there that a subtree's values go to; a map in several lines counts with each of them. */
function linesOf(node: FieldNode, { nodes, folded }: Opposite): ReadonlySet<string> {
  const fields = fieldsBelow(node);
  const isSame = fields.every(({ verdict }) => verdict === "identical");
  const targets = isSame ? [node.path] : fields.flatMap(({ to }) => to);
  return new Set(
    targets.flatMap((target) => {
      const above = foldedAbove(target, folded);
      if (above !== undefined) return [above];
      const other = nodes.get(target);
      return other === undefined || other.children.length === 0
        ? [target]
        : [target, ...other.children.map(({ path }) => path)];
    }),
  );
}

/** The topmost folded subtree that a path lies in. */
function foldedAbove(path: string, folded: ReadonlySet<string>): string | undefined {
  const steps = parsePath(path) ?? [];
  const above = steps.map((_, index) => pathText(steps.slice(0, index + 1)));
  return above.find((text) => folded.has(text));
}
