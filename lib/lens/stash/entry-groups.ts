import type { ObjectPath } from "../place/object-path.ts";
import type { AddressedEntry } from "./entry-tree.ts";
import { PathIndex } from "./path-index.ts";

/** Entries that are accepted or refused together. */
export interface EntryGroup<Entry extends AddressedEntry> {
  readonly entries: readonly Entry[];
  /** What is applied in a trial: the entries, or their replacements in a second try. */
  readonly candidates: readonly AddressedEntry[];
  readonly isSecondTry: boolean;
  /** False if the schema refuses other entries of the same rule: if the rest does not fit, an edit need not be the cause. */
  readonly isWhole: boolean;
  /** True for the order of a list that is not a list in the other version: it causes no disagreement. */
  readonly isHiddenOrder: boolean;
  /** True if entries were removed from the group because of schema faults. */
  readonly isReduced?: boolean;
}

/** For each disagreeing rule, the paths that it reads. */
export type DisagreeingPaths = readonly (readonly ObjectPath[])[];

/** A group without its entries at a fault, in a list; an empty list if no entry is left, or if this is the group's second try. */
export function withoutFaultyEntries<Entry extends AddressedEntry>(
  group: EntryGroup<Entry>,
  isAtFault: (entry: AddressedEntry) => boolean,
): readonly EntryGroup<Entry>[] {
  const left = group.entries.filter((entry) => !isAtFault(entry));
  const isSame = group.candidates.length === group.entries.length && !group.isSecondTry;
  return left.length === 0 || !isSame
    ? []
    : [{ ...group, entries: left, candidates: left, isReduced: true }];
}

/** The groups with a candidate that passes a test. */
export function groupsWithCandidate<Entry extends AddressedEntry>(
  groups: readonly EntryGroup<Entry>[],
  test: (entry: AddressedEntry) => boolean,
): ReadonlySet<EntryGroup<Entry>> {
  return new Set(groups.filter(({ candidates }) => candidates.some(test)));
}

/** Whether a group is the only one at the paths of each rule that it disagrees with. */
export type GroupOverlap = "alone" | "with others";

/** The groups with an entry at, above or below a path that disagrees. */
export function groupsAtDisagreements<Entry extends AddressedEntry>(
  groups: readonly EntryGroup<Entry>[],
  disagreements: DisagreeingPaths,
  paths: ReadonlyMap<AddressedEntry, ObjectPath>,
): ReadonlyMap<EntryGroup<Entry>, GroupOverlap> {
  const index = new PathIndex(disagreements.flat());
  const rules = new Map(disagreements.flatMap((own) => own.map((path) => [path, own] as const)));
  const hits = groups.flatMap((group) => {
    if (group.isHiddenOrder) return [];
    const found = group.candidates.flatMap((entry) => {
      const path = paths.get(entry);
      return path === undefined ? [] : [...index.above(path), ...index.atOrBelow(path)];
    });
    const of = new Set(found.map((path) => rules.get(path)));
    return found.length === 0 ? [] : [{ group, found: [...of] }];
  });
  const counts = new Map<unknown, number>();
  for (const { found } of hits) {
    for (const rule of found) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return new Map(
    hits.map(({ group, found }) => {
      const isShared = found.some((rule) => (counts.get(rule) ?? 0) > 1);
      return [group, isShared ? "with others" : "alone"];
    }),
  );
}
