import { equal } from "../../../json/equal.ts";
import { isArray, type JsonValue } from "../../../json/value.ts";
import type { MapRule } from "../../language/rule.ts";
import { type ConvertValue, unparsable, type ValueCodec } from "../codec.ts";

type WordPair = readonly [word: JsonValue, image: JsonValue];

/** The parameters of map; `else` by the op's own sides. */
export interface WordMap extends Pick<MapRule, "table" | "backTo"> {
  readonly else?: ElseWords;
}

/** What a word that the table does not name becomes: a word of that side, or `same`: the word itself. */
export interface ElseWords {
  readonly first?: JsonValue;
  readonly second?: JsonValue;
}

/** In `else`: a word that the table does not name is carried as it is. */
export const sameWord = "same";

/** In a table: a partner that the author has not decided. Such a lens does not compile (E132). */
export const undecidedWord = "?";

/**
 * Words of one version as words of the other, by a table; a word that it does not list becomes the word in `else`, or else
 * cannot be parsed. Of several words with one image, the image comes back as the one in `backTo`, else as the one that is
 * its image, else as the first. Of several images of one word, the word goes to the first.
 *
 * Lossy: which of several words it was. Null is not a word: pairs with null are passed over. A word of `else` that would
 * not come back as itself is not written.
 */
export function mapCodec({ table, backTo, else: otherwise = {} }: WordMap): ValueCodec {
  const pairs = wordPairs(table).filter(
    (pair) => !pair.includes(null) && pair[1] !== undecidedWord,
  );
  const images = distinct(pairs);
  const wanted = backTo === undefined ? [] : isArray(backTo) ? [backTo, ...backTo] : [backTo];
  const reached = distinct(
    images.map((pair) => [pair[1], returnOf(pair, images, wanted)] as const),
  );
  const imageOf = lookup(images);
  const wordOf = lookup(reached);
  // An image that no word goes to comes back as the image of its word does, so that both ways agree.
  const others = pairs.map(
    ([word, image]): WordPair => [image, found(wordOf, found(imageOf, word))],
  );
  const words = distinct([...reached, ...others]);
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

/** The codec of a rule. */
export function wordCodec({ table, backTo, else: otherwise = {}, inverted }: MapRule): ValueCodec {
  const { from, to } = otherwise;
  const [first, second] = inverted === true ? [to, from] : [from, to];
  const words = {
    ...(first !== undefined && { first }),
    ...(second !== undefined && { second }),
  };
  return mapCodec({ table, ...(backTo !== undefined && { backTo }), else: words });
}

/** True for a table that loses nothing: each word has one partner, and no other word has that one. */
export function isOneToOne(data: MapRule): boolean {
  const { exactForward, exactBackward } = wordCodec(data);
  return exactForward && exactBackward;
}

/** Each word of the first side with its image. */
export function wordPairs(table: MapRule["table"]): readonly WordPair[] {
  return isPairs(table) ? table : Object.entries(table);
}

function isPairs(table: MapRule["table"]): table is readonly WordPair[] {
  return Array.isArray(table);
}

/** The first pair of each word. */
function distinct(pairs: readonly WordPair[]): readonly WordPair[] {
  return pairs.filter(
    ([word], index) => pairs.findIndex(([earlier]) => equal(earlier, word)) === index,
  );
}

/** What the image of a word comes back as, if the word is the first with that image. */
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

/** Strings and booleans by hash, all else one by one. */
function lookup<T>(pairs: readonly (readonly [word: JsonValue, answer: T])[]): WordLookup<T> {
  const hashed = new Map(pairs.filter(([word]) => isHashed(word)));
  const others = pairs.filter(([word]) => !isHashed(word));
  return (word) =>
    isHashed(word) ? hashed.get(word) : others.find(([other]) => equal(other, word))?.[1];
}

/** True for values that are equal only where they are identical. */
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

function found(table: WordLookup<JsonValue>, word: JsonValue): JsonValue {
  return table(word) ?? null;
}

/** Reads words, those of the table at once, and tells the run of each that would not come back the same. */
function reader(
  pairs: readonly WordPair[],
  toImage: WordLookup<JsonValue>,
  toWord: WordLookup<JsonValue>,
): ConvertValue {
  const listed = lookup(
    pairs.map(([word, image]) => [word, { image, isExact: equal(toWord(image), word) }] as const),
  );
  return (value, run) => {
    const answer = listed(value) ?? unlisted(value, toImage, toWord);
    if (answer === undefined) return unparsable;
    if (!answer.isExact) run.isInexact = true;
    return answer.image;
  };
}

/** A word outside the table with its image; undefined where the image would not come back to be the same image. */
function unlisted(
  word: JsonValue,
  toImage: WordLookup<JsonValue>,
  toWord: WordLookup<JsonValue>,
): { readonly image: JsonValue; readonly isExact: boolean } | undefined {
  const image = toImage(word);
  const returned = image === undefined ? undefined : toWord(image);
  if (image === undefined || returned === undefined) return undefined;
  return equal(toImage(returned), image) ? { image, isExact: equal(returned, word) } : undefined;
}
