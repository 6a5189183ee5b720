/** `; did you mean x?` for the word most like another, nothing where none is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const near = words
    .map((known) => ({ known, distance: editDistance(word.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, distance }) => distance <= Math.max(1, Math.floor(known.length / 2)))
    .sort((one, other) => one.distance - other.distance)[0];
  return near === undefined ? "" : `; did you mean ${near.known}?`;
}

/** How many letters must be put in, taken out or replaced to make one word the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, known] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === known ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
