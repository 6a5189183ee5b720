import { assertDefined } from "../invariant.ts";
import { parseNatively } from "../native-parser.ts";
import { parse } from "../parse.ts";
import { assign, type JsonValue, type MutableJsonObject } from "../value.ts";
import { Cursor } from "./cursor.ts";
import { PieceReader, type Selected } from "./pieces.ts";
import { otherType, type Scanned, unselectable } from "./scan.ts";
import type { Selection } from "./selection.ts";

// The ASCII codes of `"`, `[` and `{`.
const quote = 0x22;
const bracket = 0x5b;
const brace = 0x7b;

/** Reads values from a scanned text. */
export class ScanReader {
  readonly #scanned: Scanned;
  readonly #bytes: Buffer;
  readonly #tokens: Uint32Array;
  readonly #selected: PieceReader;
  /** Cursors to reuse, one for each level of lists and maps that are being read. */
  readonly #cursors: Cursor[] = [];

  constructor(scanned: Scanned) {
    this.#scanned = scanned;
    this.#bytes = scanned.bytes;
    this.#tokens = scanned.tokens;
    this.#selected = new PieceReader(scanned.pieces, (start, end, opening) =>
      opening > 0 && end - start <= maxWalkedBytes && !this.#scanned.hasUnsafeNumbers
        ? this.#container(opening)
        : this.name(start, end),
    );
  }

  cursor(): Cursor {
    return new Cursor(this.#bytes, this.#tokens);
  }

  /** True if the text is a map with members. */
  isMapText(): boolean {
    return this.#scanned.count > 0 && this.isMap(0);
  }

  isString(start: number): boolean {
    return this.#bytes[start] === quote;
  }

  isMap(start: number): boolean {
    return this.#bytes[start] === brace;
  }

  isList(start: number): boolean {
    return this.#bytes[start] === bracket;
  }

  /** Parses the value between two offsets. Numbers are exact. */
  value(start: number, end: number): JsonValue {
    const text = this.#bytes.toString("utf8", start, end);
    if (this.isString(start) && !text.includes("\\")) return text.slice(1, -1);
    const value = this.#scanned.hasUnsafeNumbers ? undefined : parseNatively(text);
    if (value !== undefined) return value;
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    throw new TypeError(`a part of a scanned text is not JSON: ${parsed.error.message}`);
  }

  /** Reads a list or map by its tokens, in a text whose numbers `JSON.parse` reads exactly. */
  #container(opening: number): JsonValue {
    const cursor = this.#cursors.pop() ?? this.cursor();
    cursor.enter(opening);
    const container = cursor.isList() ? this.#list(cursor) : this.#map(cursor);
    this.#cursors.push(cursor);
    return container;
  }

  #list(cursor: Cursor): JsonValue {
    const list: JsonValue[] = [];
    while (cursor.nextItem()) list.push(this.#part(cursor));
    return list;
  }

  #map(cursor: Cursor): JsonValue {
    const map: MutableJsonObject = {};
    while (cursor.nextMember()) {
      assign(map, String(this.name(cursor.keyStart, cursor.keyEnd)), this.#part(cursor));
    }
    return map;
  }

  #part({ start, end, opening }: Cursor): JsonValue {
    if (opening >= 0) return this.#container(opening);
    const first = assertDefined(this.#bytes[start], "a value has a first byte");
    const isDigit = end - start === 1 && first >= 0x30 && first <= 0x39;
    return isDigit ? first - 0x30 : this.name(start, end);
  }

  /** Parses the value between two offsets, like {@link value}. Faster for keys and names that were read before. */
  name(start: number, end: number): JsonValue {
    return this.isString(start) && end - start <= maxNameBytes
      ? (nameIn(this.#bytes, start + 1, end - 1) ?? this.value(start, end))
      : this.value(start, end);
  }

  /**
   * Selects members of the map that a token opens. Undefined if the map must be parsed; "other" if a member that must have a
   * certain text has another one or is missing.
   */
  select(opening: number, selection: Selection): Selected | "other" | undefined {
    const count = this.#scanned.select(opening, selection);
    if (count === otherType) return "other";
    return count === unselectable ? undefined : this.#selected.read(count, selection);
  }
}

/** The most bytes of a text that is looked up in {@link names}. Nearly all keys, versions and enum values are shorter. */
const maxNameBytes = 64;

/** The bytes from which the runtime's parser reads a list or map faster than this class. */
const maxWalkedBytes = 512;

/**
 * A cache of names by a hash of their bytes, one for each of 512 hashes. All bytes are compared, so it affects only the
 * speed: with fewer slots more names evict each other, and each slot keeps a text of up to {@link maxNameBytes} alive.
 */
const names: (string | undefined)[] = Array.from({ length: 512 });

/** A string of ASCII characters without escapes, given without its quotes; undefined for any other string. */
function nameIn(bytes: Buffer, start: number, end: number): string | undefined {
  const length = end - start;
  const [first = 0, middle = 0, last = 0] = [
    bytes[start],
    bytes[start + (length >> 1)],
    bytes[end - 1],
  ];
  const slot = (length * 37 + first * 7 + middle * 3 + last) & 511;
  const cached = names[slot];
  if (cached?.length === length && isText(bytes, start, cached)) return cached;
  const name = bytes.toString("utf8", start, end);
  if (name.length !== length || name.includes("\\")) return undefined;
  names[slot] = name;
  return name;
}

function isText(bytes: Uint8Array, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
