import type { ObjectPlace } from "../place/trail.ts";
import type { KeptEntry } from "./entry-tree.ts";
import { PlaceIndex } from "./place-index.ts";

/** Entries that stand or fall together, as they are tried: another try of them may say something else. */
export interface Group<Entry extends KeptEntry> {
  readonly entries: readonly Entry[];
  readonly tried: readonly KeptEntry[];
  readonly isSecondTry: boolean;
  /** False where the schema refuses others of them: that these do not fit alone says nothing of an edit. */
  readonly isWhole: boolean;
  /** True where some of them were taken out for their faults. */
  readonly isCut?: boolean;
}

/** The places of each rule that disagrees. */
export type Disagreements = readonly (readonly ObjectPlace[])[];

/** A group without the entries that are at fault; nothing where none is left, or where it said something else. */
export function cut<Entry extends KeptEntry>(
  group: Group<Entry>,
  isAtFault: (entry: KeptEntry) => boolean,
): readonly Group<Entry>[] {
  const left = group.entries.filter((entry) => !isAtFault(entry));
  const isSame = group.tried.length === group.entries.length && !group.isSecondTry;
  return left.length === 0 || !isSame
    ? []
    : [{ ...group, entries: left, tried: left, isCut: true }];
}

/** Groups that an entry of some sort belongs to. */
export function groupsOf<Entry extends KeptEntry>(
  groups: readonly Group<Entry>[],
  test: (entry: KeptEntry) => boolean,
): ReadonlySet<Group<Entry>> {
  return new Set(groups.filter(({ tried }) => tried.some(test)));
}

/** Whether a group alone stands where a place disagrees, or several do. */
export type Blame = "alone" | "with others";

/** Groups with an entry at, above or below a place. */
export function blamedFor<Entry extends KeptEntry>(
  groups: readonly Group<Entry>[],
  unseen: Disagreements,
  places: ReadonlyMap<KeptEntry, ObjectPlace>,
): ReadonlyMap<Group<Entry>, Blame> {
  const index = new PlaceIndex(unseen.flat());
  const rules = new Map(unseen.flatMap((own) => own.map((place) => [place, own] as const)));
  const hits = groups.flatMap((group) => {
    const found = group.tried.flatMap((entry) => {
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
