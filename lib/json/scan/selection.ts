/** A member of a map that somebody wants. */
export type Wanted =
  /** Its value. */
  | { readonly key: string; readonly action: "whole" }
  /** Of a map these members, of anything else the value. */
  | { readonly key: string; readonly action: "part"; readonly members: readonly Wanted[] }
  /** The map is only taken apart where this text stands there. */
  | { readonly key: string; readonly action: "exactly"; readonly text: string }
  /** Where it stands. */
  | { readonly key: string; readonly action: "place" }
  /** Where it stands, a map that is passed on. */
  | { readonly key: string; readonly action: "passing"; readonly maps: readonly StringMapTest[] };

/** A member that must be a map of strings, or null, without a key that begins so. */
export interface StringMapTest {
  readonly key: string;
  readonly without: readonly string[];
}

/** What is wanted of a map, laid out for the scanner's module: see assembly/select.ts. */
export interface Selection {
  readonly bytes: Uint8Array;
  /** Keys by the number that their pieces bear. */
  readonly keys: readonly string[];
}

/** Bytes that a selection may have. */
const maxBytes = 8192;

/** Undefined for more than fits. */
export function selectionOf(members: readonly Wanted[]): Selection | undefined {
  const layout = new Layout();
  layout.list(members);
  return layout.isFit ? { bytes: layout.bytes(), keys: layout.keys } : undefined;
}

const actions = { whole: 1, part: 2, exactly: 3, passing: 4, place: 5 } as const;

/** Writes lists one after another; a list below is written behind the list that names it. */
class Layout {
  readonly keys: string[] = [];
  readonly #bytes = new Uint8Array(maxBytes);
  readonly #view = new DataView(this.#bytes.buffer);
  #end = 0;
  isFit = true;

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  list(members: readonly Wanted[]): void {
    const entries = members.map((member) => ({ member, at: this.#entry(member) }));
    this.#take(1);
    for (const { member, at } of entries) {
      this.#set(at, this.#end);
      if (member.action === "part") this.list(member.members);
      else if (member.action === "exactly") this.#text(encoder.encode(member.text));
      else if (member.action === "passing") this.#tests(member.maps);
    }
  }

  #entry(member: Wanted): number {
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

  /** An entry with nothing but its key. */
  #head(key: Uint8Array): number {
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
