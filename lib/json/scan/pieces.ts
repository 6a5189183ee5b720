import { assertDefined } from "../invariant.ts";
import { type MutableSparseObject, type SparseObject, unparsed } from "../sparse.ts";
import { assign, type JsonValue } from "../value.ts";
import type { Range } from "./cursor.ts";
import type { Selection } from "./selection.ts";

// Numbers of pieces that are not members, above the two bytes that number a member: see assembly/select.ts.
const run = 0x10000; // consecutive members that are not selected
const leave = 0x10001; // the end of a map that `enter` began
const enter = 0x20000; // the start of an inner map of which members are selected; plus the number of that map's key
const range = 0x40000; // a value with the action `range` or `copy`: only its offsets are read

/** The offsets of a value in the text, and its token. */
export interface ValueRange extends Range {
  /** The index of the token that opens the value; 0 for a value without a listed token, such as a scalar. */
  readonly opening: number;
}

/** The selected members of a map. */
export interface Selected {
  /** The map with the selected members; the others are unparsed. */
  readonly map: SparseObject;
  /**
   * The offsets of the member with the action `range` or `copy`, the last one if there are several; undefined if the map
   * has no such member.
   */
  readonly range: ValueRange | undefined;
}

/** Reads a value. `opening` is as in {@link ValueRange}. */
type ReadPiece = (start: number, end: number, opening: number) => JsonValue;

/** Builds sparse maps from the pieces of a selection. */
export class PieceReader {
  readonly #pieces: Uint32Array;
  readonly #valueAt: ReadPiece;
  #at = 0;
  #end = 0;
  #range: ValueRange | undefined;

  constructor(pieces: Uint32Array, valueAt: ReadPiece) {
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
    const map: MutableSparseObject = {};
    let runs: Range[] | undefined;
    while (this.#at < this.#end) {
      const number = this.#word();
      const start = this.#word();
      const end = this.#word();
      const opening = this.#word();
      if (number < run) assign(map, keyAt(keys, number), this.#valueAt(start, end, opening));
      else if (number === run) {
        if (runs === undefined) map[unparsed] = runs = [];
        runs.push({ start, end });
      } else if (number === leave) return map;
      else if (number === range) this.#range = { start, end, opening };
      else assign(map, keyAt(keys, number - enter), this.#map(keys));
    }
    return map;
  }

  #word(): number {
    return assertDefined(this.#pieces[this.#at++], "each piece has four numbers");
  }
}

function keyAt(keys: readonly string[], number: number): string {
  return assertDefined(keys[number], "a piece refers to a key of its selection");
}
