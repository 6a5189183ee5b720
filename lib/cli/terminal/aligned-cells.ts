import { assertDefined } from "../../json/invariant.ts";

/** Lines of cells as text: each column is as wide as its widest cell, and `gap` separates columns. */
export function alignedCells(
  lines: readonly (readonly string[])[],
  gap: string,
): readonly string[] {
  const widths = new Map<number, number>();
  for (const line of lines) {
    for (const [column, { length }] of line.entries()) {
      widths.set(column, Math.max(widths.get(column) ?? 0, length));
    }
  }
  const paddedCell = (cell: string, column: number): string =>
    cell.padEnd(assertDefined(widths.get(column), "each column was measured"));
  return lines.map((line) => line.map(paddedCell).join(gap).trimEnd());
}
