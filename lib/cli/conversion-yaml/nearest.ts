import { mostSimilar } from "../../lens/check/edit-distance.ts";

/** `; did you mean x?` with the most similar of some words; empty if none is similar. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = mostSimilar(word, words);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** The message for a version that is not one of a lens's two versions. */
export function otherVersionText(
  version: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  return `must be ${from} or ${to}${didYouMean(version, [from, to])}`;
}
