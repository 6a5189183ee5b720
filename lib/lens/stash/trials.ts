import type { JsonObject } from "../../json/value.ts";
import type { ObjectPlace } from "../place/trail.ts";
import { entryTree, type KeptEntry } from "./entry-tree.ts";
import { type Blame, blamedFor, cut, type Group, groupsOf } from "./groups.ts";
import type { Judge } from "./judge.ts";
import { PlaceIndex } from "./place-index.ts";
import { restore, restoreTracked } from "./restore.ts";

/** Groups that are tried once more though each stands alone where it disagrees; an edit of many things costs no more. */
const maxRetried = 4;

/** Rounds in which what disagrees is taken out, before the rest is tried by halves. */
const maxRounds = 5;

/** One object under trial: which groups of preserved values fit it, tried together and, where they do not, apart. */
export class Trial<Entry extends KeptEntry> {
  readonly #base: JsonObject;
  readonly #prints: readonly Entry[];
  readonly #judge: Judge<Entry>;
  readonly #stale = new Set<KeptEntry>();
  readonly #applied = new Set<KeptEntry>();
  /** What is applied, whatever else is tried. */
  #settled: readonly Group<Entry>[] = [];
  #object: JsonObject;

  constructor(base: JsonObject, prints: readonly Entry[], judge: Judge<Entry>) {
    this.#base = base;
    this.#prints = prints;
    this.#judge = judge;
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
  settle(groups: readonly Group<Entry>[]): void {
    if (groups.length === 0) return;
    const kept = this.#withoutFaults(this.#agreeing(groups));
    this.#settled = [...this.#settled, ...kept];
    for (const { entries } of kept) for (const entry of entries) this.#applied.add(entry);
    this.#object = this.#completed([]);
  }

  #completed(groups: readonly Group<Entry>[]): JsonObject {
    return restore(this.#base, this.#treeOf(groups), this.#judge.shape);
  }

  #treeOf(groups: readonly Group<Entry>[]): ReturnType<typeof entryTree> {
    return entryTree([
      ...this.#prints,
      ...[...this.#settled, ...groups].flatMap(({ tried }) => tried),
    ]);
  }

  #drop(groups: readonly Group<Entry>[]): void {
    for (const { entries, isWhole } of groups) {
      if (isWhole) for (const entry of entries) this.#stale.add(entry);
    }
  }

