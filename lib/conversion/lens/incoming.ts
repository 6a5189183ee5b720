import type { StringMap } from "../converter.ts";
import { holdsStash } from "../stash.ts";
import { isDeclared } from "./declared.ts";
import type { Direction, LensEngine, LensSide } from "./engine.ts";
import { type KeptEntry, readEntries } from "./entry-tree.ts";
import type { Entries } from "./residual.ts";

export const nothing: Entries = new Map();

/** What was kept for one side. */
interface Incoming {
  readonly entries: readonly KeptEntry[];
  /** What the side's schema does not declare or refuses: not applied, and not thrown away either. */
  readonly parked: Entries;
  readonly foreign: number;
}

/** What an object's annotations hold of the stash, for the target's version and for its own. */
interface SiftedBoth {
  readonly incoming: Incoming;
  readonly own: Incoming;
  /** The annotations without either. */
  readonly annotations: StringMap;
}

/** Takes what was kept for the target and for the source out of annotations. */
export function siftBoth(
  annotations: StringMap,
  { engine, source, target }: Direction,
): SiftedBoth {
  if (!holdsStash(annotations, engine.group)) {
    return { incoming: nothingIn, own: nothingIn, annotations };
  }
  const incoming = sift(annotations, target, engine);
  const own = sift(incoming.annotations, source, engine);
  return { incoming, own, annotations: own.annotations };
}

function sift(
  given: StringMap,
  { schema, stash }: LensSide,
  { lens }: LensEngine,
): Incoming & { readonly annotations: StringMap } {
  const taken = stash.take(given);
  const { kept, foreign } = readEntries(taken.entries);
  const mayApply = (entry: KeptEntry): boolean =>
    lens.data.entries === "any" || isDeclared(schema, entry);
  const refused = kept.filter((entry) => !mayApply(entry));
  const lists = new Set(refused.flatMap(listsAbove));
  const parked = [...refused, ...kept.filter((entry) => isNeeded(entry, lists))];
  return {
    entries: kept.filter(mayApply),
    parked: new Map(parked.map(({ text, entry }) => [text, entry])),
    annotations: taken.annotations,
    foreign: taken.foreign + foreign + refused.length,
  };
}

const nothingIn: Incoming = { entries: [], parked: nothing, foreign: 0 };

/** The prints of a list stay with what is kept for its items. */
function isNeeded({ text, address }: KeptEntry, lists: ReadonlySet<string>): boolean {
  return address.part === "prints" && lists.has(text.slice(0, -1));
}

/** The lists of which an entry is kept by an item's place, each as the text of its prints begins: `spec.list[#`. */
function listsAbove({ text }: KeptEntry): readonly string[] {
  return [...text.matchAll(/\[#/g)].map(({ index }) => text.slice(0, index + 2));
}
