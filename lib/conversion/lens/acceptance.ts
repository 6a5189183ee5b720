import type { JsonObject, JsonValue } from "../../json/value.ts";
import { stepKey } from "./address.ts";
import { entryTree, type KeptEntry } from "./entry-tree.ts";
import type { Instance } from "./locate.ts";
import { restore } from "./restore.ts";
import type { Shape } from "./shape.ts";

/** What decides whether kept entries still fit. */
export interface Judge {
  readonly shape: Shape;
  /** True where an object, sent over and back, comes home as exactly what is on the table. */
  readonly agrees: (completed: JsonObject) => boolean;
  readonly locate: (entry: KeptEntry) => Instance;
  /** A value that says what is there today and keeps what it can of the old one, where a rule has such a thing. */
  readonly merge: (entry: KeptEntry, base: JsonObject) => JsonValue | undefined;
}

/** An object with what still fits of its entries. */
export interface Restored {
  readonly object: JsonObject;
  /** Entries that were dropped because the object was edited meanwhile. */
  readonly stale: number;
}

/**
 * Applies entries only where the object that they complete would come home as what is on the table. All at once where
 * that holds; else by groups of one rule and binding, halving what does not fit.
 */
export function restoreAccepted(
  base: JsonObject,
  entries: readonly KeptEntry[],
  judge: Judge,
): Restored {
  const state: State = { base, judge, accepted: [], tests: 0 };
  const prints = entries.filter(({ address }) => address.part === "prints");
  state.accepted.push(...prints);
  const groups = groupEntries(
    entries.filter(({ address }) => address.part !== "prints"),
    judge,
  );
  accept(groups, state);
  const object = completed(state, []);
  return { object, stale: entries.length - state.accepted.length };
}

interface State {
  readonly base: JsonObject;
  readonly judge: Judge;
  readonly accepted: KeptEntry[];
  tests: number;
}

/** Objects that may be tried for one conversion: edits are few, and forged entries shall not cost more. */
const maxTests = 256;

function completed({ base, judge, accepted }: State, more: readonly KeptEntry[]): JsonObject {
  return restore(base, entryTree([...accepted, ...more]), judge.shape);
}

function accept(groups: readonly Group[], state: State): void {
  if (groups.length === 0 || state.tests >= maxTests) return;
  const entries = groups.flat();
  if (fits(entries, state)) {
    state.accepted.push(...entries);
    return;
  }
  const [group] = groups;
  if (groups.length === 1 && group !== undefined) {
    const second = secondTry(group, state);
    if (second !== undefined && fits(second, state)) state.accepted.push(...second);
    return;
  }
  const half = groups.length >> 1;
  accept(groups.slice(0, half), state);
  accept(groups.slice(half), state);
}

function fits(entries: readonly KeptEntry[], state: State): boolean {
  state.tests += 1;
  return state.judge.agrees(completed(state, entries));
}

/** What else to make of a refused entry: its old value and today's merged, or an order for restored items alone. */
function secondTry(group: Group, { base, judge }: State): Group | undefined {
  const [entry] = group;
  if (entry === undefined || group.length !== 1) return undefined;
  if (entry.address.part === "order") return [{ ...entry, placesRestoredOnly: true }];
  const merged = judge.merge(entry, base);
  return merged === undefined ? undefined : [{ ...entry, entry: [merged] }];
}

/** Entries that stand or fall together: those of one rule and binding, and what lies below one that is above rules. */
type Group = readonly KeptEntry[];

function groupEntries(entries: readonly KeptEntry[], { locate }: Judge): readonly Group[] {
  const located = entries
    .map((entry) => ({ entry, path: pathKey(entry), ...groupOf(entry, locate(entry)) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const leaders = new Map<string, string>();
  const leaderOf = (id: string): string => {
    const next = leaders.get(id);
    return next === undefined || next === id ? id : leaderOf(next);
  };
  for (const [index, { id, path, isAbove }] of located.entries()) {
    for (let at = index + 1; isAbove && isWithin(located[at]?.path, path); at++) {
      const other = leaderOf(located[at]?.id ?? id);
      if (other !== leaderOf(id)) leaders.set(other, leaderOf(id));
    }
  }
  const groups = new Map<string, KeptEntry[]>();
  for (const { entry, id } of located) {
    const leader = leaderOf(id);
    const group = groups.get(leader);
    if (group === undefined) groups.set(leader, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** True for a place and what lies below it, not for one whose name only begins alike. */
function isWithin(path: string | undefined, place: string): boolean {
  return path === place || path?.startsWith(`${place}\u0000`) === true;
}

/** The order of a list is accepted or refused for itself. */
function groupOf(
  { address }: KeptEntry,
  { id, isAbove }: Instance,
): { readonly id: string; readonly isAbove: boolean } {
  return address.part === "order" ? { id: `${id}[]`, isAbove: false } : { id, isAbove };
}

function pathKey({ address }: KeptEntry): string {
  return address.steps.map(stepKey).join("\u0000");
}
