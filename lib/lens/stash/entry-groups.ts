import type { ObjectPath } from "../place/object-path.ts";
import type { AddressedEntry } from "./entry-tree.ts";
import { PathIndex } from "./path-index.ts";

/** Entries that stand or fall together, as they are tried: another try of them may say something else. */
export interface EntryGroup<Entry extends AddressedEntry> {
  readonly entries: readonly Entry[];
  readonly candidates: readonly AddressedEntry[];
  readonly isSecondTry: boolean;
  /** False where the schema refuses others of them: that these do not fit alone says nothing of an edit. */
  readonly isWhole: boolean;
  /** True where some of them were taken out for their faults. */
  readonly isReduced?: boolean;
}

/** The places of each rule that disagrees. */
export type Disagreements = readonly (readonly ObjectPath[])[];

/** A group without the entries that are at fault; nothing where none is left, or where it said something else. */
export function withoutFaulty<Entry extends AddressedEntry>(
  group: EntryGroup<Entry>,
  isAtFault: (entry: AddressedEntry) => boolean,
): readonly EntryGroup<Entry>[] {
  const left = group.entries.filter((entry) => !isAtFault(entry));
  const isSame = group.candidates.length === group.entries.length && !group.isSecondTry;
  return left.length === 0 || !isSame
    ? []
    : [{ ...group, entries: left, candidates: left, isReduced: true }];
}

/** Groups that an entry of some sort belongs to. */
export function groupsOf<Entry extends AddressedEntry>(
  groups: readonly EntryGroup<Entry>[],
  test: (entry: AddressedEntry) => boolean,
): ReadonlySet<EntryGroup<Entry>> {
  return new Set(groups.filter(({ candidates }) => candidates.some(test)));
}

/** Whether a group alone stands where a place disagrees, or several do. */
export type Blame = "alone" | "with others";

/** Groups with an entry at, above or below a place. */
export function blamedFor<Entry extends AddressedEntry>(
  groups: readonly EntryGroup<Entry>[],
  unseen: Disagreements,
  places: ReadonlyMap<AddressedEntry, ObjectPath>,
): ReadonlyMap<EntryGroup<Entry>, Blame> {
  const index = new PathIndex(unseen.flat());
  const rules = new Map(unseen.flatMap((own) => own.map((place) => [place, own] as const)));
  const hits = groups.flatMap((group) => {
    const found = group.candidates.flatMap((entry) => {
      const place = places.get(entry);
      return place === undefined ? [] : [...index.above(place), ...index.atOrBelow(place)];
    });
    const of = new Set(found.map((place) => rules.get(place)));
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
