import type { JsonObject } from "../../json/value.ts";
import type { KeptEntry } from "./entry-tree.ts";
import type { Group } from "./groups.ts";
import type { Judge } from "./judge.ts";
import { Trial } from "./trials.ts";

/** An object with what is applied of its entries, and what became of the others. */
export interface Restored<Entry extends KeptEntry = KeptEntry> {
  readonly object: JsonObject;
  /** Entries that are dropped because the object was edited meanwhile. */
  readonly stale: readonly Entry[];
  /** Entries that the schema refuses, or that there was no time to judge: they stay in their annotations. */
  readonly heldBack: readonly Entry[];
}

/**
 * Applies entries only where the object that they complete would come back as what was converted, and has no fault that it
 * lacks without them. All at once where that holds, which is nearly always; else those go that stand where it does not,
 * and what is left in doubt is tried by halves. Entries go by groups of one rule and binding. Those that stand where a
 * conversion writes them come first, so that what somebody put beside them takes none of them along.
 */
export function restoreAccepted<Entry extends KeptEntry>(
  base: JsonObject,
  entries: readonly Entry[],
  judge: Judge<Entry>,
): Restored<Entry> {
  const isPrints = ({ address }: Entry): boolean => address.part === "prints";
  const values = entries.filter((entry) => !isPrints(entry));
  const trial = new Trial(base, entries.filter(isPrints), judge);
  const open = values.filter((entry) => !judge.isRefused(entry));
  const halves = new Set(open.length === 0 ? [] : values.filter(judge.isRefused).map(judge.idOf));
  const { trusted = [], others = [] } = Object.groupBy(open, (entry) =>
    judge.isWhereWritten(entry) ? "trusted" : "others",
  );
  trial.settle(groupEntries(trusted, judge, halves));
  trial.settle(groupEntries(others, judge, halves));
  const refused = values.filter((entry) => !trial.isApplied(entry));
  const few = refused.filter((entry) => !trial.isStale(entry)).slice(0, maxRelated);
  const isHeld = (entry: Entry): boolean =>
    !trial.isStale(entry) || few.some((inner) => judge.isAboveRuleOf(entry, inner));
  const heldBack = refused.filter(isHeld);
  const held = new Set(heldBack);
  return {
    object: trial.object,
    stale: refused.filter((entry) => !held.has(entry)),
    heldBack,
  };
}

/** Held-back entries that those above them stay for; more only cost time. */
const maxRelated = 20;

/** Entries by rule and binding; of those in `halves` others are refused. */
function groupEntries<Entry extends KeptEntry>(
  entries: readonly Entry[],
  { idOf }: Judge<Entry>,
  halves: ReadonlySet<string>,
): readonly Group<Entry>[] {
  return [...Map.groupBy(entries, idOf)].map(([id, own]) => ({
    entries: own,
    tried: own,
    isSecondTry: false,
    isWhole: !halves.has(id),
  }));
}
