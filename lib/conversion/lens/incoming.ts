import type { StringMap } from "../converter.ts";
import { holdsStash } from "../stash.ts";
import { isDeclared } from "./declared.ts";
import type { LensEngine, LensSide } from "./engine.ts";
import { type KeptEntry, readEntries } from "./entry-tree.ts";
import type { Entries } from "./residual.ts";

export const nothing: Entries = new Map();

/** What was kept for one side. */
interface Incoming {
  readonly entries: readonly KeptEntry[];
  /** What the side's schema does not declare or refuses: not applied, and not thrown away either. */
  readonly parked: Entries;
  readonly annotations: StringMap;
  readonly foreign: number;
}

export function sift(
  given: StringMap,
  { schema, stash }: LensSide,
  { group, lens }: LensEngine,
): Incoming {
  if (!holdsStash(given, group)) return nothingIn(given);
  const taken = stash.take(given);
  const { kept, foreign } = readEntries(taken.entries);
  const mayApply = (entry: KeptEntry): boolean =>
    lens.data.entries === "any" || isDeclared(schema, entry);
  const refused = kept.filter((entry) => !mayApply(entry));
  const parked = [...refused, ...kept.filter((entry) => isNeeded(entry, refused))];
  return {
    entries: kept.filter(mayApply),
    parked: new Map(parked.map(({ text, entry }) => [text, entry])),
    annotations: taken.annotations,
    foreign: taken.foreign + foreign + refused.length,
  };
}

function nothingIn(annotations: StringMap): Incoming {
  return { entries: [], parked: nothing, annotations, foreign: 0 };
}

/** The prints of a list stay with what is kept for its items. */
function isNeeded({ text, address }: KeptEntry, parked: readonly KeptEntry[]): boolean {
  return (
    address.part === "prints" && parked.some((entry) => entry.text.startsWith(text.slice(0, -1)))
  );
}
