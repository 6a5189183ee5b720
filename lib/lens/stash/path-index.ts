import type { ObjectPath } from "../place/object-path.ts";

/** Places found by others that are at, above or below them, without comparing each with each. */
export class PathIndex {
  readonly #root: PathNode = newNode();

  constructor(places: readonly ObjectPath[]) {
    for (const place of places) {
      let node = this.#root;
      addWithin(node, place);
      for (const step of place) {
        const child = node.children.get(step) ?? newNode();
        node.children.set(step, child);
        addWithin(child, place);
        node = child;
      }
      node.own.push(place);
    }
  }

  above(place: ObjectPath): readonly ObjectPath[] {
    const found: ObjectPath[] = [];
    let node: PathNode | undefined = this.#root;
    for (const step of place) {
      if (node === undefined) return found;
      found.push(...node.own);
      node = node.children.get(step);
    }
    return found;
  }

  hasAbove(place: ObjectPath): boolean {
    return this.above(place).length > 0;
  }

  /** The first few of them. */
  atOrBelow(place: ObjectPath): readonly ObjectPath[] {
    let node: PathNode | undefined = this.#root;
    for (const step of place) node = node?.children.get(step);
    return node?.within ?? [];
  }

  hasAtOrBelow(place: ObjectPath): boolean {
    return this.atOrBelow(place).length > 0;
  }
}

function addWithin({ within }: PathNode, place: ObjectPath): void {
  if (within.length < maxWithin) within.push(place);
}

function newNode(): PathNode {
  return { children: new Map(), own: [], within: [] };
}

interface PathNode {
  readonly children: Map<string | number, PathNode>;
  readonly own: ObjectPath[];
  /** At most {@link maxWithin}. */
  readonly within: ObjectPath[];
}

/** Places below one entry that are told apart: an entry above many rules has them all. */
const maxWithin = 10;
