import { type KeysScanner, newKeysScanner } from "./scan/keys-scanner.ts";

/**
 * True where a key of a JSON text holds an escape: told for far less than parsing the text takes. Escapes in values are
 * passed over. Of what is not JSON the answer says nothing.
 *
 * `bytes`: the same text in UTF-8, where somebody has it, so that the scanner need not make it anew.
 */
export function holdsEscapedKey(text: string, bytes?: Uint8Array): boolean {
  return (
    searchedFor(text, maxSteps) ??
    keysScanner(text.length)?.holdsEscapedKey(bytes ?? text) ??
    searchedFor(text, () => Number.POSITIVE_INFINITY) === true
  );
}

/** Undefined before it is worth making; null where there is no WebAssembly. */
let scanner: KeysScanner | undefined | null;

/** UTF-16 units of the texts that would have been the scanner's. */
let waiting = 0;

/** Making the scanner takes half a millisecond, as much as searching so many units: too much for a cold start. */
const worthMaking = 100_000;

function keysScanner(units: number): KeysScanner | null | undefined {
  if (scanner === undefined) {
    waiting += units;
    if (waiting >= worthMaking) scanner = newKeysScanner() ?? null;
  }
  return scanner;
}

/** Steps of the search up to a place before the scanner takes over, which costs as much as a step in a hundred characters. */
function maxSteps(at: number): number {
  return 16 + at / 128;
}

/**
 * Says whether a key holds an escape by going from one string with an escape to the next: the platform's own search passes
 * what is between, which is quick where escapes are few. A step passes a quote or a backslash before one; undefined where that
 * takes more of them than `limit` lets it.
 */
export function searchedFor(text: string, limit: (at: number) => number): boolean | undefined {
  let steps = 0;
  let slash = text.indexOf("\\");
  let start = slash + 2;
  while (slash >= 0) {
    const quote = text.indexOf('"', start);
    if (quote < 0) return false;
    const slashes = slashesBefore(text, quote, start);
    steps += 1 + slashes;
    if (steps > limit(quote)) return undefined;
    start = quote + 1;
    if (slashes % 2 === 1) continue;
    if (isColonNext(text, start)) return true;
    slash = text.indexOf("\\", start);
    start = slash + 2;
  }
  return false;
}

/** How many backslashes stand right before a character; what is before `start` is not looked at. */
function slashesBefore(text: string, index: number, start: number): number {
  let before = index;
  while (before > start && text.charCodeAt(before - 1) === 0x5c) before--;
  return index - before;
}

function isColonNext(text: string, start: number): boolean {
  let at = start;
  let code = text.charCodeAt(at);
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
    code = text.charCodeAt(++at);
  }
  return code === 0x3a;
}
