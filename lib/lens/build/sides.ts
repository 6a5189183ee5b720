import { otherSide, type Side } from "../../converter/side.ts";
import { pathText } from "../language/path.ts";
import { isRef, type PathScope, type Recorded, recordedOf, recordedText } from "./recorder.ts";
import type { Place } from "./reference.ts";

/** The two paths of a rule by side. */
interface PathPair {
  readonly from: string;
  readonly to: string;
}

/** The two paths of a rule, and which of them was named first. */
export interface Sides {
  readonly pair: PathPair;
  readonly scope: PathScope;
  /** The side of the path that was named first. */
  readonly first: Side;
  /** True where that is the newer version's. */
  readonly inverted: boolean;
}

/** The sides of `op(first, second, …)` or, where one path stands for both, `op(path, …)`; and the rest. */
export function sidesOf<Rest extends readonly unknown[]>(
  first: Place,
  after: AfterPath<Rest>,
): Sides & { readonly rest: Rest } {
  if (!startsWithPath(after)) return { ...bothSides(first), rest: after };
  const [second, ...rest] = after;
  return { ...twoSides(first, second), rest };
}

/** What follows the first path of an op: its other arguments, or the second path and then these. */
export type AfterPath<Rest extends readonly unknown[]> = Rest | readonly [second: Place, ...Rest];

/** True for a second path. No other argument of an op is a path. */
function startsWithPath<Rest extends readonly unknown[]>(
  after: AfterPath<Rest>,
): after is readonly [second: Place, ...Rest] {
  return isRef(after[0]);
}

/** The sides of one path that stands for both. */
function bothSides(place: Place): Sides {
  const recorded = recordedOf(place);
  return sidesBetween(recorded, { ...recorded, side: otherSide(recorded.side) });
}

/** The sides of two paths, one of each version. */
export function twoSides(first: Place, second: Place): Sides {
  return sidesBetween(recordedOf(first), recordedOf(second));
}

function sidesBetween(one: Recorded, other: Recorded): Sides {
  const scope = sharedScope([one, other]);
  if (one.side === other.side) {
    throw new TypeError(
      `${recordedText(one)} and ${recordedText(other)} are of one version: a rule joins both versions`,
    );
  }
  const [from, to] = one.side === "from" ? [one, other] : [other, one];
  const pair = { from: recordedPathText(from), to: recordedPathText(to) };
  return { pair, scope, first: one.side, inverted: one.side === "to" };
}

/** The one path of a rule, under its side. */
export function oneSide(place: Place): {
  readonly path: { readonly from: string } | { readonly to: string };
  readonly scope: PathScope;
} {
  const recorded = recordedOf(place);
  const text = recordedPathText(recorded);
  return {
    path: recorded.side === "from" ? { from: text } : { to: text },
    scope: recorded.scope,
  };
}

/** What a path stands for, which must be of the version across from another's. */
export function acrossFrom(one: Recorded, place: Place): Recorded {
  return ofSide(otherSide(one.side), place);
}

/** What a path stands for, which must be of a side. */
export function ofSide(side: Side, place: Place): Recorded {
  const recorded = recordedOf(place);
  if (recorded.side === side) return recorded;
  const version = recorded.scope.versions[side];
  throw new TypeError(`${recordedText(recorded)} stands where a path of ${version} belongs`);
}

/** What stands on a side and what stands on the one across, as `from` and `to`. */
export function bySide<T, U>(
  side: Side,
  own: T,
  across: U,
): { readonly from: T; readonly to: U } | { readonly from: U; readonly to: T } {
  return side === "from" ? { from: own, to: across } : { from: across, to: own };
}

/** The text of a path of either version that starts where others do. */
export function textIn(scope: PathScope, place: Place): string {
  const recorded = recordedOf(place);
  if (recorded.scope === scope) return recordedPathText(recorded);
  throw new TypeError(
    `${recordedText(recorded)} starts at ${recorded.scope.label}: a path of ${scope.label} belongs there`,
  );
}

/** The scope that all paths are of; throws a TypeError where they are of several. */
export function sharedScope(all: readonly Recorded[]): PathScope {
  const [first] = all;
  if (first === undefined) throw new TypeError("a rule needs at least one path");
  const foreign = all.find(({ scope }) => scope !== first.scope);
  if (foreign === undefined) return first.scope;
  throw new TypeError(
    `${recordedText(first)} starts at ${first.scope.label}, ${recordedText(foreign)} at ${foreign.scope.label}: ` +
      "a rule's paths start at one place",
  );
}

const readable = ["labels", "annotations", "name", "namespace"];

/** A path's text; throws a TypeError for what no lens may name of an object. */
export function recordedPathText(recorded: Recorded): string {
  const [root, member] = recorded.path;
  const isMeta = root === "metadata" && !readable.some((name) => name === member);
  if (recorded.scope.isObject && (root === "apiVersion" || root === "kind" || isMeta)) {
    throw new TypeError(`${recordedText(recorded)} is nothing that a lens may name`);
  }
  return pathText(recorded.path);
}
