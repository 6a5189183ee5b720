import type { JsonObject } from "../../json/value.ts";
import type { ObjectPath } from "../place/object-path.ts";
import type { EntryChecks } from "./entry-checks.ts";
import { type Blame, blamedFor, type EntryGroup, groupsOf, withoutFaulty } from "./entry-groups.ts";
import { type AddressedEntry, entryTree } from "./entry-tree.ts";
import { PathIndex } from "./path-index.ts";
import { restore, restoreTracked } from "./restore.ts";

/** Groups that are tried once more though each stands alone where it disagrees; an edit of many things costs no more. */
const maxRetried = 4;

/** Rounds in which what disagrees is taken out, before the rest is tried by halves. */
const maxRounds = 5;

/** One object under trial: which groups of preserved values fit it, tried together and, where they do not, apart. */
export class CandidateSearch<Entry extends AddressedEntry> {
  readonly #base: JsonObject;
  readonly #prints: readonly Entry[];
  readonly #checks: EntryChecks<Entry>;
  readonly #stale = new Set<AddressedEntry>();
  readonly #applied = new Set<AddressedEntry>();
  /** What is applied, whatever else is tried. */
  #accepted: readonly EntryGroup<Entry>[] = [];
  #object: JsonObject;

  constructor(base: JsonObject, prints: readonly Entry[], judge: EntryChecks<Entry>) {
    this.#base = base;
    this.#prints = prints;
    this.#checks = judge;
    this.#object = base;
  }

  /** The object with what is applied. */
  get object(): JsonObject {
    return this.#object;
  }

  isStale(entry: Entry): boolean {
    return this.#stale.has(entry);
  }

  isApplied(entry: Entry): boolean {
    return this.#applied.has(entry);
  }

  /** Applies what fits of some groups beside what is applied already. */
  accept(groups: readonly EntryGroup<Entry>[]): void {
    if (groups.length === 0) return;
    const kept = this.#withoutFaults(this.#agreeing(groups));
    this.#accepted = [...this.#accepted, ...kept];
    for (const { entries } of kept) for (const entry of entries) this.#applied.add(entry);
    this.#object = this.#completed([]);
  }

  #completed(groups: readonly EntryGroup<Entry>[]): JsonObject {
    return restore(this.#base, this.#treeOf(groups), this.#checks.keySchema);
  }

  #treeOf(groups: readonly EntryGroup<Entry>[]): ReturnType<typeof entryTree> {
    return entryTree([
      ...this.#prints,
      ...[...this.#accepted, ...groups].flatMap(({ candidates }) => candidates),
    ]);
  }

