import { mostSimilar } from "../../../lens/check/edit-distance.ts";

/** What to write in place of an unknown law: the most similar of the known ones, or all of them if none is similar. */
export function lawHint(unknown: string, known: readonly string[]): string {
  const near = mostSimilar(unknown, known);
  return near === undefined ? `these are: ${known.join(", ")}` : `did you mean ${near}?`;
}
