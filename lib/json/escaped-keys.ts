import { type KeysScanner, newKeysScanner } from "./scan/keys-scanner.ts";

/**
 * True if a key of a JSON text contains an escape; escapes in values don't count. Much faster than parsing. The result
 * is meaningless for a text that is not JSON.
 *
 * `bytes` is the same text in UTF-8, if the caller has it, so that the scanner need not encode the text.
 */
export function holdsEscapedKey(text: string, bytes?: Uint8Array): boolean {
  return (
    searchEscapedKey(text, maxSteps) ??
    keysScanner(text.length)?.holdsEscapedKey(bytes ?? text) ??
    searchEscapedKey(text, () => Number.POSITIVE_INFINITY) === true
  );
}

/**
 * The scanner; undefined before it is created, null on a runtime without WebAssembly. It only affects the speed:
 * scanner and search give the same result for each JSON text.
 */
let scanner: KeysScanner | undefined | null;

/** The UTF-16 units of the texts in which the limited search gave up before the scanner was created. */
let missedUnits = 0;

/**
 * The UTF-16 units after which the scanner is created. Creating it takes half a millisecond, as long as searching this
 * many units, which is too long for a cold start.
 */
const unitsBeforeScanner = 100_000;

function keysScanner(units: number): KeysScanner | null | undefined {
  if (scanner === undefined) {
    missedUnits += units;
    if (missedUnits >= unitsBeforeScanner) scanner = newKeysScanner() ?? null;
  }
  return scanner;
}

/**
 * The most steps of {@link searchEscapedKey} up to an offset. With more steps the scanner is faster: it takes as long for
 * 100 characters as the search for one step. 16 are always allowed, so that a key near the start needs no scanner.
 */
function maxSteps(offset: number): number {
  return 16 + offset / 128;
}

/**
 * True if a key has an escape. Jumps from one string with an escape to the next with `indexOf`, which is fast if escapes are
 * rare. Each quote, and each backslash directly before it, counts as a step. Undefined after more steps than `limit` allows
 * up to an offset.
 */
export function searchEscapedKey(
  text: string,
  limit: (offset: number) => number,
): boolean | undefined {
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

/** The number of backslashes directly before `index`. Characters before `start` don't count. */
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
