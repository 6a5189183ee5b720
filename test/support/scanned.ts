import type { Scanned } from "../../lib/json/scan/scan.ts";

/** A structural character of a text, and the index of the one that closes it if it opens a container. */
export interface Token {
  readonly offset: number;
  readonly closedBy?: number;
}

/** The tokens in the result of a scan. */
export function tokensOf({ bytes, tokens, count }: Scanned): readonly Token[] {
  const words = [...tokens.subarray(0, count)];
  const found: { offset: number; link?: number }[] = [];
  /** The position of each token in `found`, by its index in `words`, which also has links. */
  const numbers = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    numbers.set(index, found.length);
    const offset = words[index] ?? -1;
    if (isOpen(bytes[offset])) found.push({ offset, link: words[++index] ?? -1 });
    else found.push({ offset });
  }
  return found.map(({ offset, link }) =>
    link === undefined ? { offset } : { offset, closedBy: numbers.get(link) ?? -1 },
  );
}

/** The tokens of a JSON text without white space down to a depth, found independently of `scan`. */
export function walkTokens(text: Uint8Array, depth: number): readonly Token[] {
  const found: { offset: number; closedBy?: number }[] = [];
  const open: number[] = [];
  let offset = 0;
  while (offset < text.length) {
    const code = text[offset] ?? 0;
    if (code === quote) {
      offset = closingQuote(text, offset);
    } else if (isOpen(code) && isClose(text[offset + 1])) {
      offset++;
    } else if (isOpen(code)) {
      open.push(found.length);
      if (open.length <= depth) found.push({ offset });
    } else if (isClose(code)) {
      const opening = found[open.at(-1) ?? -1];
      if (open.length <= depth && opening !== undefined) {
        opening.closedBy = found.length;
        found.push({ offset });
      }
      open.pop();
    } else if ((code === colon || code === comma) && open.length <= depth) {
      found.push({ offset });
    }
    offset++;
  }
  return found;
}

function closingQuote(text: Uint8Array, start: number): number {
  let offset = start + 1;
  while (text[offset] !== quote) offset += text[offset] === backslash ? 2 : 1;
  return offset;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

function isOpen(code: number | undefined): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClose(code: number | undefined): boolean {
  return code === 0x5d || code === 0x7d;
}
