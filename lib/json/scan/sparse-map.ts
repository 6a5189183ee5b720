import { assign, type JsonValue, type MutableJsonObject, unread } from "../value.ts";
import type { Cursor } from "./cursor.ts";
import { runName } from "./plan.ts";

/** A map under construction, of which only some members are read: members between them are held as runs of text. */
export class SparseMap {
  readonly #map: MutableJsonObject = {};
  #runs = 0;
  #start = -1;
  #end = -1;

  /** Leaves the member that a cursor stands at in the text. */
  leave({ keyStart, end }: Cursor): void {
    if (this.#start < 0) this.#start = keyStart;
    this.#end = end;
  }

  /** Passes a member that does not belong to the map. */
  skip(): void {
    if (this.#start >= 0) this.#map[runName(this.#runs++)] = unread(this.#start, this.#end);
    this.#start = -1;
  }

  put(key: string, value: JsonValue): void {
    this.skip();
    assign(this.#map, key, value);
  }

  done(): MutableJsonObject {
    this.skip();
    return this.#map;
  }
}
