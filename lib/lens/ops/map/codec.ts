import { equal } from "../../../json/equal.ts";
import { isArray, type JsonValue } from "../../../json/value.ts";
import type { MapRule } from "../../language/rule.ts";
import { type One, type OneCodec, unreadable } from "../codec.ts";

type Pair = readonly [word: JsonValue, image: JsonValue];

/**
 * Words of one version as words of the other, by a table; a word that it does not list cannot be read. Of several words
 * with one image, the image comes back as the one in `home`, else as the one that is its image, else as the first. Of
 * several images of one word, the word goes to the first.
 *
 * Lossy: which of several words it was. Null is no word: pairs with null are passed over.
 */
export function mapCodec({ table, home }: Pick<MapRule, "table" | "home">): OneCodec {
  const pairs = pairsOf(table).filter((pair) => !pair.includes(null));
  const images = distinct(pairs);
  const homes = home === undefined ? [] : isArray(home) ? [home, ...home] : [home];
  const reached = distinct(images.map((pair) => [pair[1], homeOf(pair, images, homes)]));
  const forward = lookup(images);
  const back = lookup(reached);
  // An image that no word goes to comes back as the image of its word does, so that both ways agree.
  const others = pairs.map(([word, image]): Pair => [image, found(back, found(forward, word))]);
  const words = distinct([...reached, ...others]);
  return {
    forward: reader(images, back),
    backward: reader(words, forward),
    exactForward: reached.length === images.length,
    exactBackward: reached.length === words.length,
    reportsInexact: true,
  };
}

function pairsOf(table: MapRule["table"]): readonly Pair[] {
  return isPairs(table) ? table : Object.entries(table);
}

function isPairs(table: MapRule["table"]): table is readonly Pair[] {
  return Array.isArray(table);
}

/** The first pair of each word. */
function distinct(pairs: readonly Pair[]): readonly Pair[] {
  return pairs.filter(
    ([word], index) => pairs.findIndex(([earlier]) => equal(earlier, word)) === index,
  );
}

/** What the image of a word comes back as, if the word is the first with that image. */
function homeOf(
  [first, image]: Pair,
  images: readonly Pair[],
  homes: readonly JsonValue[],
): JsonValue {
  const words = images.flatMap(([word, other]) => (equal(other, image) ? [word] : []));
  const home = words.find((word) => homes.some((wanted) => equal(wanted, word)));
  return home ?? words.find((word) => equal(word, image)) ?? first;
}

type Lookup<T> = (word: JsonValue) => T | undefined;

/** Strings by hash, all else one by one. */
function lookup<T>(pairs: readonly (readonly [word: JsonValue, answer: T])[]): Lookup<T> {
  const texts = new Map(pairs.filter(([word]) => typeof word === "string"));
  const others = pairs.filter(([word]) => typeof word !== "string");
  return (word) =>
    typeof word === "string" ? texts.get(word) : others.find(([other]) => equal(other, word))?.[1];
}

function found(table: Lookup<JsonValue>, word: JsonValue): JsonValue {
  return table(word) ?? null;
}

/** Reads words by a table, and says of each that would not come back the same. */
function reader(pairs: readonly Pair[], back: Lookup<JsonValue>): One {
  const table = lookup(
    pairs.map(([word, image]) => [word, { image, isExact: equal(back(image), word) }] as const),
  );
  return (value, run) => {
    const answer = table(value);
    if (answer === undefined) return unreadable;
    if (!answer.isExact) run.isInexact = true;
    return answer.image;
  };
}
