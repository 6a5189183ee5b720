/** The texts of a list's items in a stored order; items that the order does not have come last. */
export function inStoredOrder(
  items: ReadonlyMap<string, unknown>,
  order: readonly string[],
): readonly string[] {
  const first = [...new Set(order)].filter((text) => items.has(text));
  const isFirst = new Set(first);
  const rest = [...items.keys()].filter((text) => !isFirst.has(text));
  return [...first, ...rest];
}

/** The current items in their order, with each restored item after the one that it followed when the order was stored. */
export function withRestoredItems(
  items: ReadonlyMap<string, unknown>,
  added: ReadonlySet<string>,
  order: readonly string[],
): readonly string[] {
  const ordered = new Set(order);
  const current = [...items.keys()].filter((text) => !added.has(text));
  const unordered = [...added].filter((text) => !ordered.has(text));
  const present = new Set(current);
  const followers = new Map<string | undefined, string[]>();
  let predecessor: string | undefined;
  for (const text of ordered) {
    if (present.has(text)) predecessor = text;
    else if (added.has(text)) {
      const known = followers.get(predecessor);
      if (known === undefined) followers.set(predecessor, [text]);
      else known.push(text);
    }
  }
  const followersOf = (text: string | undefined): readonly string[] => followers.get(text) ?? [];
  const texts = [
    ...followersOf(undefined),
    ...current.flatMap((text) => [text, ...followersOf(text)]),
  ];
  return [...texts, ...unordered];
}

/** An item to insert, and the index that it had when it was preserved. */
interface InsertedItem<T> {
  readonly index: number;
  readonly item: T;
}

/**
 * The items of a list with others inserted, each after the nearest item before it that still exists, else first. `current` has,
 * by the old index of an item, its index now.
 */
export function withInsertedItems<T>(
  items: readonly T[],
  inserted: readonly InsertedItem<T>[],
  current: readonly (number | undefined)[],
): readonly T[] {
  const after = Map.groupBy(
    inserted.toSorted((one, other) => one.index - other.index),
    ({ index }) => current.slice(0, index).findLast((at) => at !== undefined) ?? -1,
  );
  const itemsAfter = (at: number): readonly T[] => (after.get(at) ?? []).map(({ item }) => item);
  return [...itemsAfter(-1), ...items.flatMap((item, at) => [item, ...itemsAfter(at)])];
}
