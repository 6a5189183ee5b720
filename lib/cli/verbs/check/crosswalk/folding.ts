import type { Side } from "../../../../converter/side.ts";
import { parsePath, pathText } from "../../../../lens/language/path.ts";
import { pathTexts } from "../../../../lens/ops/rule-text.ts";
import { type FieldNode, fieldsBelow } from "./field-tree.ts";

/** The paths of the subtrees that are shown as one row each. */
type FoldedPaths = Readonly<Record<Side, ReadonlySet<string>>>;

/**
 * Finds the subtrees whose fields all have one outcome by one rule, and whose values are in one row of the other version: a
 * leaf, or a subtree that is folded too. A rule that names several paths in the other version may have as many rows there.
 */
export function foldedSubtrees(trees: Readonly<Record<Side, readonly FieldNode[]>>): FoldedPaths {
  const nodes = { from: nodesByPath(trees.from), to: nodesByPath(trees.to) };
  const folded = { from: foldablePaths(nodes.from), to: foldablePaths(nodes.to) };
  for (let before = -1; before !== folded.from.size + folded.to.size; ) {
    before = folded.from.size + folded.to.size;
    unfoldScattered(nodes.from, folded.from, { side: "to", nodes: nodes.to, folded: folded.to });
    unfoldScattered(nodes.to, folded.to, { side: "from", nodes: nodes.from, folded: folded.from });
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

function foldablePaths(nodes: Nodes): Set<string> {
  const found = [...nodes].filter(([, node]) => node.children.length > 0 && isUniform(node));
  return new Set(found.map(([path]) => path));
}

function isUniform(node: FieldNode): boolean {
  const [first, ...others] = fieldsBelow(node);
  return others.every(({ outcome, rule }) => outcome === first?.outcome && rule === first.rule);
}

interface OtherTree {
  readonly side: Side;
  readonly nodes: Nodes;
  readonly folded: ReadonlySet<string>;
}

/** Unfolds a subtree whose values are in more rows of the other version than its rule has paths of it (without a rule: one). */
function unfoldScattered(nodes: Nodes, folded: Set<string>, other: OtherTree): void {
  for (const path of folded) {
    const node = nodes.get(path);
    if (node === undefined) continue;
    const [first] = fieldsBelow(node);
    const named = first?.rule === undefined ? 1 : pathTexts(first.rule, other.side).length;
    if (targetRows(node, other).size > Math.max(1, named)) folded.delete(path);
  }
}

/** The rows of the other version that get a subtree's values. An unfolded map counts as its own row and those of its members. */
function targetRows(node: FieldNode, { nodes, folded }: OtherTree): ReadonlySet<string> {
  const fields = fieldsBelow(node);
  const isSame = fields.every(({ outcome }) => outcome === "identical");
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

/** The topmost folded subtree that contains a path. */
function foldedAbove(path: string, folded: ReadonlySet<string>): string | undefined {
  const steps = parsePath(path) ?? [];
  const above = steps.map((_, index) => pathText(steps.slice(0, index + 1)));
  return above.find((text) => folded.has(text));
}