  #drop(groups: readonly EntryGroup<Entry>[]): void {
    for (const { entries, isWhole } of groups) {
      if (isWhole) for (const entry of entries) this.#stale.add(entry);
    }
  }

  /** Groups that together come back as what was converted. What was found to have been edited since is stale. */
  #agreeing(groups: readonly EntryGroup<Entry>[]): readonly EntryGroup<Entry>[] {
    let open = groups;
    const doubted: EntryGroup<Entry>[] = [];
    for (let round = 0; round < maxRounds && open.length > 0; round++) {
      if (!this.#checks.mayTry()) return [];
      const { object, places } = restoreTracked(
        this.#base,
        this.#treeOf(open),
        this.#checks.keySchema,
      );
      if (this.#checks.agrees(object)) return this.#byHalves(open, doubted);
      const unseen = this.#checks.disagreements(object);
      const blamed = blamedFor(open, unseen ?? [], places);
      if (blamed.size === 0) break;
      const next = this.#nextTry(open, blamed);
      if (next.isRetried) open = next.groups;
      else {
        const gone = new Set(next.groups);
        doubted.push(...this.#worthAnotherTry(next.groups, blamed));
        open = open.filter((group) => !gone.has(group));
      }
    }
    return this.#byHalves([], [...open, ...doubted]);
  }

  /**
   * Blamed groups that are tried once more when the others agree. One that stands alone where a rule disagrees was most
   * likely edited: it is stale unless it then fits, since what somebody put elsewhere may have made the rule disagree.
   */
  #worthAnotherTry(
    groups: readonly EntryGroup<Entry>[],
    blamed: ReadonlyMap<EntryGroup<Entry>, Blame>,
  ): readonly EntryGroup<Entry>[] {
    const alone = groups.filter((group) => blamed.get(group) === "alone");
    this.#drop(alone);
    return alone.length > maxRetried ? groups.filter((group) => !alone.includes(group)) : groups;
  }

  /** Second tries where some of the blamed have one; else what is to go: orders of lists before values. */
  #nextTry(
    open: readonly EntryGroup<Entry>[],
    blamed: ReadonlyMap<EntryGroup<Entry>, Blame>,
  ): { readonly isRetried: boolean; readonly groups: readonly EntryGroup<Entry>[] } {
    const second = new Map<EntryGroup<Entry>, EntryGroup<Entry>>();
    for (const group of blamed.keys()) {
      const other = this.#secondTry(group);
      if (other !== undefined) second.set(group, other);
    }
    if (second.size > 0) {
      return { isRetried: true, groups: open.map((group) => second.get(group) ?? group) };
    }
    const orders = [...blamed.keys()].filter(
      ({ candidates: [first] }) => first?.address.part === "order",
    );
    return { isRetried: false, groups: orders.length > 0 ? orders : [...blamed.keys()] };
  }

  /** What else to make of a refused entry: its old value and today's merged, or an order for restored items alone. */
  #secondTry(group: EntryGroup<Entry>): EntryGroup<Entry> | undefined {
    const { entries, isSecondTry } = group;
    const [entry] = entries;
    if (entry === undefined || entries.length !== 1 || isSecondTry) return undefined;
    if (entry.address.part === "order") {
      return { ...group, candidates: [{ ...entry, placesRestoredOnly: true }], isSecondTry: true };
    }
    const merged = this.#checks.merge(entry, this.#base);
    if (merged === undefined) return undefined;
    return { ...group, candidates: [{ ...entry, entry: [merged] }], isSecondTry: true };
  }

  /** Of groups in doubt those that fit beside the accepted ones, found by halving. */
  #byHalves(
    accepted: readonly EntryGroup<Entry>[],
    doubted: readonly EntryGroup<Entry>[],
  ): readonly EntryGroup<Entry>[] {
    if (doubted.length === 0) return accepted;
    if (!this.#checks.mayTry()) return accepted;
    const all = [...accepted, ...doubted];
    if (this.#checks.agrees(this.#completed(all))) return all;
    const [group] = doubted;
    if (doubted.length > 1) {
      const half = doubted.length >> 1;
      const first = this.#byHalves(accepted, doubted.slice(0, half));
      return this.#byHalves(first, doubted.slice(half));
    }
    const second = group && this.#secondTry(group);
    if (second === undefined) this.#drop(doubted);
    return second === undefined ? accepted : this.#byHalves(accepted, [second]);
  }

  /** Groups that bring no fault into the object. */
  #withoutFaults(groups: readonly EntryGroup<Entry>[]): readonly EntryGroup<Entry>[] {
    const faultsIn = this.#checks.faultsBeyond(this.#object);
    let kept = groups;
    for (let round = 0; round < maxRounds && kept.length > 0; round++) {
      if (!this.#checks.mayTry()) return [];
      const { object, places } = restoreTracked(
        this.#base,
        this.#treeOf(kept),
        this.#checks.keySchema,
      );
      const faults = faultsIn(object);
      if (faults.length > 0) kept = this.#lessFaulty(kept, { faults, places, faultsIn });
      else if (kept === groups) return kept;
      else if (this.#checks.mayTry() && this.#checks.agrees(object)) return kept;
      // What is left of a rule's values may say something else than all of them: then none of them counts.
      else kept = kept.filter(({ isReduced }) => isReduced !== true);
    }
    return [];
  }

  /** Without the groups whose values are at fault; where a fault is of what holds them, as many as it takes. */
  #lessFaulty(
    groups: readonly EntryGroup<Entry>[],
    found: FaultSearch,
  ): readonly EntryGroup<Entry>[] {
    const { faults, places } = found;
    const index = new PathIndex(faults);
    const standsWhere =
      (test: (place: ObjectPath) => boolean) =>
      (entry: AddressedEntry): boolean => {
        const place = places.get(entry);
        return place !== undefined && test(place);
      };
    const isAtFault = standsWhere((place) => index.hasAtOrBelow(place));
    const direct = groupsOf(groups, isAtFault);
    if (direct.size > 0) {
      return groups.flatMap((group) =>
        direct.has(group) ? withoutFaulty(group, isAtFault) : [group],
      );
    }
    const below = groupsOf(
      groups,
      standsWhere((place) => index.hasAbove(place)),
    );
    const suspects = below.size > 0 ? [...below] : groups;
    return this.#faultlessByHalves(
      groups.filter((group) => below.size > 0 && !below.has(group)),
      suspects,
      found,
    );
  }

  #faultlessByHalves(
    accepted: readonly EntryGroup<Entry>[],
    doubted: readonly EntryGroup<Entry>[],
    found: FaultSearch,
  ): readonly EntryGroup<Entry>[] {
    if (doubted.length <= 1) return accepted;
    const half = doubted.length >> 1;
    const first = this.#faultlessPart(accepted, doubted.slice(0, half), found);
    return this.#faultlessPart(first, doubted.slice(half), found);
  }

  #faultlessPart(
    accepted: readonly EntryGroup<Entry>[],
    part: readonly EntryGroup<Entry>[],
    found: FaultSearch,
  ): readonly EntryGroup<Entry>[] {
    if (!this.#checks.mayTry()) return accepted;
    const all = [...accepted, ...part];
    if (found.faultsIn(this.#completed(all)).length === 0) return all;
    return this.#faultlessByHalves(accepted, part, found);
  }
}

/** Faults of a completed object, with where its entries count. */
interface FaultSearch {
  readonly faults: readonly ObjectPath[];
  readonly places: ReadonlyMap<AddressedEntry, ObjectPath>;
  readonly faultsIn: (completed: JsonObject) => readonly ObjectPath[];
}
