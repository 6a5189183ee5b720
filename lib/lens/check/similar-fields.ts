import type { Path } from "../language/path.ts";
import { isEqualSchema } from "../ops/analysis/equal-schema.ts";
import { isLeaf } from "../ops/analysis/leaves.ts";
import { memberSchemaPlace, type SchemaPlace } from "../ops/analysis/place-pair.ts";
import { editDistance } from "./edit-distance.ts";
import { isSameName, type NameSimilarity, nameSimilarity } from "./name-similarity.ts";

/**
 * A path and all paths of members below it, except those inside lists and maps with arbitrary keys: the paths that a move could
 * have as its target.
 */
export function placeAndMembers(place: SchemaPlace): readonly SchemaPlace[] {
  const { node } = place;
  if (typeof node === "string") return [place];
  const keys = [...(node.properties?.keys() ?? [])];
  return [place, ...keys.flatMap((key) => placeAndMembers(memberSchemaPlace(place, key)))];
}

/** The existing path that the author of a wrong path most probably meant; undefined if none is similar. */
export function likeliestPath(path: Path, candidates: readonly SchemaPlace[]): Path | undefined {
  const near = candidates
    .map((candidate) => fieldSimilarity({ path, node: "free" }, candidate))
    .filter(({ isSameKey, distance }) => isSameKey || distance <= maxDistance);
  return near.sort(byRank)[0]?.place.path;
}

/** How similar a candidate is to the field in question. */
interface FieldSimilarity {
  readonly place: SchemaPlace;
  /** Why the names are similar, for messages. */
  readonly reason: string;
  readonly isSameKey: boolean;
  readonly isSameSchema: boolean;
  /** How different the spelling of the names is: 0 for equal names, 1 for names with nothing in common. */
  readonly distance: number;
  readonly isSameParent: boolean;
}

/**
 * The fields of the other version that a field may have become, the likeliest first: those with a similar name in the same map,
 * or with the same name if one of the two has further maps above it. A similar spelling is not enough.
 */
export function similarFields(
  place: SchemaPlace,
  candidates: readonly SchemaPlace[],
): readonly FieldSimilarity[] {
  return candidates
    .filter((other) => isLeaf(other.node) === isLeaf(place.node) && isLike(place, other))
    .map((candidate) => fieldSimilarity(place, candidate))
    .sort(byRank);
}

/** Reasons for messages: why two names are similar. */
const similarityReasons: Readonly<Record<NameSimilarity, string>> = {
  same: "the same name",
  unit: "the same name but for the unit",
  suffix: "the same name but for the suffix Name",
  opposite: "the opposite name",
};

/** Why two names are similar; undefined if they are not. */
export function similarityReason(one: string, other: string): string | undefined {
  const found = nameSimilarity(one, other);
  return found === undefined ? undefined : similarityReasons[found];
}

function isLike(place: SchemaPlace, other: SchemaPlace): boolean {
  const found = nameSimilarity(lastKey(place.path), lastKey(other.path));
  if (isBeside(place.path, other.path)) return found !== undefined;
  const isSame = found === "same" || found === "unit";
  return isSame && !isCommonName(lastKey(place.path)) && hasInsertedMaps(place.path, other.path);
}

function isBeside(one: Path, other: Path): boolean {
  return isEqualSchema(one.slice(0, -1), other.slice(0, -1));
}

/** True if one path is the other with further maps inserted. Last keys are not compared. */
function hasInsertedMaps(one: Path, other: Path): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const wanted = short.slice(0, -1);
  let next = 0;
  for (const step of long.slice(0, -1)) {
    const own = wanted[next];
    const isNext =
      step === own ||
      (typeof step === "string" && typeof own === "string" && isSameName(step, own));
    if (isNext) next += 1;
  }
  return next === wanted.length;
}

/** True for a name that many maps have, so that it doesn't identify a field by itself. */
export function isCommonName(name: string): boolean {
  return /^(?:name|namespace|kind|group|key|value|type|id|uid|(?:api)?version)s?$/i.test(name);
}

/**
 * Keys that differ in more than this part of their letters are not similar. The number is a choice: with more, most short keys
 * would be similar to each other.
 */
const maxDistance = 0.5;

function fieldSimilarity(place: SchemaPlace, candidate: SchemaPlace): FieldSimilarity {
  const [key, other] = [lastKey(place.path), lastKey(candidate.path)];
  const isSameKey = key === other;
  return {
    place: candidate,
    reason: similarityReason(key, other) ?? "a name with a similar spelling",
    isSameKey,
    isSameSchema: isEqualSchema(place.node, candidate.node, ["description", "title", "default"]),
    distance: isSameKey ? 0 : keyDistance(key, other),
    isSameParent: isBeside(place.path, candidate.path),
  };
}

function byRank(one: FieldSimilarity, other: FieldSimilarity): number {
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

/**
 * From 0 for equal keys to 1 for keys with nothing in common; less than 0.25 if one key contains the other and the shorter has at
 * least three letters.
 */
function keyDistance(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const longest = Math.max(a.length, b.length, 1);
  const shortest = Math.min(a.length, b.length);
  if (shortest > 2 && (a.includes(b) || b.includes(a))) return 0.25 * (1 - shortest / longest);
  if (longest - shortest > longest / 2 || longest > maxSpelled) return 1;
  return editDistance(a, b) / longest;
}

/**
 * The most letters of a key that is compared letter by letter; a longer one has the distance 1. The number is a choice: keys of
 * fields are shorter, and the time grows with the product of both lengths.
 */
const maxSpelled = 64;
