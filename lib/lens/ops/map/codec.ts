import { equal } from "../../../json/equal.ts";
import { isArray, type JsonValue } from "../../../json/value.ts";
import type { MapRule } from "../../language/rule.ts";
import { type ConvertValue, unparsable, type ValueCodec } from "../codec.ts";

type WordPair = readonly [word: JsonValue, image: JsonValue];

/** The parameters of {@link mapCodec}; `else` is by the op's own sides. */
export interface WordMap extends Pick<MapRule, "table" | "backTo"> {
  readonly else?: ElseWords;
}

/** By side, what a word that the table does not list becomes on that side: a word, or `same` for the word itself. */
export interface ElseWords {
  readonly first?: JsonValue;
  readonly second?: JsonValue;
}

/** The value of `else` for which a word that the table does not list stays the same. */
export const sameWord = "same";

/** The partner in a table that the author has not decided yet. A lens with such a table does not compile (E132). */
export const undecidedWord = "?";

/**
 * Converts words by a table. A word that the table does not list becomes the word in `else`; without `else` it cannot be parsed.
 * An image of several words is converted back to the one in `backTo`, else to the one that is equal to it, else to the first. A
 * word with several images has the first.
 *
 * Lossy: which of several words with the same image it was. Null is not a word: pairs with null are ignored. A word of `else` is
 * not written if it would not convert back and forth to itself.
 */
export function mapCodec({ table, backTo, else: otherwise = {} }: WordMap): ValueCodec {
  const pairs = wordPairs(table).filter(
    (pair) => !pair.includes(null) && pair[1] !== undecidedWord,
  );
  const images = distinctPairs(pairs);
  const wanted = backTo === undefined ? [] : isArray(backTo) ? [backTo, ...backTo] : [backTo];
  const reached = distinctPairs(
    images.map((pair) => [pair[1], returnOf(pair, images, wanted)] as const),
  );
  const imageOf = lookup(images);
  const wordOf = lookup(reached);
  // An image that no word converts to is the second image of its word. It is converted back like the first one, so that both
  // directions agree.
  const others = pairs.map(
    ([word, image]): WordPair => [image, replacementOf(wordOf, replacementOf(imageOf, word))],
  );
  const words = distinctPairs([...reached, ...others]);
  const toImage = orElse(imageOf, otherwise.second);
  const toWord = orElse(lookup(words), otherwise.first);
  return {
    forward: reader(images, toImage, toWord),
    backward: reader(words, toWord, toImage),
    exactForward: otherwise.second === undefined && reached.length === images.length,
    exactBackward: otherwise.first === undefined && reached.length === words.length,
    reportsInexact: true,
  };
}

/** The codec of a `map` rule. */
export function wordCodec({ table, backTo, else: otherwise = {}, inverted }: MapRule): ValueCodec {
  const { from, to } = otherwise;
  const [first, second] = inverted === true ? [to, from] : [from, to];
  const words = {
    ...(first !== undefined && { first }),
    ...(second !== undefined && { second }),
  };
  return mapCodec({ table, ...(backTo !== undefined && { backTo }), else: words });
}

/** True for a table that loses nothing: each word has one partner, and no two words have the same. */
export function isOneToOne(data: MapRule): boolean {
  const { exactForward, exactBackward } = wordCodec(data);
  return exactForward && exactBackward;
}

/** The words of the first side with their images. */
export function wordPairs(table: MapRule["table"]): readonly WordPair[] {
  return isPairs(table) ? table : Object.entries(table);
}

function isPairs(table: MapRule["table"]): table is readonly WordPair[] {
  return Array.isArray(table);
}

/** The pairs without those whose first word occurred before. */
function distinctPairs(pairs: readonly WordPair[]): readonly WordPair[] {
  return pairs.filter(
    ([word], index) => pairs.findIndex(([earlier]) => equal(earlier, word)) === index,
  );
}

/** The word that the image of a pair is converted back to. The pair must be the first with that image. */
function returnOf(
  [first, image]: WordPair,
  images: readonly WordPair[],
  wanted: readonly JsonValue[],
): JsonValue {
  const words = images.flatMap(([word, other]) => (equal(other, image) ? [word] : []));
  const chosen = words.find((word) => wanted.some((other) => equal(other, word)));
  return chosen ?? words.find((word) => equal(word, image)) ?? first;
}

type WordLookup<T> = (word: JsonValue) => T | undefined;

/** Returns a function that looks words up. Strings and booleans are hashed, others are compared one by one. */
function lookup<T>(pairs: readonly (readonly [word: JsonValue, answer: T])[]): WordLookup<T> {
  const hashed = new Map(pairs.filter(([word]) => isHashed(word)));
  const others = pairs.filter(([word]) => !isHashed(word));
  return (word) =>
    isHashed(word) ? hashed.get(word) : others.find(([other]) => equal(other, word))?.[1];
}

/** True for values that are equal only if they are identical. */
function isHashed(word: JsonValue): boolean {
  return typeof word === "string" || typeof word === "boolean";
}

function orElse(
  table: WordLookup<JsonValue>,
  otherwise: JsonValue | undefined,
): WordLookup<JsonValue> {
  if (otherwise === undefined) return table;
  return (word) => table(word) ?? (otherwise === sameWord ? word : otherwise);
}

function replacementOf(table: WordLookup<JsonValue>, word: JsonValue): JsonValue {
  return table(word) ?? null;
}

/**
 * Returns one direction of the codec. The images of the table's words are computed in advance. For one of them that does not
 * convert back to itself, the run is marked as inexact; any other word whose image does not convert back can't be parsed.
 */
function reader(
  pairs: readonly WordPair[],
  toImage: WordLookup<JsonValue>,
  toWord: WordLookup<JsonValue>,
): ConvertValue {
  const listed = lookup(
    pairs.map(([word, image]) => [word, { image, isExact: equal(toWord(image), word) }] as const),
  );
  return (value, run) => {
    const answer = listed(value) ?? imageOfUnlisted(value, toImage, toWord);
    if (answer === undefined) return unparsable;
    if (!answer.isExact) run.isInexact = true;
    return answer.image;
  };
}

/** The image of a word that is not in the table; undefined if the image would not convert back and forth to itself. */
function imageOfUnlisted(
  word: JsonValue,
  toImage: WordLookup<JsonValue>,
  toWord: WordLookup<JsonValue>,
): { readonly image: JsonValue; readonly isExact: boolean } | undefined {
  const image = toImage(word);
  const returned = image === undefined ? undefined : toWord(image);
  if (image === undefined || returned === undefined) return undefined;
  return equal(toImage(returned), image) ? { image, isExact: equal(returned, word) } : undefined;
}
