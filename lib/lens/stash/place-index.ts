import type { ObjectPlace } from "../place/trail.ts";

/** Places found by others that are at, above or below them, without comparing each with each. */
export class PlaceIndex {
  readonly #root: PlaceNode = newNode();

  constructor(places: readonly ObjectPlace[]) {
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

  above(place: ObjectPlace): readonly ObjectPlace[] {
    const found: ObjectPlace[] = [];
    let node: PlaceNode | undefined = this.#root;
    for (const step of place) {
      if (node === undefined) return found;
      found.push(...node.own);
      node = node.children.get(step);
    }
    return found;
  }

  hasAbove(place: ObjectPlace): boolean {
    return this.above(place).length > 0;
  }

  /** The first few of them. */
  atOrBelow(place: ObjectPlace): readonly ObjectPlace[] {
    let node: PlaceNode | undefined = this.#root;
    for (const step of place) node = node?.children.get(step);
    return node?.within ?? [];
  }

  hasAtOrBelow(place: ObjectPlace): boolean {
    return this.atOrBelow(place).length > 0;
  }
}

function addWithin({ within }: PlaceNode, place: ObjectPlace): void {
  if (within.length < maxWithin) within.push(place);
}

function newNode(): PlaceNode {
  return { children: new Map(), own: [], within: [] };
}

interface PlaceNode {
  readonly children: Map<string | number, PlaceNode>;
  readonly own: ObjectPlace[];
  /** At most {@link maxWithin}. */
  readonly within: ObjectPlace[];
}

/** Places below one entry that are told apart: an entry above many rules has them all. */
const maxWithin = 10;
