import type { ObjectPath } from "../place/object-path.ts";

/** Finds the paths at, above or below a given path without comparing it with each of them. */
export class PathIndex {
  readonly #root: IndexNode = newNode();

  constructor(paths: readonly ObjectPath[]) {
    for (const path of paths) {
      let node = this.#root;
      addWithin(node, path);
      for (const step of path) {
        const child = node.children.get(step) ?? newNode();
        node.children.set(step, child);
        addWithin(child, path);
        node = child;
      }
      node.own.push(path);
    }
  }

  above(path: ObjectPath): readonly ObjectPath[] {
    const found: ObjectPath[] = [];
    let node: IndexNode | undefined = this.#root;
    for (const step of path) {
      if (node === undefined) return found;
      found.push(...node.own);
      node = node.children.get(step);
    }
    return found;
  }

  hasAbove(path: ObjectPath): boolean {
    return this.above(path).length > 0;
  }

  /** The paths at or below a path, at most {@link maxWithin}. */
  atOrBelow(path: ObjectPath): readonly ObjectPath[] {
    let node: IndexNode | undefined = this.#root;
    for (const step of path) node = node?.children.get(step);
    return node?.within ?? [];
  }

  hasAtOrBelow(path: ObjectPath): boolean {
    return this.atOrBelow(path).length > 0;
  }
}

function addWithin({ within }: IndexNode, path: ObjectPath): void {
  if (within.length < maxWithin) within.push(path);
}

function newNode(): IndexNode {
  return { children: new Map(), own: [], within: [] };
}

interface IndexNode {
  readonly children: Map<string | number, IndexNode>;
  readonly own: ObjectPath[];
  /** The paths at or below the node, at most {@link maxWithin}. */
  readonly within: ObjectPath[];
}

/**
 * How many paths are returned for one path. An entry above many rules would otherwise get all of their paths. The number is a
 * choice: most entries are at or below one rule.
 */
const maxWithin = 10;
