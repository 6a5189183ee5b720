import type { JsonObject, JsonValue } from "../../json/value.ts";
import { entryTree, type KeptEntry } from "./entry-tree.ts";
import type { Instance } from "./locate.ts";
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
  /** Where in such an object it would not; undefined where that is not known. */
  readonly disagreements: (completed: JsonObject) => readonly ObjectPlace[] | undefined;
  /** Where a completed object has faults that the object without preserved values lacks. */
  readonly newFaults: (completed: JsonObject) => readonly ObjectPlace[];
  readonly locate: (entry: KeptEntry) => Instance;
  /** True for an entry that is not to be applied whatever the object is. */
  readonly isRefused: (entry: Entry) => boolean;
  /** True for an entry in the annotation that a conversion would write it to. */
  readonly isWhereWritten: (entry: Entry) => boolean;
  /** True where one entry stands above what the rule of another reads: it says nothing without it. */
  readonly isAboveRuleOf: (outer: Entry, inner: Entry) => boolean;
  /** A value that says what is there today and keeps what it can of the old one, where a rule has such a thing. */
  readonly merge: (entry: KeptEntry, base: JsonObject) => JsonValue | undefined;
}

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
 * and what is left in doubt is tried by halves. Entries go by groups of one rule and binding.
 */
export function restoreAccepted<Entry extends KeptEntry>(
  base: JsonObject,
  entries: readonly Entry[],
  judge: Judge<Entry>,
): Restored<Entry> {
  const isPrints = ({ address }: Entry): boolean => address.part === "prints";
  const groups = groupEntries(
    entries.filter((entry) => !isPrints(entry)),
    judge,
  );
  const trial = new Trial(base, entries.filter(isPrints), judge);
  const fitting = trial.agreeing(groups);
  const { kept, object } = trial.withoutFaults(fitting);
  const applied = new Set(kept.flatMap(({ entries: own }) => own));
  const refused = entries.filter((entry) => !isPrints(entry) && !applied.has(entry));
  const unjudged = refused.filter((entry) => !trial.isStale(entry));
  const few = unjudged.slice(0, maxRelated);
  const isHeld = (entry: Entry): boolean =>
    !trial.isStale(entry) || few.some((inner) => judge.isAboveRuleOf(entry, inner));
  const heldBack = refused.filter(isHeld);
  const held = new Set(heldBack);
  return { object, stale: refused.filter((entry) => !held.has(entry)), heldBack };
}

/** Entries that stand or fall together, as they are tried: another try of them may say something else. */
interface Group<Entry extends KeptEntry> {
  readonly entries: readonly Entry[];
  readonly tried: readonly KeptEntry[];
  readonly isSecondTry: boolean;
  /** False where the schema refuses others of them: that these do not fit alone says nothing of an edit. */
  readonly isWhole: boolean;
}

/** Held-back entries that those above them stay for; more only cost time. */
const maxRelated = 20;

/** Rounds in which what disagrees is taken out, before the rest is tried by halves. */
const maxRounds = 5;

class Trial<Entry extends KeptEntry> {
  readonly #base: JsonObject;
  readonly #prints: readonly Entry[];
  readonly #judge: Judge<Entry>;
  readonly #stale = new Set<KeptEntry>();

  constructor(base: JsonObject, prints: readonly Entry[], judge: Judge<Entry>) {
    this.#base = base;
    this.#prints = prints;
    this.#judge = judge;
  }

  isStale(entry: Entry): boolean {
    return this.#stale.has(entry);
  }

  #completed(groups: readonly Group<Entry>[]): JsonObject {
    return restore(this.#base, this.#treeOf(groups), this.#judge.shape);
  }

  #treeOf(groups: readonly Group<Entry>[]): ReturnType<typeof entryTree> {
    return entryTree([...this.#prints, ...groups.flatMap(({ tried }) => tried)]);
  }

  #drop(groups: readonly Group<Entry>[]): void {
    for (const { entries, isWhole } of groups) {
      if (isWhole) for (const entry of entries) this.#stale.add(entry);
    }
  }

