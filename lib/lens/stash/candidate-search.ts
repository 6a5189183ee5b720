import type { JsonObject } from "../../json/value.ts";
import type { ObjectPath } from "../place/object-path.ts";
import type { EntryChecks } from "./entry-checks.ts";
import {
  type EntryGroup,
  type GroupOverlap,
  groupsAtDisagreements,
  groupsWithCandidate,
  withoutFaultyEntries,
} from "./entry-groups.ts";
import { type AddressedEntry, entryTree } from "./entry-tree.ts";
import { PathIndex } from "./path-index.ts";
import { type ImageWithDefaults, restore, restoreWithPaths } from "./restore.ts";

/**
 * If more groups than this are each alone at a disagreeing rule, they are not tried again. The number is a choice: the fields of
 * so many groups were most likely edited, and trying them would take trials (16 for an object) from groups that may fit.
 */
const maxRetried = 4;

/**
 * The most rounds in which disagreeing groups, or groups with faults, are removed. A round that removes disagreeing groups takes
 * one of the 16 trials for an object. The number is a choice: most trials remain for the search by halves that follows.
 */
const maxRounds = 5;

/** Finds the groups of preserved values that fit an object. They are tried together first, and separately if they don't fit. */
export class CandidateSearch<Entry extends AddressedEntry> {
  readonly #images: ImageWithDefaults;
  readonly #fingerprints: readonly Entry[];
  readonly #checks: EntryChecks<Entry>;
  readonly #stale = new Set<AddressedEntry>();
  readonly #applied = new Set<AddressedEntry>();
  /** The groups that were accepted so far. They are applied in every further trial. */
  #accepted: readonly EntryGroup<Entry>[] = [];
  #object: JsonObject;

  constructor(
    images: ImageWithDefaults,
    fingerprints: readonly Entry[],
    checks: EntryChecks<Entry>,
  ) {
    this.#images = images;
    this.#fingerprints = fingerprints;
    this.#checks = checks;
    this.#object = images.image;
  }

  /** The object with the accepted entries applied. */
  get object(): JsonObject {
    return this.#object;
  }

  isStale(entry: Entry): boolean {
    return this.#stale.has(entry);
  }

  isApplied(entry: Entry): boolean {
    return this.#applied.has(entry);
  }

  /** Accepts those of the groups that fit together with the groups accepted before. */
  accept(groups: readonly EntryGroup<Entry>[]): void {
    if (groups.length === 0) return;
    const fitting = this.#withoutFaults(this.#agreeing(groups));
    this.#accepted = [...this.#accepted, ...fitting];
    for (const { entries } of fitting) for (const entry of entries) this.#applied.add(entry);
    this.#object = this.#completed([]);
  }

  #completed(groups: readonly EntryGroup<Entry>[]): JsonObject {
    return restore(this.#images, this.#treeOf(groups), this.#checks.keySchema);
  }

  #treeOf(groups: readonly EntryGroup<Entry>[]): ReturnType<typeof entryTree> {
    return entryTree([
      ...this.#fingerprints,
      ...[...this.#accepted, ...groups].flatMap(({ candidates }) => candidates),
    ]);
  }

