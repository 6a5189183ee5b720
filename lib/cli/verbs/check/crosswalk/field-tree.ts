import type { FieldVerdict } from "../../../../lens/check/analysis.ts";
import {
  eachItem,
  eachValue,
  type Path,
  parsePath,
  pathText,
} from "../../../../lens/language/path.ts";

/** A field of one version with those below it. */
export interface FieldNode {
  readonly path: string;
  /** The last key, with `[*]` or `{}` where its items or values have fields. */
  readonly label: string;
  /** What is said of the field itself and of its items or values. */
  readonly own: readonly FieldVerdict[];
  readonly children: readonly FieldNode[];
}

/** The fields of one version as a tree, in the order they are given. */
export function fieldTree(fields: readonly FieldVerdict[]): readonly FieldNode[] {
  const root: Draft = { path: [], own: [], children: new Map() };
  for (const field of fields) {
    const path = parsePath(field.path) ?? [];
    nodeFor(root, path).own.push(field);
  }
  return nodesOf(root);
}

interface Draft {
  path: Path;
  readonly own: FieldVerdict[];
  readonly children: Map<string, Draft>;
}

/** The node of a path's keys; wildcards behind a key belong to it. */
function nodeFor(root: Draft, path: Path): Draft {
  let node = root;
  for (const [index, step] of path.entries()) {
    const here = path.slice(0, index + 1);
    if (typeof step === "string") {
      const child = node.children.get(step) ?? { path: here, own: [], children: new Map() };
      node.children.set(step, child);
      node = child;
    } else if (here.length > node.path.length) node.path = here;
  }
  return node;
}

function nodesOf({ children }: Draft): readonly FieldNode[] {
  return [...children.values()].map((draft) => ({
    path: pathText(draft.path),
    label: labelOf(draft.path),
    own: draft.own,
    children: nodesOf(draft),
  }));
}

function labelOf(path: Path): string {
  const last = path.findLastIndex((step) => step !== eachItem && step !== eachValue);
  return pathText(path.slice(last));
}

/** Everything that is said of a node and what is below it. */
export function fieldsBelow({ own, children }: FieldNode): readonly FieldVerdict[] {
  return [...own, ...children.flatMap(fieldsBelow)];
}
