import { editDistance } from "../../lens/check/edit-distance.ts";

/** `; did you mean x?` with the most similar of some words; empty where none is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = words
    .map((known) => ({ known, distance: editDistance(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= Math.max(1, Math.floor(known.length / 2)))
    .sort((one, other) => one.distance - other.distance)[0];
  return near === undefined ? "" : `; did you mean ${near.known}?`;
}
