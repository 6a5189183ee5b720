/**
 * `2 ** blocks` texts of letters that all have the same 32-bit FNV-1a hash. Each block is one of two that collide. That doubles
 * the number of texts, because the hash of a text is continued from the hash of its beginning.
 */
export function collidingTexts(blocks: number): readonly string[] {
  let texts: readonly string[] = [""];
  let state = offsetBasis;
  for (let block = 0; block < blocks; block++) {
    const { pair, next } = collidingPair(state);
    texts = texts.flatMap((text) => pair.map((end) => text + end));
    state = next;
  }
  return texts;
}

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

function hashFrom(state: number, text: string): number {
  let hash = state;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, prime) >>> 0;
  return hash;
}

/** Two texts of six letters that lead from one state of the hash to the same next state. */
function collidingPair(state: number): { readonly pair: readonly string[]; readonly next: number } {
  const seen = new Map<number, string>();
  for (let count = 0; ; count++) {
    const text = lettersOf(count);
    const next = hashFrom(state, text);
    const other = seen.get(next);
    if (other !== undefined) return { pair: [other, text], next };
    seen.set(next, text);
  }
}

/** Numbers in a row give texts that differ everywhere: alike ones seldom collide in this hash. */
function lettersOf(count: number): string {
  const scattered = (count * 148_714_243) % 26 ** 6;
  return [...scattered.toString(26).padStart(6, "0")]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join("");
}
