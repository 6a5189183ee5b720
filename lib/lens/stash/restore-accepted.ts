import type { JsonObject } from "../../json/value.ts";
import { CandidateSearch } from "./candidate-search.ts";
import type { EntryChecks } from "./entry-checks.ts";
import type { EntryGroup } from "./entry-groups.ts";
import type { AddressedEntry } from "./entry-tree.ts";
import type { ImageWithDefaults } from "./restore.ts";

/** An object with the preserved values that were accepted, and the entries that were not. */
interface Restored<Entry extends AddressedEntry = AddressedEntry> {
  readonly object: JsonObject;
  /** Entries that are dropped because the object was edited since they were preserved. */
  readonly stale: readonly Entry[];
  /** Entries that the schema refuses, or that the budget of trials did not suffice to test: they stay in their annotations. */
  readonly heldBack: readonly Entry[];
}

/**
 * Applies preserved values to an image. Values are accepted if the completed image contradicts nothing in the object that was
 * converted and has no new schema faults. Nearly always all values are accepted at once. Otherwise entries that contradict the
 * object are removed, and the doubtful rest is tried by halves. The entries of one rule, for the same list items, are accepted or
 * refused together. Entries in the annotation to which a conversion would write them come first, so that a forged entry in
 * another annotation can't get them refused.
 */
export function restoreAccepted<Entry extends AddressedEntry>(
  images: ImageWithDefaults,
  entries: readonly Entry[],
  checks: EntryChecks<Entry>,
): Restored<Entry> {
  const isFingerprints = ({ address }: Entry): boolean => address.part === "fingerprints";
  const values = entries.filter((entry) => !isFingerprints(entry));
  const search = new CandidateSearch(images, entries.filter(isFingerprints), checks);
  const open = values.filter((entry) => !checks.isRefused(entry));
  const partial = new Set(
    open.length === 0 ? [] : values.filter(checks.isRefused).map(checks.ruleOf),
  );
  const { trusted = [], others = [] } = Object.groupBy(open, (entry) =>
    checks.isInOwnAnnotation(entry) ? "trusted" : "others",
  );
  search.accept(groupEntries(trusted, checks, partial));
  search.accept(groupEntries(others, checks, partial));
  const refused = values.filter((entry) => !search.isApplied(entry));
  const few = refused.filter((entry) => !search.isStale(entry)).slice(0, maxRelated);
  const isHeld = (entry: Entry): boolean =>
    !search.isStale(entry) || few.some((inner) => checks.isAboveRuleOf(entry, inner));
  const heldBack = refused.filter(isHeld);
  const held = new Set(heldBack);
  return {
    object: search.object,
    stale: refused.filter((entry) => !held.has(entry)),
    heldBack,
  };
}

/**
 * For how many held-back entries the stale entries above them are held back too; stale entries above others are dropped. The
 * number is a choice: the time grows with it times the number of refused entries, of which annotations can hold thousands.
 */
const maxRelated = 20;

/** Groups entries by `idOf`. `partial` has the ids (`ruleOf`) of rules of which some entries are refused already. */
function groupEntries<Entry extends AddressedEntry>(
  entries: readonly Entry[],
  { idOf, ruleOf, isHiddenOrder }: EntryChecks<Entry>,
  partial: ReadonlySet<string>,
): readonly EntryGroup<Entry>[] {
  return [...Map.groupBy(entries, idOf).values()].map((own) => ({
    entries: own,
    candidates: own,
    isSecondTry: false,
    isWhole: !own.some((entry) => partial.has(ruleOf(entry))),
    isHiddenOrder: own.every(isHiddenOrder),
  }));
}
