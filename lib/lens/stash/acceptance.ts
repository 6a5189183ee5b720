import type { JsonObject } from "../../json/value.ts";
import { CandidateSearch } from "./candidate-search.ts";
import type { EntryChecks } from "./entry-checks.ts";
import type { EntryGroup } from "./entry-groups.ts";
import type { AddressedEntry } from "./entry-tree.ts";

/** An object with what is applied of its entries, and what became of the others. */
export interface Restored<Entry extends AddressedEntry = AddressedEntry> {
  readonly object: JsonObject;
  /** Entries that are dropped because the object was edited meanwhile. */
  readonly stale: readonly Entry[];
  /** Entries that the schema refuses, or that there was no time to judge: they stay in their annotations. */
  readonly heldBack: readonly Entry[];
}

/**
 * Applies entries only where the object that they complete would come back as what was converted, and has no fault that it
 * lacks without them. All at once where that holds, which is nearly always; else those go that stand where it does not,
 * and what is left in doubt is candidates by halves. Entries go by groups of one rule and binding. Those that stand where a
 * conversion writes them come first, so that what somebody put beside them takes none of them along.
 */
export function restoreAccepted<Entry extends AddressedEntry>(
  base: JsonObject,
  entries: readonly Entry[],
  judge: EntryChecks<Entry>,
): Restored<Entry> {
  const isPrints = ({ address }: Entry): boolean => address.part === "prints";
  const values = entries.filter((entry) => !isPrints(entry));
  const trial = new CandidateSearch(base, entries.filter(isPrints), judge);
  const open = values.filter((entry) => !judge.isRefused(entry));
  const halves = new Set(open.length === 0 ? [] : values.filter(judge.isRefused).map(judge.idOf));
  const { trusted = [], others = [] } = Object.groupBy(open, (entry) =>
    judge.isInOwnAnnotation(entry) ? "trusted" : "others",
  );
  trial.accept(groupEntries(trusted, judge, halves));
  trial.accept(groupEntries(others, judge, halves));
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
function groupEntries<Entry extends AddressedEntry>(
  entries: readonly Entry[],
  { idOf }: EntryChecks<Entry>,
  halves: ReadonlySet<string>,
): readonly EntryGroup<Entry>[] {
  return [...Map.groupBy(entries, idOf)].map(([id, own]) => ({
    entries: own,
    candidates: own,
    isSecondTry: false,
    isWhole: !halves.has(id),
  }));
}
