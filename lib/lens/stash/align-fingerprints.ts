/**
 * Finds for each item of an old list its index in the current list, by the fingerprints of both: first by their longest common
 * subsequence, then by fingerprints that remain once in each list (moved items), and then, unless `exact`, in order within gaps
 * of equal length between two matches (edited items). Undefined for a removed item, and for one that is not converted.
 */
export function alignFingerprints(
  old: readonly string[],
  current: readonly string[],
  exact: boolean,
): readonly (number | undefined)[] {
  if (!old.includes(notConvertedFingerprint)) return alignedIndexes(old, current, exact);
  const found = alignedIndexes(
    old.filter((text) => text !== notConvertedFingerprint),
    current,
    exact,
  );
  let at = 0;
  return old.map((text) => (text === notConvertedFingerprint ? undefined : found[at++]));
}

/** Takes the place of the fingerprint for an item that is not converted. */
export const notConvertedFingerprint = "";

function alignedIndexes(
  old: readonly string[],
  current: readonly string[],
  exact: boolean,
): readonly (number | undefined)[] {
  const matches = commonSubsequence(old, current);
  const taken = new Set(matches.filter((index) => index !== undefined));
  const result = [...matches];
  pairMoved(old, current, result, taken);
  if (!exact) pairGaps(matches, current.length, result, taken);
  return result;
}

/**
 * The most cells of the table of lengths. For longer lists the subsequence is only the equal items at their start and end. The
 * number is a choice: a table takes 200 kB, and two lists of 300 items each that differ at both ends are still aligned.
 */
const maxCells = 100_000;

function commonSubsequence(
  old: readonly string[],
  current: readonly string[],
): (number | undefined)[] {
  const matches: (number | undefined)[] = old.map(() => undefined);
  let start = 0;
  while (start < old.length && start < current.length && old[start] === current[start]) {
    matches[start] = start;
    start += 1;
  }
  let end = 0;
  while (
    end < Math.min(old.length, current.length) - start &&
    old[old.length - 1 - end] === current[current.length - 1 - end]
  ) {
    matches[old.length - 1 - end] = current.length - 1 - end;
    end += 1;
  }
  const [rows, columns] = [old.length - start - end, current.length - start - end];
  if (rows * columns > maxCells) return matches;
  const lengths = subsequenceLengths(
    old.slice(start, start + rows),
    current.slice(start, start + columns),
  );
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (old[start + row] === current[start + column]) {
      matches[start + row] = start + column;
      row += 1;
      column += 1;
    } else if (tableCell(lengths, row + 1, column) >= tableCell(lengths, row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}

/** By row and column: the length of the longest common subsequence of the remaining items of both lists. */
function subsequenceLengths(
  old: readonly string[],
  current: readonly string[],
): readonly Uint16Array[] {
  const table = old.map(() => new Uint16Array(current.length));
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = current.length - 1; column >= 0; column--) {
      const line = table[row];
      if (line === undefined) continue;
      line[column] =
        old[row] === current[column]
          ? tableCell(table, row + 1, column + 1) + 1
          : Math.max(tableCell(table, row + 1, column), tableCell(table, row, column + 1));
    }
  }
  return table;
}

/** A cell of the table, or 0 outside it. */
function tableCell(table: readonly Uint16Array[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}

function pairMoved(
  old: readonly string[],
  current: readonly string[],
  result: (number | undefined)[],
  taken: Set<number | undefined>,
): void {
  const open = unpairedTexts(old, (index) => result[index] !== undefined);
  const left = unpairedTexts(current, (index) => taken.has(index));
  for (const [text, index] of open) {
    const found = left.get(text);
    if (index === several || found === undefined || found === several) continue;
    result[index] = found;
    taken.add(found);
  }
}

/** Takes the place of an index if several unmatched items have the same fingerprint. */
const several = -1;

/** By fingerprint, the index of the unmatched item; {@link several} if there is more than one. */
function unpairedTexts(
  texts: readonly string[],
  isPaired: (index: number) => boolean,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    if (!isPaired(index)) found.set(text, found.has(text) ? several : index);
  }
  return found;
}

function pairGaps(
  matches: readonly (number | undefined)[],
  currentLength: number,
  result: (number | undefined)[],
  taken: Set<number | undefined>,
): void {
  const anchors = matches.flatMap((at, index) => (at === undefined ? [] : [{ index, at }]));
  let before = { index: -1, at: -1 };
  for (const anchor of [...anchors, { index: matches.length, at: currentLength }]) {
    const olds = range(before.index + 1, anchor.index).filter((i) => result[i] === undefined);
    const currents = range(before.at + 1, anchor.at).filter((i) => !taken.has(i));
    if (olds.length === currents.length) {
      for (const [at, index] of olds.entries()) result[index] = currents[at];
    }
    before = anchor;
  }
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
