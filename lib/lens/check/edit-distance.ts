import { known } from "../../json/invariant.ts";

/** How many letters must be put in, taken out or replaced to make one word the other. */
export function editDistance(one: string, other: string): number {
  const letters = [...other];
  // The distances of what was read of the first word to each beginning of the other.
  let row = [0, ...letters.keys()].map((_, index) => index);
  for (const letter of one) {
    let replaced = known(row[0], "a row has a distance for each beginning");
    let least = replaced + 1;
    const next = [least];
    for (const [column, theirs] of letters.entries()) {
      const left = known(row[column + 1], "a row has a distance for each beginning");
      least = Math.min(replaced + (letter === theirs ? 0 : 1), left + 1, least + 1);
      next.push(least);
      replaced = left;
    }
    row = next;
  }
  return known(row.at(-1), "a row has a distance for the whole word");
}

/** The most similar of some words, case aside; undefined where none is similar. */
export function mostSimilar(word: string, words: readonly string[]): string | undefined {
  return words
    .map((known) => ({ known, distance: editDistance(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= Math.max(1, Math.floor(known.length / 2)))
    .sort((one, other) => one.distance - other.distance)[0]?.known;
}
