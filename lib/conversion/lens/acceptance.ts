import type { JsonObject, JsonValue } from "../../json/value.ts";
import { entryTree, type KeptEntry } from "./entry-tree.ts";
import { restore, restoreTracked } from "./restore.ts";
import type { Shape } from "./shape.ts";
import type { ObjectPlace } from "./trail.ts";

/** What decides whether preserved values still fit, and may be applied. */
export interface Judge<Entry extends KeptEntry> {
  readonly shape: Shape;
  /** Pays for one more trial of the whole object; false once there is nothing left to pay with. */
  readonly mayTry: () => boolean;
  /** True where an object, sent over and back, comes back as exactly what was converted. */
  readonly agrees: (completed: JsonObject) => boolean;
  /** Where in such an object it would not, of each rule all that it reads; undefined where that is not known. */
  readonly disagreements: (completed: JsonObject) => Disagreements | undefined;
  /** Tells where a completed object has faults that another lacks. */
  readonly faultsBeyond: (base: JsonObject) => (completed: JsonObject) => readonly ObjectPlace[];
  /** Names the rule and the binding that an entry belongs to; the order of a list is one for itself. */
  readonly idOf: (entry: Entry) => string;
  /** True for an entry that is not to be applied whatever the object is. */
  readonly isRefused: (entry: Entry) => boolean;
  /** True for an entry in the annotation that a conversion would write it to. */
  readonly isWhereWritten: (entry: Entry) => boolean;
  /** True where one entry stands above what the rule of another reads: it says nothing without it. */
  readonly isAboveRuleOf: (outer: Entry, inner: Entry) => boolean;
  /** A value that says what is there today and keeps what it can of the old one, where a rule has such a thing. */
  readonly merge: (entry: KeptEntry, base: JsonObject) => JsonValue | undefined;
}

/** The places of each rule that disagrees. */
export type Disagreements = readonly (readonly ObjectPlace[])[];

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

/** Entries that stand or fall together, as they are tried: another try of them may say something else. */
interface Group<Entry extends KeptEntry> {
  readonly entries: readonly Entry[];
  readonly tried: readonly KeptEntry[];
  readonly isSecondTry: boolean;
  /** False where the schema refuses others of them: that these do not fit alone says nothing of an edit. */
  readonly isWhole: boolean;
  /** True where some of them were taken out for their faults. */
  readonly isCut?: boolean;
}

/** Groups that are tried once more though each stands alone where it disagrees; an edit of many things costs no more. */
const maxRetried = 4;

/** Held-back entries that those above them stay for; more only cost time. */
const maxRelated = 20;

/** Rounds in which what disagrees is taken out, before the rest is tried by halves. */
const maxRounds = 5;

class Trial<Entry extends KeptEntry> {
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
    const direct = standing(groups, places, (place) => index.atOrBelow(place).length > 0);
    if (direct.size > 0) {
      const isAtFault = (entry: KeptEntry): boolean => {
        const place = places.get(entry);
        return place !== undefined && index.atOrBelow(place).length > 0;
      };
      return groups.flatMap((group) => (direct.has(group) ? cut(group, isAtFault) : [group]));
    }
    const below = standing(groups, places, (place) => index.above(place).length > 0);
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

/** A group without the entries that are at fault; nothing where none is left, or where it said something else. */
function cut<Entry extends KeptEntry>(
  group: Group<Entry>,
  isAtFault: (entry: KeptEntry) => boolean,
): readonly Group<Entry>[] {
  const left = group.entries.filter((entry) => !isAtFault(entry));
  const isSame = group.tried.length === group.entries.length && !group.isSecondTry;
  return left.length === 0 || !isSame
    ? []
    : [{ ...group, entries: left, tried: left, isCut: true }];
}

/** Groups of which an entry stands at a place of some sort. */
function standing<Entry extends KeptEntry>(
  groups: readonly Group<Entry>[],
  places: ReadonlyMap<KeptEntry, ObjectPlace>,
  test: (place: ObjectPlace) => boolean,
): ReadonlySet<Group<Entry>> {
  const stands = (entry: KeptEntry): boolean => {
    const place = places.get(entry);
    return place !== undefined && test(place);
  };
  return new Set(groups.filter(({ tried }) => tried.some(stands)));
}

/** Whether a group alone stands where a place disagrees, or several do. */
type Blame = "alone" | "with others";

/** Groups with an entry at, above or below a place. */
function blamedFor<Entry extends KeptEntry>(
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

/** Places found by others that are at, above or below them, without comparing each with each. */
class PlaceIndex {
  readonly #root: PlaceNode = newNode();

  constructor(places: readonly ObjectPlace[]) {
    for (const place of places) {
      let node = this.#root;
      node.within.push(place);
      for (const step of place) {
        const child = node.children.get(step) ?? newNode();
        node.children.set(step, child);
        child.within.push(place);
        node = child;
      }
      node.own.push(place);
    }
  }

  above(place: ObjectPlace): readonly ObjectPlace[] {
    const found: ObjectPlace[] = [];
    let node: PlaceNode | undefined = this.#root;
    for (const step of place) {
      if (node === undefined) return found;
      found.push(...node.own);
      node = node.children.get(step);
    }
    return found;
  }

  /** The first few of them. */
  atOrBelow(place: ObjectPlace): readonly ObjectPlace[] {
    let node: PlaceNode | undefined = this.#root;
    for (const step of place) node = node?.children.get(step);
    return node?.within.slice(0, maxWithin) ?? [];
  }
}

function newNode(): PlaceNode {
  return { children: new Map(), own: [], within: [] };
}

interface PlaceNode {
  readonly children: Map<string | number, PlaceNode>;
  readonly own: ObjectPlace[];
  readonly within: ObjectPlace[];
}

/** Places below one entry that are told apart: an entry above many rules has them all. */
const maxWithin = 10;

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
