import type { StringMap } from "../../converter/converter.ts";
import { fitAnnotations } from "../../converter/stash/fit.ts";
import { mayHoldVersion, stashFormatOf, stashFormats } from "../../converter/stash/names.ts";
import type { PreservedValue, StashedEntry } from "../../converter/stash/stash.ts";
import { isEmptyMap } from "../../json/value.ts";
import type { LensKind } from "../run/engine.ts";
import type { ClassifiedAnnotations } from "./classified-annotations.ts";
import type { EntriesByAddress } from "./difference.ts";
import { type StoredEntry, storedEntriesOf } from "./entry-tree.ts";
import { preservedValues, stashUnitOf } from "./folded-entries.ts";
import type { PreservingDirection } from "./preserving-direction.ts";

/** The source's annotations, and the entries that stay in them: for the target version (`incoming`) and the source's (`own`). */
interface RemainingEntries {
  readonly sorted: ClassifiedAnnotations;
  readonly incoming: readonly StoredEntry[];
  readonly own: readonly StoredEntry[];
}

/**
 * The annotations of the converted object, and what did not fit into the size limits of annotations: the units ({@link
 * stashUnitOf}) of values that the conversion preserved, and the names of annotations with earlier preserved values.
 */
export interface WrittenAnnotations {
  readonly annotations: StringMap;
  readonly lost: readonly string[];
}

/** The annotations of a converted object: its own, the entries that remain, and the values that are preserved now. */
export function withStash(
  plain: StringMap,
  preserved: EntriesByAddress,
  { engine, source, target }: PreservingDirection,
  { sorted, incoming, own }: RemainingEntries,
): WrittenAnnotations {
  if (preserved.size === 0 && isEmptyMap(sorted.stashed)) return { annotations: plain, lost: [] };
  const left = target.stash.remove(
    sorted.stashed,
    removedEntries(sorted.incoming.entries, incoming),
  );
  const staying = source.stash.remove(left, removedEntries(sorted.own.entries, own));
  const values = preserved.size === 0 ? [] : preservedValues(preserved);
  const stashed = source.stash.add(staying, values);
  const annotations = isEmptyMap(stashed) ? plain : { ...plain, ...stashed };
  const nameOf = source.stash.namesIn(staying);
  const added = Map.groupBy(values, nameOf);
  const { group, kind } = engine;
  const fit = fitAnnotations({
    group,
    annotations,
    added: new Set(added.keys()),
    isHeldBack: (name) => Object.hasOwn(staying, name),
    isKnown: (name) => isKnown(name, kind),
  });
  const lost = fit.lost.flatMap((name) => unitsOf(added.get(name)) ?? [name]);
  return { annotations: fit.annotations, lost };
}

/** True for an annotation of preserved values that has a known format and is for a version of the kind. */
function isKnown(name: string, { group, versions }: LensKind): boolean {
  const format = stashFormatOf(name, group);
  if (!stashFormats.some((each) => each === format)) return false;
  return versions === undefined || mayHoldVersion(name, group, versions);
}

/** The units ({@link stashUnitOf}) of the values that were added to an annotation; undefined for one to which none were added. */
function unitsOf(values: readonly PreservedValue[] | undefined): readonly string[] | undefined {
  return values && [...new Set(values.map(({ unit }) => unit))];
}

/** The entries to remove because they were applied or are stale. Fingerprints are removed with the last entry of their list. */
function removedEntries(
  entries: readonly StoredEntry[],
  staying: readonly StoredEntry[],
): readonly StashedEntry[] {
  if (staying.length === entries.length) return [];
  const stays = storedEntriesOf(staying);
  const units = new Set(staying.map(stashUnitOf));
  const isGone = (entry: StoredEntry): boolean =>
    !stays.has(entry.source) &&
    !(entry.address.part === "fingerprints" && units.has(stashUnitOf(entry)));
  return [...storedEntriesOf(entries.filter(isGone))];
}
