import { parse } from "../parse.ts";
import type { JsonObject, JsonValue } from "../value.ts";
import { Cursor } from "./cursor.ts";
import type { ReadPlan } from "./plan.ts";
import type { Scanned } from "./scan.ts";
import { SparseMap } from "./sparse-map.ts";

/** A part of the text: offsets in bytes, the end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const bracket = 0x5b;
const brace = 0x7b;

/** Makes values of parts of a scanned text. */
export class Reader {
  readonly #scanned: Scanned;
  readonly #bytes: Uint8Array;

  constructor(scanned: Scanned) {
    this.#scanned = scanned;
    this.#bytes = scanned.bytes;
  }

  cursor(): Cursor {
    return new Cursor(this.#scanned);
  }

  /** Stands before the first member of the text's map; undefined where the text is none, or an empty one. */
  root(): Cursor | undefined {
    return this.#scanned.count > 0 && this.isMap(0) ? this.cursor().enter(0) : undefined;
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

  /** True where this very text stands, given as bytes. */
  is(start: number, end: number, text: Uint8Array): boolean {
    return end - start === text.length && this.begins(start, text);
  }

  /** True where the text goes on so. */
  begins(start: number, text: Uint8Array): boolean {
    const bytes = this.#bytes;
    for (let index = 0; index < text.length; index++) {
      if (bytes[start + index] !== text[index]) return false;
    }
    return true;
  }

  /** True where two parts of the text are the same. */
  isSame(one: Range, other: Range): boolean {
    const bytes = this.#bytes;
    const length = one.end - one.start;
    if (length !== other.end - other.start) return false;
    for (let index = length - 1; index >= 0; index--) {
      if (bytes[one.start + index] !== bytes[other.start + index]) return false;
    }
    return true;
  }

  /** The value that stands there, exactly. */
  value(start: number, end: number): JsonValue {
    const text = utf8.decode(this.#bytes.subarray(start, end));
    if (this.isString(start) && !text.includes("\\")) return text.slice(1, -1);
    if (!this.#scanned.hasOddNumbers) return JSON.parse(text);
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    throw new TypeError(`a part of a scanned text is no JSON: ${parsed.error.message}`);
  }

  /** As {@link value}, for keys and names: those seen before cost little. */
  name(start: number, end: number): JsonValue {
    return this.isString(start) && end - start <= maxNameBytes
      ? (nameIn(this.#bytes, start + 1, end - 1) ?? this.value(start, end))
      : this.value(start, end);
  }

  /** A map of which only what is planned is read; everything between stays in the text. */
  sparse(opening: number, plan: ReadPlan): JsonObject {
    const map = new SparseMap();
    const cursor = this.cursor().enter(opening);
    while (cursor.nextMember()) this.readMember(cursor, plan, map);
    return map.done();
  }

  /** Reads the member that a cursor stands at, as far as that is planned. */
  readMember(cursor: Cursor, plan: ReadPlan, map: SparseMap): void {
    for (const { bytes, key, below } of plan) {
      if (this.is(cursor.keyStart, cursor.keyEnd, bytes)) {
        map.put(key, this.#part(cursor, below));
        return;
      }
    }
    map.leave(cursor);
  }

  #part({ start, end, opening }: Cursor, below: ReadPlan | "whole"): JsonValue {
    return below !== "whole" && opening >= 0 && this.isMap(start)
      ? this.sparse(opening, below)
      : this.value(start, end);
  }
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

const maxNameBytes = 64;

/** Names seen before, by a hash of their bytes: all reviews have the same few. */
const names: string[] = Array.from({ length: 512 }, () => "");

/** A string of plain ASCII between quotes; undefined where it is none. */
function nameIn(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = end - start;
  const [first = 0, middle = 0, last = 0] = [
    bytes[start],
    bytes[start + (length >> 1)],
    bytes[end - 1],
  ];
  const slot = (length * 37 + first * 7 + middle * 3 + last) & 511;
  const known = names[slot] ?? "";
  if (known.length === length && isText(bytes, start, known)) return known;
  const name = utf8.decode(bytes.subarray(start, end));
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
