import { assertDefined } from "../../json/invariant.ts";

/** The longest common subsequence of two lists of strings, as pairs of indexes. Time and memory: the product of the lengths. */
export function commonSubsequence(
  one: readonly string[],
  other: readonly string[],
): readonly (readonly [number, number])[] {
  const width = other.length + 1;
  // For each pair of indexes, the length of the common subsequence of both lists from these indexes on.
  const lengths = new Uint32Array((one.length + 1) * width);
  const at = (row: number, column: number): number =>
    assertDefined(
      lengths[row * width + column],
      "both indexes are within the lists or at their ends",
    );
  for (let row = one.length - 1; row >= 0; row--) {
    for (let column = other.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
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
