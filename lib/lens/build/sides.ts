import { otherSide, type Side } from "../../converter/side.ts";
import { pathText } from "../language/path.ts";
import {
  isTypedPath,
  type PathScope,
  type RecordedPath,
  recordedPathOf,
  recordedText,
} from "./recorder.ts";
import type { PathArgument } from "./typed-path.ts";

/** The texts of a rule's two paths: `from` in the older version, `to` in the newer one. */
interface PathPair {
  readonly from: string;
  readonly to: string;
}

/** A rule's two paths, their scope, and which of them is the first argument. */
export interface Sides {
  readonly pair: PathPair;
  readonly scope: PathScope;
  /** The version whose path is the first argument: `from` is the older one, `to` the newer. */
  readonly first: Side;
  /** True if the first path is of the newer version. */
  readonly inverted: boolean;
}

/**
 * Separates the paths of a call `op(first, second, …)`, or `op(path, …)` with one path for both versions, from its other
 * arguments, `rest`.
 */
export function sidesOf<Rest extends readonly unknown[]>(
  first: PathArgument,
  after: ArgumentsAfterPath<Rest>,
): Sides & { readonly rest: Rest } {
  if (!startsWithPath(after)) return { ...bothSides(first), rest: after };
  const [second, ...rest] = after;
  return { ...twoSides(first, second), rest };
}

/** The arguments of an op after its first path: its other arguments, with or without a second path before them. */
export type ArgumentsAfterPath<Rest extends readonly unknown[]> =
  | Rest
  | readonly [second: PathArgument, ...Rest];

/** True if the first of these arguments is a path, which is then the rule's second path. */
function startsWithPath<Rest extends readonly unknown[]>(
  after: ArgumentsAfterPath<Rest>,
): after is readonly [second: PathArgument, ...Rest] {
  return isTypedPath(after[0]);
}

/** The two paths of a rule for which one path was given: the same path in both versions. */
function bothSides(place: PathArgument): Sides {
  const recorded = recordedPathOf(place);
  return sidesBetween(recorded, { ...recorded, side: otherSide(recorded.side) });
}

/** The two paths of a rule. Throws a TypeError if they are of one version or of different scopes. */
export function twoSides(first: PathArgument, second: PathArgument): Sides {
  return sidesBetween(recordedPathOf(first), recordedPathOf(second));
}

function sidesBetween(one: RecordedPath, other: RecordedPath): Sides {
  const scope = sharedScope([one, other]);
  if (one.side === other.side) {
    throw new TypeError(
      `${recordedText(one)} and ${recordedText(other)} are paths of the same version: a rule needs one path of each version`,
    );
  }
  const [from, to] = one.side === "from" ? [one, other] : [other, one];
  const pair = { from: recordedPathText(from), to: recordedPathText(to) };
  return { pair, scope, first: one.side, inverted: one.side === "to" };
}

/** The path of a rule that has only one, under `from` (older version) or `to` (newer version). */
export function oneSide(place: PathArgument): {
  readonly path: { readonly from: string } | { readonly to: string };
  readonly scope: PathScope;
} {
  const recorded = recordedPathOf(place);
  const text = recordedPathText(recorded);
  return {
    path: recorded.side === "from" ? { from: text } : { to: text },
    scope: recorded.scope,
  };
}

/** The recorded path of a proxy. Throws a TypeError if it is of the same version as `one`. */
export function recordedOnOtherSide(one: RecordedPath, place: PathArgument): RecordedPath {
  return recordedOnSide(otherSide(one.side), place);
}

/** The recorded path of a proxy. Throws a TypeError if it is not of the given version. */
export function recordedOnSide(side: Side, place: PathArgument): RecordedPath {
  const recorded = recordedPathOf(place);
  if (recorded.side === side) return recorded;
  const version = recorded.scope.versions[side];
  throw new TypeError(`${recordedText(recorded)} was given where a path of ${version} is required`);
}

/** Returns two values as `from` and `to`: `thisValue` is that of the version `side`, `otherValue` that of the other version. */
export function bySide<T, U>(
  side: Side,
  thisValue: T,
  otherValue: U,
): { readonly from: T; readonly to: U } | { readonly from: U; readonly to: T } {
  return side === "from"
    ? { from: thisValue, to: otherValue }
    : { from: otherValue, to: thisValue };
}

/** The text of a path. Throws a TypeError if the path is of another scope. */
export function pathTextInScope(scope: PathScope, place: PathArgument): string {
  const recorded = recordedPathOf(place);
  if (recorded.scope === scope) return recordedPathText(recorded);
  throw new TypeError(
    `${recordedText(recorded)} starts at ${recorded.scope.label}: use a path that starts at ${scope.label}`,
  );
}

/** The scope of all the paths. Throws a TypeError if there are no paths, or paths of several scopes. */
export function sharedScope(all: readonly RecordedPath[]): PathScope {
  const [first] = all;
  if (first === undefined) throw new TypeError("a rule needs at least one path");
  const foreign = all.find(({ scope }) => scope !== first.scope);
  if (foreign === undefined) return first.scope;
  throw new TypeError(
    `${recordedText(first)} starts at ${first.scope.label}, ${recordedText(foreign)} at ${foreign.scope.label}: ` +
      "all paths of a rule must start at the same place",
  );
}

const metadataNames = ["labels", "annotations", "name", "namespace"];

/**
 * The text of a path. Throws a TypeError for a path that no rule may name: the object's apiVersion or kind, or metadata other
 * than labels, annotations, name and namespace.
 */
export function recordedPathText(recorded: RecordedPath): string {
  const [root, member] = recorded.path;
  const isMeta = root === "metadata" && !metadataNames.some((name) => name === member);
  if (recorded.scope.isObject && (root === "apiVersion" || root === "kind" || isMeta)) {
    throw new TypeError(
      `${recordedText(recorded)} cannot be named by a rule: rules can name only ${metadataNames.join(", ")} of the metadata, and no apiVersion or kind`,
    );
  }
  return pathText(recorded.path);
}
