import { stringify } from "yaml";
import type { JsonObject } from "../../json/value.ts";

/** An object with a title. */
export interface Column {
  readonly title: string;
  readonly object: JsonObject;
}

export interface SideOptions {
  /** The indexes of the two columns whose differing lines are marked. */
  readonly compared: readonly [number, number];
  /** Characters of a row. */
  readonly width: number;
  readonly mark: (text: string) => string;
}

const gap = "   ";
const minColumnWidth = 20;

/** Objects as YAML in columns. A `!` marks lines that the other compared column does not have. */
export function sideBySide(
  columns: readonly Column[],
  { compared: [left, right], width, mark }: SideOptions,
): readonly string[] {
  const texts = columns.map(({ object }) => stringify(object).trimEnd().split("\n"));
  const shared = sharedLines(texts[left] ?? [], texts[right] ?? []);
  const marked: readonly (ReadonlySet<number> | undefined)[] = columns.map((_, index) => {
    if (left === right) return undefined;
    if (index === left) return new Set(shared.map(([own]) => own));
    return index === right ? new Set(shared.map(([, own]) => own)) : undefined;
  });
  const share = Math.floor((width - gap.length * (columns.length - 1)) / columns.length);
  const widths = columns.map(({ title }, index) => {
    const longest = Math.max(title.length, ...(texts[index] ?? []).map((line) => line.length + 2));
    return Math.min(longest, Math.max(share, minColumnWidth));
  });
  const cell = (index: number, text: string, isMarked: boolean): string => {
    const own = fitted(text, widths[index] ?? 0, index < columns.length - 1);
    return isMarked ? mark(own) : own;
  };
  const height = Math.max(0, ...texts.map((lines) => lines.length));
  const head = columns.map(({ title }, index) => cell(index, title, false)).join(gap);
  const rows = Array.from({ length: height }, (_, row) =>
    columns
      .map((_column, index) => {
        const line = texts[index]?.[row];
        const common = marked[index];
        const isMarked = line !== undefined && common !== undefined && !common.has(row);
        return cell(index, line === undefined ? "" : `${isMarked ? "! " : "  "}${line}`, isMarked);
      })
      .join(gap)
      .trimEnd(),
  );
  return [head.trimEnd(), ...rows];
}

function fitted(text: string, width: number, isPadded: boolean): string {
  const cut = text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
  return isPadded ? cut.padEnd(width) : cut;
}

/** The longest common subsequence of two texts, as pairs of line numbers. */
function sharedLines(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [number, number])[] {
  const lengths = one.map(() => new Array<number>(other.length + 1).fill(0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      const line = lengths[row];
      if (line === undefined) continue;
      line[column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
