import { type MutableSparseObject, type SparseObject, unparsed } from "../sparse.ts";
import { assign, type JsonValue } from "../value.ts";
import type { Range } from "./cursor.ts";
import type { Selection } from "./selection.ts";

// Numbers of pieces that are no member's: see assembly/select.ts.
const run = 0x10000;
const leave = 0x10001;
const enter = 0x20000;
const place = 0x40000;

export interface Place extends Range {
  /** The token that opens what stands there; 0 where none is listed. */
  readonly opening: number;
}

/** What was selected of a map. */
export interface Selected {
  /** With what was wanted; the rest is unparsed. */
  readonly map: SparseObject;
  /** The member of which only the place is wanted; absent where the map has none. */
  readonly place: Place | undefined;
}

/** Makes the value that stands there; `opening` is the token that opens it, 0 where none is listed. */
export type ValueAt = (start: number, end: number, opening: number) => JsonValue;

/** Builds sparse maps of the pieces that a selection found. */
export class PieceReader {
  readonly #pieces: Uint32Array;
  readonly #valueAt: ValueAt;
  #at = 0;
  #end = 0;
  #place: Place | undefined;

  constructor(pieces: Uint32Array, valueAt: ValueAt) {
    this.#pieces = pieces;
    this.#valueAt = valueAt;
  }

  read(count: number, { keys }: Selection): Selected {
    this.#at = 0;
    this.#end = 4 * count;
    this.#place = undefined;
    return { map: this.#map(keys), place: this.#place };
  }

  #map(keys: readonly string[]): SparseObject {
    const pieces = this.#pieces;
    const map: MutableSparseObject = {};
    let runs: Range[] | undefined;
    while (this.#at < this.#end) {
      const at = this.#at;
      this.#at = at + 4;
      const number = pieces[at] ?? 0;
      const start = pieces[at + 1] ?? 0;
      const end = pieces[at + 2] ?? 0;
      if (number < run)
        assign(map, keys[number] ?? "", this.#valueAt(start, end, pieces[at + 3] ?? 0));
      else if (number === run) {
        if (runs === undefined) map[unparsed] = runs = [];
        runs.push({ start, end });
      } else if (number === leave) return map;
      else if (number === place) this.#place = { start, end, opening: pieces[at + 3] ?? 0 };
      else assign(map, keys[number - enter] ?? "", this.#map(keys));
    }
    return map;
  }
}
