import { assertDefined } from "../../json/invariant.ts";

/** The Levenshtein distance of two words: how many letters must be inserted, removed or replaced to turn one into the other. */
export function editDistance(one: string, other: string): number {
  const letters = [...other];
  // The distances between the letters read so far of the first word and each prefix of the other.
  let row = [0, ...letters.keys()].map((_, index) => index);
  for (const letter of one) {
    let replaced = assertDefined(row[0], "a row has a distance for each prefix");
    let least = replaced + 1;
    const next = [least];
    for (const [column, theirs] of letters.entries()) {
      const left = assertDefined(row[column + 1], "a row has a distance for each prefix");
      least = Math.min(replaced + (letter === theirs ? 0 : 1), left + 1, least + 1);
      next.push(least);
      replaced = left;
    }
    row = next;
  }
  return assertDefined(row.at(-1), "a row has a distance for the whole word");
}

/** The word most similar to `word`, ignoring case; undefined if each of `words` differs in several letters and more than half. */
export function mostSimilar(word: string, words: readonly string[]): string | undefined {
  return words
    .map((known) => ({ known, distance: editDistance(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= Math.max(1, Math.floor(known.length / 2)))
    .sort((one, other) => one.distance - other.distance)[0]?.known;
}
