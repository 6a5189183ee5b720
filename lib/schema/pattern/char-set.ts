/** A set of code points: pairs of first and last, ascending, apart. */
export type CharSet = readonly (readonly [first: number, last: number])[];

const lastCodePoint = 0x10ffff;

export const digits: CharSet = [[0x30, 0x39]];
export const wordChars: CharSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** RE2's white space has no vertical tab and nothing beyond ASCII. */
export const spaces: CharSet = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
];
export const anyChar: CharSet = [[0, lastCodePoint]];
/** What a dot stands for: all but the line feed. */
export const dot: CharSet = [
  [0, 0x09],
  [0x0b, lastCodePoint],
];

/** The set of what is in one of the pairs, in whatever order they are. */
export function unionOf(pairs: CharSet): CharSet {
  const merged: [number, number][] = [];
  for (const [first, last] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) {
      previous[1] = Math.max(previous[1], last);
    } else {
      merged.push([first, last]);
    }
  }
  return merged;
}

/** All code points but those of the set. */
export function complementOf(set: CharSet): CharSet {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) rest.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastCodePoint) rest.push([next, lastCodePoint]);
  return rest;
}