  /** Groups that together come back as what was converted. What was found to have been edited since is stale. */
  #agreeing(groups: readonly Group<Entry>[]): readonly Group<Entry>[] {
    let open = groups;
    const doubted: Group<Entry>[] = [];
    for (let round = 0; round < maxRounds && open.length > 0; round++) {
      if (!this.#judge.mayTry()) return [];
      const { object, places } = restoreTracked(this.#base, this.#treeOf(open), this.#judge.shape);
      if (this.#judge.agrees(object)) return this.#byHalves(open, doubted);
      const unseen = this.#judge.disagreements(object);
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
    groups: readonly Group<Entry>[],
    blamed: ReadonlyMap<Group<Entry>, Blame>,
  ): readonly Group<Entry>[] {
    const alone = groups.filter((group) => blamed.get(group) === "alone");
    this.#drop(alone);
    return alone.length > maxRetried ? groups.filter((group) => !alone.includes(group)) : groups;
  }

  /** Second tries where some of the blamed have one; else what is to go: orders of lists before values. */
  #nextTry(
    open: readonly Group<Entry>[],
    blamed: ReadonlyMap<Group<Entry>, Blame>,
  ): { readonly isRetried: boolean; readonly groups: readonly Group<Entry>[] } {
    const second = new Map<Group<Entry>, Group<Entry>>();
    for (const group of blamed.keys()) {
      const other = this.#secondTry(group);
      if (other !== undefined) second.set(group, other);
    }
    if (second.size > 0) {
      return { isRetried: true, groups: open.map((group) => second.get(group) ?? group) };
    }
    const orders = [...blamed.keys()].filter(
      ({ tried: [first] }) => first?.address.part === "order",
    );
    return { isRetried: false, groups: orders.length > 0 ? orders : [...blamed.keys()] };
  }

  /** What else to make of a refused entry: its old value and today's merged, or an order for restored items alone. */
  #secondTry(group: Group<Entry>): Group<Entry> | undefined {
    const { entries, isSecondTry } = group;
    const [entry] = entries;
    if (entry === undefined || entries.length !== 1 || isSecondTry) return undefined;
    if (entry.address.part === "order") {
      return { ...group, tried: [{ ...entry, placesRestoredOnly: true }], isSecondTry: true };
    }
    const merged = this.#judge.merge(entry, this.#base);
    if (merged === undefined) return undefined;
    return { ...group, tried: [{ ...entry, entry: [merged] }], isSecondTry: true };
  }

  /** Of groups in doubt those that fit beside the accepted ones, found by halving. */
  #byHalves(
    accepted: readonly Group<Entry>[],
    doubted: readonly Group<Entry>[],
  ): readonly Group<Entry>[] {
    if (doubted.length === 0) return accepted;
    if (!this.#judge.mayTry()) return accepted;
    const all = [...accepted, ...doubted];
    if (this.#judge.agrees(this.#completed(all))) return all;
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
  #withoutFaults(groups: readonly Group<Entry>[]): readonly Group<Entry>[] {
    const faultsIn = this.#judge.faultsBeyond(this.#object);
    let kept = groups;
    for (let round = 0; round < maxRounds && kept.length > 0; round++) {
      if (!this.#judge.mayTry()) return [];
      const { object, places } = restoreTracked(this.#base, this.#treeOf(kept), this.#judge.shape);
      const faults = faultsIn(object);
      if (faults.length > 0) kept = this.#lessFaulty(kept, { faults, places, faultsIn });
      else if (kept === groups) return kept;
      else if (this.#judge.mayTry() && this.#judge.agrees(object)) return kept;
      // What is left of a rule's values may say something else than all of them: then none of them counts.
      else kept = kept.filter(({ isCut }) => isCut !== true);
    }
    return [];
  }

  /** Without the groups whose values are at fault; where a fault is of what holds them, as many as it takes. */
  #lessFaulty(groups: readonly Group<Entry>[], found: Found): readonly Group<Entry>[] {
    const { faults, places } = found;
    const index = new PlaceIndex(faults);
    const standsWhere =
      (test: (place: ObjectPlace) => boolean) =>
      (entry: KeptEntry): boolean => {
        const place = places.get(entry);
        return place !== undefined && test(place);
      };
    const isAtFault = standsWhere((place) => index.hasAtOrBelow(place));
    const direct = groupsOf(groups, isAtFault);
    if (direct.size > 0) {
      return groups.flatMap((group) => (direct.has(group) ? cut(group, isAtFault) : [group]));
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
    accepted: readonly Group<Entry>[],
    doubted: readonly Group<Entry>[],
    found: Found,
  ): readonly Group<Entry>[] {
    if (doubted.length <= 1) return accepted;
    const half = doubted.length >> 1;
    const first = this.#faultlessPart(accepted, doubted.slice(0, half), found);
    return this.#faultlessPart(first, doubted.slice(half), found);
  }

  #faultlessPart(
    accepted: readonly Group<Entry>[],
    part: readonly Group<Entry>[],
    found: Found,
  ): readonly Group<Entry>[] {
    if (!this.#judge.mayTry()) return accepted;
    const all = [...accepted, ...part];
    if (found.faultsIn(this.#completed(all)).length === 0) return all;
    return this.#faultlessByHalves(accepted, part, found);
  }
}

/** Faults of a completed object, with where its entries count. */
interface Found {
  readonly faults: readonly ObjectPlace[];
  readonly places: ReadonlyMap<KeptEntry, ObjectPlace>;
  readonly faultsIn: (completed: JsonObject) => readonly ObjectPlace[];
}
