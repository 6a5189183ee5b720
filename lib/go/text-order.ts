/**
 * Compares two strings by code points, which is the same as Go's order by bytes. The order by UTF-16 units differs
 * above U+FFFF. Returns -1, 0 or 1.
 */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return utf16Rank(x) - utf16Rank(y) < 0 ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}

/** Surrogates come last: they encode code points above all other UTF-16 units. */
function utf16Rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
