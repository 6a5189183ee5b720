import { type MutableSparseObject, type SparseObject, unparsed } from "../sparse.ts";
import { assign, type JsonValue } from "../value.ts";
import type { Range } from "./cursor.ts";
import type { Selection } from "./selection.ts";

// Numbers of pieces that are not a member: see assembly/select.ts.
const run = 0x10000;
const leave = 0x10001;
const enter = 0x20000;
const range = 0x40000;

export interface ValueRange extends Range {
  /** Index of the token that opens the value; 0 where none is listed. */
  readonly opening: number;
}

/** The selected parts of a map. */
export interface Selected {
  /** Has the selected members; the others are unparsed. */
  readonly map: SparseObject;
  /** Of the member that is selected by its range; undefined where the map has none. */
  readonly range: ValueRange | undefined;
}

/** Reads a value; `opening` is the index of the token that opens it, 0 where none is listed. */
export type ValueAt = (start: number, end: number, opening: number) => JsonValue;

/** Builds sparse maps from the pieces that a selection found. */
export class PieceReader {
  readonly #pieces: Uint32Array;
  readonly #valueAt: ValueAt;
  #at = 0;
  #end = 0;
  #range: ValueRange | undefined;

  constructor(pieces: Uint32Array, valueAt: ValueAt) {
    this.#pieces = pieces;
    this.#valueAt = valueAt;
  }

  read(count: number, { keys }: Selection): Selected {
    this.#at = 0;
    this.#end = 4 * count;
    this.#range = undefined;
    return { map: this.#map(keys), range: this.#range };
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
      else if (number === range) this.#range = { start, end, opening: pieces[at + 3] ?? 0 };
      else assign(map, keys[number - enter] ?? "", this.#map(keys));
    }
    return map;
  }
}
