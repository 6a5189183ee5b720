import { stringify } from "yaml";
import { assertDefined } from "../../json/invariant.ts";
import type { JsonObject } from "../../json/value.ts";
import { commonSubsequence } from "./common-subsequence.ts";

/** An object to show in a column, and the column's title. */
export interface TitledObject {
  readonly title: string;
  readonly object: JsonObject;
}

/** The columns to compare, the width, and the style of marked lines. */
interface SideOptions {
  /** The indexes of the two columns whose differing lines are marked. */
  readonly compared: readonly [number, number];
  /** The width of a row in characters. */
  readonly width: number;
  readonly mark: (text: string) => string;
}

const gap = "   ";
/** The least width of a column in characters: in a narrower one, most lines of YAML would be cut. */
const minColumnWidth = 20;

/** Objects as YAML in columns. In the two compared columns, `!` marks lines that the other one does not have. */
export function sideBySide(
  columns: readonly TitledObject[],
  { compared: [left, right], width, mark }: SideOptions,
): readonly string[] {
  const share = Math.floor((width - gap.length * (columns.length - 1)) / columns.length);
  const texts = columns.map(({ title, object }) => {
    const lines = stringify(object).trimEnd().split("\n");
    const longest = Math.max(title.length, ...lines.map((line) => line.length + 2));
    return { title, lines, width: Math.min(longest, Math.max(share, minColumnWidth)) };
  });
  const linesAt = (index: number): readonly string[] =>
    assertDefined(texts[index], "the compared columns are among them").lines;
  const shared = left === right ? [] : commonSubsequence(linesAt(left), linesAt(right));
  const sharedLines = new Map([
    [left, new Set(shared.map(([own]) => own))],
    [right, new Set(shared.map(([, own]) => own))],
  ]);
  if (left === right) sharedLines.clear();
  const height = Math.max(0, ...texts.map(({ lines }) => lines.length));
  const isPadded = (index: number): boolean => index < columns.length - 1;
  const head = texts
    .map((text, index) => fittedText(text.title, text.width, isPadded(index)))
    .join(gap);
  const rows = Array.from({ length: height }, (_, row) =>
    texts
      .map((text, index) => {
        const line = text.lines[row];
        const isMarked = line !== undefined && sharedLines.get(index)?.has(row) === false;
        const shown = line === undefined ? "" : `${isMarked ? "! " : "  "}${line}`;
        const cell = fittedText(shown, text.width, isPadded(index));
        return isMarked ? mark(cell) : cell;
      })
      .join(gap)
      .trimEnd(),
  );
  return [head.trimEnd(), ...rows];
}

function fittedText(text: string, width: number, isPadded: boolean): string {
  const cut = text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
  return isPadded ? cut.padEnd(width) : cut;
}
