import {
  eachItem,
  eachValue,
  type Path,
  parsePath,
  pathText,
} from "../../../../lens/language/path.ts";
import type { FieldAnalysis } from "../../../../lens/ops/analysis/lens-analysis.ts";

/** A field of one version, with the fields below it. */
export interface FieldNode {
  readonly path: string;
  /** The last key, with `[*]` or `{}` if its items or values have fields. */
  readonly label: string;
  /** The outcomes on the field itself and on its items or values. */
  readonly own: readonly FieldAnalysis[];
  readonly children: readonly FieldNode[];
}

/** The fields of one version as a tree, in their order. */
export function fieldTree(fields: readonly FieldAnalysis[]): readonly FieldNode[] {
  const root: MutableNode = { path: [], own: [], children: new Map() };
  for (const field of fields) {
    const path = parsePath(field.path) ?? [];
    nodeFor(root, path).own.push(field);
  }
  return nodesOf(root);
}

interface MutableNode {
  path: Path;
  readonly own: FieldAnalysis[];
  readonly children: Map<string, MutableNode>;
}

/** The node for the keys of a path. Wildcards (`[*]`, `{}`) after a key belong to the key's node. */
function nodeFor(root: MutableNode, path: Path): MutableNode {
  let node = root;
  for (const [index, step] of path.entries()) {
    const prefix = path.slice(0, index + 1);
    if (typeof step === "string") {
      const child = node.children.get(step) ?? { path: prefix, own: [], children: new Map() };
      node.children.set(step, child);
      node = child;
    } else if (prefix.length > node.path.length) node.path = prefix;
  }
  return node;
}

function nodesOf({ children }: MutableNode): readonly FieldNode[] {
  return [...children.values()].map((node) => ({
    path: pathText(node.path),
    label: labelOf(node.path),
    own: node.own,
    children: nodesOf(node),
  }));
}

function labelOf(path: Path): string {
  const last = path.findLastIndex((step) => step !== eachItem && step !== eachValue);
  return pathText(path.slice(last));
}

/** The outcomes on a node and on all nodes below it. */
export function fieldsBelow({ own, children }: FieldNode): readonly FieldAnalysis[] {
  return [...own, ...children.flatMap(fieldsBelow)];
}
