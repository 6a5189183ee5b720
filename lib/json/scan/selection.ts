/** A member to select from a map, and what to read of it. */
export type WantedMember =
  /** Reads the value. */
  | { readonly key: string; readonly action: "whole" }
  /** Reads the given members if the value is a map; otherwise the whole value. */
  | { readonly key: string; readonly action: "part"; readonly members: readonly WantedMember[] }
  /** Reads nothing, but the member must have this text. Otherwise the selection does not apply to the map. */
  | { readonly key: string; readonly action: "exactly"; readonly text: string }
  /** Reads the offsets of the value in the text. */
  | { readonly key: string; readonly action: "range" }
  /** Reads the offsets of a map that is copied. The given members of this map must pass their {@link StringMapTest}. */
  | { readonly key: string; readonly action: "copy"; readonly maps: readonly StringMapTest[] };

/** A member that must be null or a map of strings, in which no key starts with one of some prefixes. */
interface StringMapTest {
  readonly key: string;
  readonly without: readonly string[];
}

/** The members to select from a map, encoded for the scanner's WebAssembly module: see assembly/select.ts. */
export interface Selection {
  readonly bytes: Uint8Array;
  /** The keys, by the number that pieces refer to. */
  readonly keys: readonly string[];
}

/**
 * The most bytes of an encoded selection. It is half of the space between planAt and piecesAt in memory.ts; the other half is
 * not used.
 */
const maxBytes = 8192;

/** Encodes a selection for the scanner's WebAssembly module; undefined if it is too large. */
export function selectionOf(members: readonly WantedMember[]): Selection | undefined {
  const writer = new SelectionWriter();
  writer.list(members);
  return writer.isFit ? { bytes: writer.bytes(), keys: writer.keys } : undefined;
}

const actions = { whole: 1, part: 2, exactly: 3, copy: 4, range: 5 } as const;

/** Writes lists one after another. An inner list comes after the list that refers to it. */
class SelectionWriter {
  readonly keys: string[] = [];
  readonly #bytes = new Uint8Array(maxBytes);
  readonly #view = new DataView(this.#bytes.buffer);
  #end = 0;
  isFit = true;

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  list(members: readonly WantedMember[]): void {
    const entries = members.map((member) => ({ member, at: this.#entry(member) }));
    this.#take(1);
    for (const { member, at } of entries) {
      this.#set(at, this.#end);
      if (member.action === "part") this.list(member.members);
      else if (member.action === "exactly") this.#text(encoder.encode(member.text));
      else if (member.action === "copy") this.#tests(member.maps);
    }
  }

  #entry(member: WantedMember): number {
    const at = this.#head(encoder.encode(JSON.stringify(member.key)));
    if (!this.isFit) return at;
    this.#bytes[at + 1] = actions[member.action];
    this.#view.setUint16(at + 2, this.keys.length, true);
    if (member.action === "exactly") {
      this.#view.setUint16(at + 6, encoder.encode(member.text).length, true);
    }
    this.keys.push(member.key);
    return at;
  }

  #tests(maps: readonly StringMapTest[]): void {
    const entries = maps.map(({ key, without }) => ({
      without,
      at: this.#head(encoder.encode(JSON.stringify(key))),
    }));
    this.#take(1);
    for (const { without, at } of entries) {
      this.#set(at, this.#end);
      for (const start of without) this.#head(encoder.encode(JSON.stringify(start).slice(0, -1)));
      this.#take(1);
    }
  }

  /** Writes an entry with only its key, and returns its address. */
  #head(key: Uint8Array): number {
    // The length is encoded as one byte.
    if (key.length > 255) this.isFit = false;
    const at = this.#take(8);
    this.#text(key);
    if (this.isFit) this.#bytes[at] = key.length;
    return at;
  }

  #set(at: number, list: number): void {
    if (this.isFit) this.#view.setUint16(at + 4, list, true);
  }

  #text(text: Uint8Array): void {
    const at = this.#take(text.length);
    if (this.isFit) this.#bytes.set(text, at);
  }

  #take(bytes: number): number {
    const at = this.#end;
    if (at + bytes > maxBytes) this.isFit = false;
    else this.#end += bytes;
    return at;
  }
}

const encoder = new TextEncoder();
