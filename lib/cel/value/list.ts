import { assertDefined } from "../../json/invariant.ts";
import { equalElements, equalValues } from "./equality.ts";
import { CelError, CelList, type CelValue } from "./value.ts";

/** A list that an expression creates. */
export class ValueList extends CelList {
  readonly items: readonly CelValue[];

  constructor(items: readonly CelValue[]) {
    super();
    this.items = items;
  }

  size(): number {
    return this.items.length;
  }

  get(index: number): CelValue {
    return assertDefined(this.items[index], "the index is within the list");
  }

  equals(other: CelValue): boolean | CelError {
    return equalLists(this, other);
  }

  contains(value: CelValue): boolean {
    return this.items.some((item) => equalElements(value, item) === true);
  }

  concat(other: CelList): CelList {
    return concatenated(this, other);
  }
}

/** The list in which a macro collects its results. Adding an item changes the list itself. */
export class GrowingList extends ValueList {
  readonly #items: CelValue[];

  constructor() {
    const items: CelValue[] = [];
    super(items);
    this.#items = items;
  }

  override concat(other: CelList): CelList {
    for (const item of other) this.#items.push(item);
    return this;
  }

  /** Returns a list of the items that were added so far. */
  finished(): ValueList {
    return new ValueList(this.#items);
  }
}

/** The concatenation of two lists. It does not copy items, so that repeated doubling stays cheap. */
class JoinedList extends CelList {
  readonly #first: CelList;
  readonly #second: CelList;
  readonly #size: number;

  constructor(first: CelList, second: CelList) {
    super();
    this.#first = first;
    this.#second = second;
    this.#size = first.size() + second.size();
  }

  size(): number {
    return this.#size;
  }

  get(index: number): CelValue {
    let list: CelList = this;
    let rest = index;
    while (list instanceof JoinedList) {
      const size = list.#first.size();
      if (rest < size) list = list.#first;
      else {
        rest -= size;
        list = list.#second;
      }
    }
    return list.get(rest);
  }

  equals(other: CelValue): boolean | CelError {
    return equalLists(this, other);
  }

  contains(value: CelValue): boolean | CelError {
    const first = this.#first.contains(value);
    if (first === true) return true;
    const second = this.#second.contains(value);
    return second === true || !(first instanceof CelError) ? second : first;
  }

  concat(other: CelList): CelList {
    return concatenated(this, other);
  }
}

function concatenated(first: CelList, second: CelList): CelList {
  if (first.size() === 0) return second;
  return second.size() === 0 ? first : new JoinedList(first, second);
}

/** Compares two lists item by item. Items that can't be compared count as equal, as on the API server. */
function equalLists(list: CelList, other: CelValue): boolean {
  if (!(other instanceof CelList) || list.size() !== other.size()) return false;
  const size = list.size();
  for (let index = 0; index < size; index++) {
    if (equalValues(list.get(index), other.get(index)) === false) return false;
  }
  return true;
}