  #drop(groups: readonly EntryGroup<Entry>[]): void {
    for (const { entries, isWhole } of groups) {
      if (isWhole) for (const entry of entries) this.#stale.add(entry);
    }
  }

  /** The groups that, applied together, agree with the object that is converted. Groups that an edit contradicts become stale. */
  #agreeing(groups: readonly EntryGroup<Entry>[]): readonly EntryGroup<Entry>[] {
    let open = groups;
    const doubted: EntryGroup<Entry>[] = [];
    for (let round = 0; round < maxRounds && open.length > 0; round++) {
      if (!this.#checks.mayTry()) return [];
      const { object, paths } = restoreWithPaths(
        this.#images,
        this.#treeOf(open),
        this.#checks.keySchema,
      );
      if (this.#checks.agrees(object)) return this.#byHalves(open, doubted);
      const disagreements = this.#checks.disagreements(object);
      const blamed = groupsAtDisagreements(open, disagreements ?? [], paths);
      if (blamed.size === 0) break;
      const next = this.#nextTry(open, blamed);
      if (next.isRetried) open = next.groups;
      else {
        const blamedNow = new Set(next.groups);
        doubted.push(...this.#worthAnotherTry(next.groups, blamed));
        open = open.filter((group) => !blamedNow.has(group));
      }
    }
    return this.#byHalves([], [...open, ...doubted]);
  }

  /**
   * The disagreeing groups that are tried again once the others agree. A group that is alone at a disagreeing rule was most
   * likely edited. It is marked stale, but tried again, since a forged entry elsewhere may have caused the disagreement.
   */
  #worthAnotherTry(
    groups: readonly EntryGroup<Entry>[],
    blamed: ReadonlyMap<EntryGroup<Entry>, GroupOverlap>,
  ): readonly EntryGroup<Entry>[] {
    const alone = groups.filter((group) => blamed.get(group) === "alone");
    this.#drop(alone);
    return alone.length > maxRetried ? groups.filter((group) => !alone.includes(group)) : groups;
  }

  /**
   * The groups with their second tries, if some disagreeing group has one; else the groups to remove: orders of lists before
   * values.
   */
  #nextTry(
    open: readonly EntryGroup<Entry>[],
    blamed: ReadonlyMap<EntryGroup<Entry>, GroupOverlap>,
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

  /**
   * The second try of a refused entry: its value merged with the current one, or a list's order that is applied to restored items
   * only. Undefined if there is none.
   */
  #secondTry(group: EntryGroup<Entry>): EntryGroup<Entry> | undefined {
    const { entries, isSecondTry } = group;
    const [entry] = entries;
    if (entry === undefined || entries.length !== 1 || isSecondTry) return undefined;
    if (entry.address.part === "order") {
      return { ...group, candidates: [{ ...entry, ordersOnlyRestored: true }], isSecondTry: true };
    }
    const merged = this.#checks.merge(entry);
    if (merged === undefined) return undefined;
    return { ...group, candidates: [{ ...entry, entry: [merged] }], isSecondTry: true };
  }

  /** The accepted groups and those of the doubted ones that agree together with them, found by halving. */
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

  /** The groups that cause no new schema fault in the object. */
  #withoutFaults(groups: readonly EntryGroup<Entry>[]): readonly EntryGroup<Entry>[] {
    const faultsIn = this.#checks.faultsBeyond(this.#object);
    let fitting = groups;
    for (let round = 0; round < maxRounds && fitting.length > 0; round++) {
      // The first check does not count as a trial: groups that fit are applied even if the search used up all trials.
      if (round > 0 && !this.#checks.mayTry()) return [];
      const { object, paths } = restoreWithPaths(
        this.#images,
        this.#treeOf(fitting),
        this.#checks.keySchema,
      );
      const faults = faultsIn(object);
      if (faults.length > 0) fitting = this.#lessFaulty(fitting, { faults, paths, faultsIn });
      else if (fitting === groups) return fitting;
      else if (this.#checks.mayTry() && this.#checks.agrees(object)) return fitting;
      // If some of a rule's values were removed, the rest may no longer agree: then none of its values is applied.
      else fitting = fitting.filter(({ isReduced }) => isReduced !== true);
    }
    return [];
  }

  /**
   * The groups without entries at or above the path of a fault. If there are no such entries, the groups below a fault (or all
   * groups, if none is below one) are added by halves, and those that cause a fault are left out.
   */
  #lessFaulty(
    groups: readonly EntryGroup<Entry>[],
    found: FaultSearch,
  ): readonly EntryGroup<Entry>[] {
    const { faults, paths } = found;
    const index = new PathIndex(faults);
    const hasPathWhere =
      (test: (path: ObjectPath) => boolean) =>
      (entry: AddressedEntry): boolean => {
        const path = paths.get(entry);
        return path !== undefined && test(path);
      };
    const isAtFault = hasPathWhere((path) => index.hasAtOrBelow(path));
    const direct = groupsWithCandidate(groups, isAtFault);
    if (direct.size > 0) {
      return groups.flatMap((group) =>
        direct.has(group) ? withoutFaultyEntries(group, isAtFault) : [group],
      );
    }
    const below = groupsWithCandidate(
      groups,
      hasPathWhere((path) => index.hasAbove(path)),
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

/** The schema faults of a completed object, the paths of its entries, and a function that finds the faults of another. */
interface FaultSearch {
  readonly faults: readonly ObjectPath[];
  readonly paths: ReadonlyMap<AddressedEntry, ObjectPath>;
  readonly faultsIn: (completed: JsonObject) => readonly ObjectPath[];
}
