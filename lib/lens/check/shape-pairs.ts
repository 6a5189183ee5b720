import { type Side, sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { SchemaPlace } from "../ops/analysis/place-pair.ts";
import { typeText } from "../ops/analysis/type-text.ts";
import { areOppositeNames, isSecretName, subjectWords } from "./like-names.ts";
import { isVague, lastKey, reachable } from "./nearest.ts";
import { holdsWords, isSameShape, richness } from "./same-shape.ts";

/** Two places, one of each version, that may hold the same under different names. */
export interface ShapePair extends Readonly<Record<Side, SchemaPlace>> {
  /** Why, for messages. */
  readonly reason: string;
  /** True for two flags of which one means the opposite of the other. */
  readonly isOpposite: boolean;
}

/** A pair, and how much speaks for it. */
interface RankedPair extends ShapePair {
  readonly rank: number;
}

/** Places of both versions that are without a counterpart. */
type LonePlaces = Readonly<Record<Side, readonly SchemaPlace[]>>;

/**
 * The pairs of lone places, or of a lone place and one in a lone map, whose shapes agree and for which more speaks than for
 * any other pair with one of them. No pair is sure: they are named to authors, never made into rules. `starts` are the
 * paths of the map in either version that all places are in.
 */
export function shapePairs(
  lone: LonePlaces,
  starts: Readonly<Record<Side, Path>>,
): readonly ShapePair[] {
  const all = { from: pairable(lone.from, starts.from), to: pairable(lone.to, starts.to) };
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
        best[side].set(pair[side], better(best[side].get(pair[side]), pair));
    }
  }
  const pairs = [...best.from.values()].flatMap(({ pair }) =>
    pair !== undefined && best.to.get(pair.to)?.pair === pair ? [pair] : [],
  );
  return pairs.filter((pair) =>
    pairs.every((other) => other === pair || other.rank < pair.rank || areApart(pair, other)),
  );
}

/** The most pairs of places that are compared, which takes about a second. Versions with more have little in common to guess from. */
const maxCompared = 50_000;

/** The pair of a place for which most speaks; undefined where as much speaks for several. */
interface Best {
  readonly rank: number;
  readonly pair: RankedPair | undefined;
}

function better(known: Best | undefined, pair: RankedPair): Best {
  if (known === undefined || known.rank < pair.rank) return { rank: pair.rank, pair };
  return known.rank === pair.rank ? { rank: known.rank, pair: undefined } : known;
}

/** The places and those in them, without what may be a secret. */
function pairable(places: readonly SchemaPlace[], start: Path): readonly SchemaPlace[] {
  return places.flatMap(reachable).filter((place) => !hasSecret(relativeTo(start, place)));
}

function relativeTo(start: Path, { path }: SchemaPlace): Path {
  return path.slice(start.length);
}

/** True for a place of a shape that no other place has. */
function isOnlyOf(place: SchemaPlace, all: readonly SchemaPlace[]): boolean {
  return all.every((other) => other === place || !isSameShape(other.node, place.node));
}

/** What speaks for a pair of places of one shape; undefined where too little does. */
function evidence(
  { from, to }: Readonly<Record<Side, SchemaPlace>>,
  paths: Readonly<Record<Side, Path>>,
  isOnly: () => boolean,
): Pick<RankedPair, "reason" | "isOpposite" | "rank"> | undefined {
  if (!areInSameList(paths.from, paths.to)) return undefined;
  const [key, other] = [lastKey(from.path), lastKey(to.path)];
  const others = subjectWords(other);
  const common = subjectWords(key).filter((word) => others.includes(word));
  const isBeside = pathText(paths.from.slice(0, -1)) === pathText(paths.to.slice(0, -1));
  const rich = richness(from.node);
  const where = whereAlike(common, isBeside, () => rich >= leastAlone && isOnly());
  const isLikely = rich >= leastBeside ? where !== undefined : isNamedAlike(paths, isBeside);
  if (!isLikely || where === undefined) return undefined;
  const isOpposite = areOppositeNames(key, other);
  if (isOpposite && typeText(from.node) !== "boolean") return undefined;
  const what = isOpposite ? "the opposite name" : shapeText(from);
  return { reason: `${what}, ${where}`, isOpposite, rank: rankOf(common, isBeside, key, other) };
}

/** A shape with so many words or members says enough beside another, or together with a word in both names. */
const leastBeside = 2;

/** A shape with so many words or members says enough where no other field has it. */
const leastAlone = 3;

function shapeText({ node }: SchemaPlace): string {
  if (holdsWords(node)) return "the same words are allowed";
  return richness(node) >= leastBeside ? "all members agree" : "the same type";
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

/** True for two paths that end with the same word, of which one has all words of the other. */
function isNamedAlike({ from, to }: Readonly<Record<Side, Path>>, isBeside: boolean): boolean {
  const [words, others] = [wordsInPath(from), wordsInPath(to)];
  const [own, other] = [subjectWords(lastKey(from)), subjectWords(lastKey(to))];
  const isWithin =
    words.every((word) => others.includes(word)) || others.every((word) => words.includes(word));
  const isNamed = isBeside || ![from, to].some((path) => isVague(lastKey(path)));
  return isNamed && isWithin && own.length > 0 && own.at(-1) === other.at(-1);
}

function wordsInPath(path: Path): readonly string[] {
  return path.flatMap((step) => (typeof step === "string" ? subjectWords(step) : []));
}

/** More words in common count more, then the same map. */
function rankOf(common: readonly string[], isBeside: boolean, key: string, other: string): number {
  const all = new Set([...subjectWords(key), ...subjectWords(other)]);
  return common.length / Math.max(all.size, 1) + (isBeside ? 0.5 : 0);
}

/** A value in the wrong field could be a credential. */
function hasSecret(path: Path): boolean {
  return path.some((step) => typeof step === "string" && isSecretName(step));
}

/** True for two paths through the same lists and maps of any key: nothing moves from one list to another. */
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