  /** Groups that together come back as what was converted. What was found to have been edited since is stale. */
  agreeing(groups: readonly Group<Entry>[]): readonly Group<Entry>[] {
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
        this.#drop(next.groups.filter((group) => blamed.get(group) === "alone"));
        doubted.push(...next.groups.filter((group) => blamed.get(group) !== "alone"));
        open = open.filter((group) => !gone.has(group));
      }
    }
    return this.#byHalves([], [...open, ...doubted]);
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

  /**
   * What else to make of what does not fit: of several entries those that stand where a conversion writes them, as what
   * somebody put beside them must not take them along; of one its old value and today's merged, or an order for restored
   * items alone.
   */
  #secondTry(group: Group<Entry>): Group<Entry> | undefined {
    const { entries, isSecondTry } = group;
    const [entry] = entries;
    const own = isSecondTry ? [] : entries.filter(this.#judge.isWhereWritten);
    if (own.length > 0 && own.length < entries.length) {
      return { ...group, entries: own, tried: own, isSecondTry: true };
    }
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

  /** Groups that bring no fault into the object, with the object that they complete. */
  withoutFaults(groups: readonly Group<Entry>[]): {
    readonly kept: readonly Group<Entry>[];
    readonly object: JsonObject;
  } {
    let kept = groups;
    const none = { kept: [], object: this.#completed([]) };
    for (let round = 0; round < maxRounds && kept.length > 0; round++) {
      if (!this.#judge.mayTry()) return none;
      const { object, places } = restoreTracked(this.#base, this.#treeOf(kept), this.#judge.shape);
      const faults = this.#judge.newFaults(object);
      if (faults.length === 0) {
        const isWhole = kept.length === groups.length;
        return isWhole || (this.#judge.mayTry() && this.#judge.agrees(object))
          ? { kept, object }
          : none;
      }
      kept = this.#lessFaulty(kept, faults, places);
    }
    return kept.length === 0 ? none : this.#judged(kept, none);
  }

  /** The last word on groups that lost others in every round. */
  #judged<None>(kept: readonly Group<Entry>[], none: None) {
    const object = this.#completed(kept);
    if (!this.#judge.mayTry() || this.#judge.newFaults(object).length > 0) return none;
    return this.#judge.agrees(object) ? { kept, object } : none;
  }

  /** Without the groups whose values are at fault; where a fault is of what holds them, as many as it takes. */
  #lessFaulty(
    groups: readonly Group<Entry>[],
    faults: readonly ObjectPlace[],
    places: ReadonlyMap<KeptEntry, ObjectPlace>,
  ): readonly Group<Entry>[] {
    const index = new PlaceIndex(faults);
    const standing = (test: (place: ObjectPlace) => boolean): ReadonlySet<Group<Entry>> =>
      new Set(
        groups.filter(({ tried }) =>
          tried.some((entry) => {
            const place = places.get(entry);
            return place !== undefined && test(place);
          }),
        ),
      );
    const direct = standing((place) => index.atOrBelow(place).length > 0);
    if (direct.size > 0) return groups.filter((group) => !direct.has(group));
    const below = standing((place) => index.above(place).length > 0);
    const suspects = below.size > 0 ? [...below] : groups;
    return this.#faultlessByHalves(
      groups.filter((group) => below.size > 0 && !below.has(group)),
      suspects,
    );
  }

  #faultlessByHalves(
    accepted: readonly Group<Entry>[],
    doubted: readonly Group<Entry>[],
  ): readonly Group<Entry>[] {
    if (doubted.length <= 1) return accepted;
    const half = doubted.length >> 1;
    const first = this.#faultlessPart(accepted, doubted.slice(0, half));
    return this.#faultlessPart(first, doubted.slice(half));
  }

  #faultlessPart(
    accepted: readonly Group<Entry>[],
    part: readonly Group<Entry>[],
  ): readonly Group<Entry>[] {
    if (!this.#judge.mayTry()) return accepted;
    const all = [...accepted, ...part];
    if (this.#judge.newFaults(this.#completed(all)).length === 0) return all;
    return this.#faultlessByHalves(accepted, part);
  }
}

/** Whether a group alone stands where a place disagrees, or several do. */
type Blame = "alone" | "with others";

/** Groups with an entry at, above or below a place. */
function blamedFor<Entry extends KeptEntry>(
  groups: readonly Group<Entry>[],
  unseen: readonly ObjectPlace[],
  places: ReadonlyMap<KeptEntry, ObjectPlace>,
): ReadonlyMap<Group<Entry>, Blame> {
  const index = new PlaceIndex(unseen);
  const hits = groups.flatMap((group) => {
    const found = group.tried.flatMap((entry) => {
      const place = places.get(entry);
      return place === undefined ? [] : [...index.above(place), ...index.atOrBelow(place)];
    });
    return found.length === 0 ? [] : [{ group, found }];
  });
  const counts = new Map<ObjectPlace, number>();
  for (const { found } of hits) {
    for (const place of new Set(found)) counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return new Map(
    hits.map(({ group, found }) => {
      const isShared = found.some((place) => (counts.get(place) ?? 0) > 1);
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

/** Entries by rule and binding; the order of a list is accepted or refused for itself. */
function groupEntries<Entry extends KeptEntry>(
  entries: readonly Entry[],
  { locate, isRefused }: Judge<Entry>,
): readonly Group<Entry>[] {
  const located = Map.groupBy(entries, (entry) => {
    const { id } = locate(entry);
    return entry.address.part === "order" ? `${id}[]` : id;
  });
  return [...located.values()].flatMap((own) => {
    const entries = own.filter((entry) => !isRefused(entry));
    const isWhole = entries.length === own.length;
    return entries.length === 0 ? [] : [{ entries, tried: entries, isSecondTry: false, isWhole }];
  });
}
