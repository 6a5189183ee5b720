import type { Path } from "../lens/path.ts";
import { editDistance } from "./edit-distance.ts";
import { isLeaf } from "./leaves.ts";
import { sameForm } from "./same-form.ts";
import { memberSpot, type Spot } from "./site.ts";
import { typeText } from "./type-text.ts";

/** A place with all maps' members below it, down to lists and maps of any key: where a move may lead. */
export function reachable(spot: Spot): readonly Spot[] {
  const { node } = spot;
  if (typeof node === "string") return [spot];
  const keys = [...(node.properties?.keys() ?? [])];
  return [spot, ...keys.flatMap((key) => reachable(memberSpot(spot, key)))];
}

/** The path that another, which is not there, was most likely meant to be; undefined where none is near. */
export function likeliestPath(path: Path, candidates: readonly Spot[]): Path | undefined {
  const near = candidates
    .map((candidate) => likeness({ path, node: "free" }, candidate))
    .filter(({ isSameKey, distance }) => isSameKey || distance <= maxDistance);
  return near.sort(byRank)[0]?.spot.path;
}

/** How like another a place is; smaller is nearer. */
export interface Likeness {
  readonly spot: Spot;
  readonly isSameKey: boolean;
  readonly isSameSchema: boolean;
  readonly distance: number;
  readonly isSameParent: boolean;
}

/**
 * The places that another may have become, the likeliest first: of the same last key, then of the same schema, then by
 * how the keys are spelled, then of the same parent. Places that are not alike at all are left out, and of very many
 * all that have another key.
 */
export function likeliest(spot: Spot, candidates: readonly Spot[]): readonly Likeness[] {
  const key = lastKey(spot.path);
  const type = typeText(spot.node);
  const isFew = candidates.length <= maxCompared;
  return candidates
    .filter((other) => {
      if (isLeaf(other.node) !== isLeaf(spot.node)) return false;
      const own = lastKey(other.path);
      if (own === key) return true;
      return isFew && typeText(other.node) === type && keyDistance(key, own) <= maxDistance;
    })
    .map((candidate) => likeness(spot, candidate))
    .sort(byRank);
}

/** Where a side has more places without a partner, their keys are no longer compared letter by letter. */
export const maxCompared = 300;

/** Keys that differ in more than this part of their letters are not alike. */
export const maxDistance = 0.5;

function likeness(spot: Spot, candidate: Spot): Likeness {
  const [key, other] = [lastKey(spot.path), lastKey(candidate.path)];
  const isSameKey = key === other;
  const parents = [spot.path.slice(0, -1), candidate.path.slice(0, -1)];
  return {
    spot: candidate,
    isSameKey,
    isSameSchema: sameForm(spot.node, candidate.node, ["description", "title", "default"]),
    distance: isSameKey ? 0 : keyDistance(key, other),
    isSameParent: sameForm(parents[0], parents[1]),
  };
}

function byRank(one: Likeness, other: Likeness): number {
  return (
    Number(other.isSameKey) - Number(one.isSameKey) ||
    Number(other.isSameSchema) - Number(one.isSameSchema) ||
    one.distance - other.distance ||
    Number(other.isSameParent) - Number(one.isSameParent)
  );
}

/** The last key of a path. */
export function lastKey(path: Path): string {
  return path.findLast((step) => typeof step === "string") ?? "";
}

/** From 0 for the same to 1 for nothing in common; a key that holds the other is near. */
export function keyDistance(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const longest = Math.max(a.length, b.length, 1);
  const shortest = Math.min(a.length, b.length);
  if (shortest > 2 && (a.includes(b) || b.includes(a))) return 0.25 * (1 - shortest / longest);
  if (longest - shortest > longest / 2 || longest > maxSpelled) return 1;
  return editDistance(a, b) / longest;
}

/** Longer keys are not compared letter by letter. */
const maxSpelled = 64;
