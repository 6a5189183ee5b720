import { type Side, sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { typeText } from "../ops/analysis/type-text.ts";
import { areOppositeNames, isSecretName, subjectWords } from "./name-similarity.ts";
import { holdsEnum, isSameShape, shapeSpecificity } from "./same-shape.ts";
import { isCommonName, lastKey, placeAndMembers } from "./similar-fields.ts";

/** Two places, one of each version, that may hold the same value under different names. */
export interface ShapePair extends Readonly<Record<Side, SchemaPlace>> {
  /** Why the two places may correspond, for messages. */
  readonly reason: string;
  /** True for two booleans if one means the opposite of the other. */
  readonly isOpposite: boolean;
}

/** A pair with its rank: the higher, the likelier. */
interface RankedPair extends ShapePair {
  readonly rank: number;
}

/** The places of each version that have no counterpart. */
type LonePlaces = Readonly<Record<Side, readonly SchemaPlace[]>>;

/**
 * The likely pairs of lone places, or of a lone place and one inside a lone map: their shapes agree, and no other pair with one
 * of the places has the same or a higher rank. A pair is only a guess: messages name it, but no rule is made of it. `starts`: the
 * paths, by version, of the map that contains all these places.
 */
export function shapePairs(
  lone: LonePlaces,
  starts: Readonly<Record<Side, Path>>,
): readonly ShapePair[] {
  const all = {
    from: pairablePlaces(lone.from, starts.from),
    to: pairablePlaces(lone.to, starts.to),
  };
  if (all.from.length * all.to.length > maxCompared) return [];
  const own = { from: new Set(lone.from), to: all.to.filter((to) => lone.to.includes(to)) };
  const best = { from: new Map<SchemaPlace, Best>(), to: new Map<SchemaPlace, Best>() };
  for (const from of all.from) {
    for (const to of own.from.has(from) ? all.to : own.to) {
      if (!isSameShape(from.node, to.node)) continue;
      const relative = { from: relativeTo(starts.from, from), to: relativeTo(starts.to, to) };
      const isOnly = (): boolean => isOnlyOf(from, all.from) && isOnlyOf(to, all.to);
      const found = evidence({ from, to }, relative, isOnly);
      if (found === undefined) continue;
      const pair = { from, to, ...found };
      for (const side of sides)
        best[side].set(pair[side], betterRanked(best[side].get(pair[side]), pair));
    }
  }
  const pairs = [...best.from.values()].flatMap(({ pair }) =>
    pair !== undefined && best.to.get(pair.to)?.pair === pair ? [pair] : [],
  );
  return pairs.filter((pair) =>
    pairs.every((other) => other === pair || other.rank < pair.rank || areApart(pair, other)),
  );
}

/**
 * The most pairs of places that are compared; so many take about a second. If there are more, there are no pairs: versions that
 * differ so much give little to guess from.
 */
const maxCompared = 50_000;

/** The highest rank among the pairs of a place. `pair`: the pair with that rank; undefined if several have it. */
interface Best {
  readonly rank: number;
  readonly pair: RankedPair | undefined;
}

function betterRanked(known: Best | undefined, pair: RankedPair): Best {
  if (known === undefined || known.rank < pair.rank) return { rank: pair.rank, pair };
  return known.rank === pair.rank ? { rank: known.rank, pair: undefined } : known;
}

/** The places and those inside them, except places whose names suggest a secret. */
function pairablePlaces(places: readonly SchemaPlace[], start: Path): readonly SchemaPlace[] {
  return places.flatMap(placeAndMembers).filter((place) => !hasSecret(relativeTo(start, place)));
}

function relativeTo(start: Path, { path }: SchemaPlace): Path {
  return path.slice(start.length);
}

/** True if no other place has the shape of this place. */
function isOnlyOf(place: SchemaPlace, all: readonly SchemaPlace[]): boolean {
  return all.every((other) => other === place || !isSameShape(other.node, place.node));
}

/** The reason and rank of a pair of places with the same shape; undefined if the pair is not likely enough. */
function evidence(
  { from, to }: Readonly<Record<Side, SchemaPlace>>,
  paths: Readonly<Record<Side, Path>>,
  isOnly: () => boolean,
): Pick<RankedPair, "reason" | "isOpposite" | "rank"> | undefined {
  if (!areInSameList(paths.from, paths.to)) return undefined;
  const [fromKey, toKey] = [lastKey(from.path), lastKey(to.path)];
  const others = subjectWords(toKey);
  const common = subjectWords(fromKey).filter((word) => others.includes(word));
  const isBeside = pathText(paths.from.slice(0, -1)) === pathText(paths.to.slice(0, -1));
  const rich = shapeSpecificity(from.node);
  const where = whereAlike(common, isBeside, () => rich >= leastAlone && isOnly());
  const isLikely = rich >= leastBeside ? where !== undefined : isNamedAlike(paths, isBeside);
  if (!isLikely || where === undefined) return undefined;
  const isOpposite = areOppositeNames(fromKey, toKey);
  if (isOpposite && typeText(from.node) !== "boolean") return undefined;
  const what = isOpposite ? "the opposite name" : shapeText(from);
  return {
    reason: `${what}, ${where}`,
    isOpposite,
    rank: rankOf(common, isBeside, fromKey, toKey),
  };
}

/**
 * The least {@link shapeSpecificity} of a shape that makes a pair likely if both places are in the same map or their names
 * share a word. The number is a choice; {@link leastAlone} is greater, because a shape alone says less.
 */
const leastBeside = 2;

/**
 * The least {@link shapeSpecificity} of a shape that makes a pair likely if no other place has the shape. The number is a
 * choice.
 */
const leastAlone = 3;

function shapeText({ node }: SchemaPlace): string {
  if (holdsEnum(node)) return "the same words are allowed";
  return shapeSpecificity(node) >= leastBeside ? "all members agree" : "the same type";
}

function whereAlike(
  common: readonly string[],
  isBeside: boolean,
  isOnly: () => boolean,
): string | undefined {
  if (common.length > 0) return `and "${common.join(" ")}" is in both names`;
  if (isBeside) return "in the same map";
  return isOnly() ? "as in no other field" : undefined;
}

/**
 * True for two paths whose last names end with the same word, if all words of one path are in the other. Common names, such as
 * `name` or `type`, count only if both places are in the same map.
 */
function isNamedAlike({ from, to }: Readonly<Record<Side, Path>>, isBeside: boolean): boolean {
  const [words, others] = [wordsInPath(from), wordsInPath(to)];
  const [fromWords, toWords] = [subjectWords(lastKey(from)), subjectWords(lastKey(to))];
  const isWithin =
    words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
  const isNamed = isBeside || ![from, to].some((path) => isCommonName(lastKey(path)));
  return isNamed && isWithin && fromWords.length > 0 && fromWords.at(-1) === toWords.at(-1);
}

function wordsInPath(path: Path): readonly string[] {
  return path.flatMap((step) => (typeof step === "string" ? subjectWords(step) : []));
}

/** A rank by the share of common words in the two names, plus 0.5 for places in the same map. */
function rankOf(common: readonly string[], isBeside: boolean, key: string, other: string): number {
  const all = new Set([...subjectWords(key), ...subjectWords(other)]);
  return common.length / Math.max(all.size, 1) + (isBeside ? 0.5 : 0);
}

/** True for a path with a name of a secret: its value must not get into another field by a wrong guess. */
function hasSecret(path: Path): boolean {
  return path.some((step) => typeof step === "string" && isSecretName(step));
}

/** True for two paths through the same lists and maps with arbitrary keys: no rule moves values from one list to another. */
export function areInSameList(one: Path, other: Path): boolean {
  return pathText(listAround(one)) === pathText(listAround(other));
}

function listAround(path: Path): Path {
  return path.slice(0, path.findLastIndex((step) => typeof step !== "string") + 1);
}

function areApart(one: ShapePair, other: ShapePair): boolean {
  return sides.every((side) => {
    const [path, another] = [one[side].path, other[side].path];
    return !startsWith(path, another) && !startsWith(another, path);
  });
}
