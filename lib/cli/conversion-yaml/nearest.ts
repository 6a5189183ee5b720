import { mostSimilar } from "../../lens/check/edit-distance.ts";

/** `; did you mean x?` with the most similar of some words; empty where none is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = mostSimilar(word, words);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** The message for a version that is neither of a lens's two. */
export function otherVersionText(
  version: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return `must be ${from} or ${to}${didYouMean(version, [from, to])}`;
}
