/**
 * Finds for each item of a list as it was the item that it is today, by the prints of both: the longest common
 * subsequence first; then a print that is left once on either side (moved); then, unless `exact`, gaps of equal length
 * between two matches, in order (edited in place). Undefined for an item that is gone.
 */
export function alignFingerprints(
  old: readonly string[],
  today: readonly string[],
  exact: boolean,
): readonly (number | undefined)[] {
  const matches = commonSubsequence(old, today);
  const taken = new Set(matches.filter((index) => index !== undefined));
  const result = [...matches];
  pairMoved(old, today, result, taken);
  if (!exact) pairGaps(matches, today.length, result, taken);
  return result;
}

/** Cells of the table that a comparison may fill; beyond it only the equal ends are matched. */
const maxCells = 100_000;

function commonSubsequence(
  old: readonly string[],
  today: readonly string[],
): (number | undefined)[] {
  const matches: (number | undefined)[] = old.map(() => undefined);
  let start = 0;
  while (start < old.length && start < today.length && old[start] === today[start]) {
    matches[start] = start;
    start += 1;
  }
  let end = 0;
  while (
    end < Math.min(old.length, today.length) - start &&
    old[old.length - 1 - end] === today[today.length - 1 - end]
  ) {
    matches[old.length - 1 - end] = today.length - 1 - end;
    end += 1;
  }
  const [rows, columns] = [old.length - start - end, today.length - start - end];
  if (rows * columns > maxCells) return matches;
  const lengths = tableOf(old.slice(start, start + rows), today.slice(start, start + columns));
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (old[start + row] === today[start + column]) {
      matches[start + row] = start + column;
      row += 1;
      column += 1;
    } else if (cell(lengths, row + 1, column) >= cell(lengths, row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}

/** By row and column: the length of the longest common subsequence of what follows. */
function tableOf(old: readonly string[], today: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(today.length + 1));
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = today.length - 1; column >= 0; column--) {
      const line = table[row];
      if (line === undefined) continue;
      line[column] =
        old[row] === today[column]
          ? cell(table, row + 1, column + 1) + 1
          : Math.max(cell(table, row + 1, column), cell(table, row, column + 1));
    }
  }
  return table;
}

function cell(table: readonly Uint16Array[], row: number, column: number): number {
  return table[row]?.[column] ?? 0;
}

function pairMoved(
  old: readonly string[],
  today: readonly string[],
  result: (number | undefined)[],
  taken: Set<number | undefined>,
): void {
  const gone = unpaired(old, (index) => result[index] !== undefined);
  const left = unpaired(today, (index) => taken.has(index));
  for (const [text, index] of gone) {
    const found = left.get(text);
    if (index === several || found === undefined || found === several) continue;
    result[index] = found;
    taken.add(found);
  }
}

const several = -1;

/** By print: the one item without a partner that has it, or that there are several. */
function unpaired(
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
  todayLength: number,
  result: (number | undefined)[],
  taken: Set<number | undefined>,
): void {
  const anchors = matches.flatMap((at, index) => (at === undefined ? [] : [{ index, at }]));
  let before = { index: -1, at: -1 };
  for (const anchor of [...anchors, { index: matches.length, at: todayLength }]) {
    const olds = range(before.index + 1, anchor.index).filter((i) => result[i] === undefined);
    const todays = range(before.at + 1, anchor.at).filter((i) => !taken.has(i));
    if (olds.length === todays.length) {
      for (const [at, index] of olds.entries()) result[index] = todays[at];
    }
    before = anchor;
  }
}

function range(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
