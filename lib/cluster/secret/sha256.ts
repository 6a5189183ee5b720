/** SHA-256 of a text, as eight words of 32 bits. */
export type Sha256 = readonly [number, number, number, number, number, number, number, number];

/**
 * SHA-256 of a text's UTF-8 bytes. Node's own would load OpenSSL: a quarter of a small function's cold start, to hash one
 * key. No step depends on what the text holds, only on its length.
 *
 * Source: FIPS 180-4, sections 5.1.1, 5.3.3 and 6.2.2.
 */
export function sha256(text: string): Sha256 {
  const blocks = padded(Buffer.from(text));
  let state = initial;
  for (let at = 0; at < blocks.byteLength; at += blockBytes) {
    state = added(state, compressed(state, scheduleOf(blocks, at)));
  }
  return state;
}

const blockBytes = 64;
const rounds = 64;

/** The bytes, a one bit, zeros, and their number in bits: whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes);
  const whole = new Uint8Array(blocks * blockBytes);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function scheduleOf(blocks: DataView, at: number): Int32Array {
  const words = new Int32Array(rounds);
  for (let index = 0; index < 16; index++) words[index] = blocks.getInt32(at + index * 4);
  for (let index = 16; index < rounds; index++) {
    const early = words[index - 15] ?? 0;
    const late = words[index - 2] ?? 0;
    const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[index] = (words[index - 16] ?? 0) + first + (words[index - 7] ?? 0) + second;
  }
  return words;
}

function compressed(state: Sha256, schedule: Int32Array): Sha256 {
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < rounds; round++) {
    const bigE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = h + bigE + chosen + (roundConstants[round] ?? 0) + (schedule[round] ?? 0);
    const bigA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + bigA + majority) | 0;
  }
  return [a, b, c, d, e, f, g, h];
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function added(left: Sha256, right: Sha256): Sha256 {
  const [a, b, c, d, e, f, g, h] = left;
  const [i, j, k, l, m, n, o, p] = right;
  return [
    (a + i) | 0,
    (b + j) | 0,
    (c + k) | 0,
    (d + l) | 0,
    (e + m) | 0,
    (f + n) | 0,
    (g + o) | 0,
    (h + p) | 0,
  ];
}

const primes = firstPrimes(rounds);

/** The first 32 bits of the fractional parts of the primes' cube roots. */
const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** The same of the first eight primes' square roots. */
const initial: Sha256 = [
  fraction(Math.sqrt(2)),
  fraction(Math.sqrt(3)),
  fraction(Math.sqrt(5)),
  fraction(Math.sqrt(7)),
  fraction(Math.sqrt(11)),
  fraction(Math.sqrt(13)),
  fraction(Math.sqrt(17)),
  fraction(Math.sqrt(19)),
];

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (!found.some((prime) => number % prime === 0)) found.push(number);
  }
  return found;
}
