import type { Allowance } from "../../converter/allowance.ts";
import { maxBytesFor } from "../../converter/growth.ts";
import type { Cursor } from "../../json/scan/cursor.ts";
import type { Selected } from "../../json/scan/pieces.ts";
import type { Reader } from "../../json/scan/reader.ts";
import type { Splicer } from "../../json/scan/splicer.ts";
import type { JsonValue } from "../../json/value.ts";
import { isReviewObject } from "../../protocol/conversion-review.ts";
import { objectFault } from "../../protocol/gate/conversion.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import { convertObject, type Note } from "../convert-object.ts";
import type { ConversionRegistry } from "../registry.ts";
import { writeObject } from "../write-object.ts";
import type { CopiedFacts, ObjectType, ObjectTypes } from "./object-type.ts";

/** What the objects of one review are read from, converted by and written to. */
export interface Copying {
  readonly reader: Reader;
  readonly out: Splicer;
  readonly registry: ConversionRegistry;
  readonly types: ObjectTypes;
  /** The target apiVersion. */
  readonly to: string;
  readonly allowance: Allowance;
}

/** Bytes that a character may have in a JSON text, and more: `\u0041`. */
const longestCharacter = 8;

/** Writes the converted objects of one review. What no conversion reads is copied. */
export class ObjectCopier {
  readonly #at: Copying;
  /** A guess, most often right: the type of the object before. Its selection fits no object of another type. */
  #type: ObjectType | undefined;
  /** Those of the first object. */
  #facts: CopiedFacts | undefined;
  /** Source versions other than the first object's. */
  readonly #versions: string[] = [];

  constructor(at: Copying) {
    this.#at = at;
    this.#type = at.types.last?.to === at.to ? at.types.last : undefined;
  }

  /** What the log says of the objects that were written; undefined where there are none. */
  facts(): CopiedFacts | undefined {
    if (this.#facts === undefined || this.#versions.length === 0) return this.#facts;
    const from = [this.#facts.from, ...this.#versions].toSorted().join(" ");
    return { ...this.#facts, from };
  }

  /** Writes the object that a cursor stands at, converted; false where that fails. Throws what a converter throws. */
  write(at: Cursor, note: Note): boolean {
    const { reader, out } = this.#at;
    if (at.opening < 0 || !reader.isMap(at.start)) return false;
    const { size } = out;
    if (!this.#writeSparse(at) && !this.#writeWhole(at, note)) return false;
    // Counts bytes, where an object that is parsed counts characters: what may differ is parsed.
    return out.size - size <= maxBytesFor((at.end - at.start) / longestCharacter);
  }

  /**
   * Writes the object with its own metadata; false, with nothing written, where the object has to be parsed. The response
   * gate has nothing to judge: metadata is the original's text, and the type is written here.
   */
  #writeSparse({ opening }: Cursor): boolean {
    const { out, allowance } = this.#at;
    const selected = this.#select(opening);
    const type = this.#type;
    if (selected === undefined || type?.way === undefined) return false;
    allowance.growth.restart();
    const image = type.way.convert(selected.map, allowance);
    if (image === undefined || allowance.watch.isPassed) return false;
    this.#note(type);
    const { place: metadata } = selected;
    out.encoded(type.way.head);
    if (metadata === undefined) out.raw("{}");
    else out.part(metadata.start, metadata.end);
    out.members(image, false);
    out.raw("}");
    return true;
  }

  /** What the conversion reads of an object; undefined where that is all of it. Finds the object's type. */
  #select(opening: number): Selected | undefined {
    const selected = this.#selectAs(this.#type, opening);
    if (selected !== "other") return selected;
    this.#type = this.#typeAt(opening);
    const again = this.#selectAs(this.#type, opening);
    return again === "other" ? undefined : again;
  }

  #selectAs(type: ObjectType | undefined, opening: number): Selected | "other" | undefined {
    return type?.way === undefined ? "other" : this.#at.reader.select(opening, type.way.selection);
  }

  /** The type that an object names; its selection then finds whether it names another one later. */
  #typeAt(opening: number): ObjectType | undefined {
    const { reader, types, to } = this.#at;
    const named: Record<string, JsonValue> = {};
    const member = reader.cursor().enter(opening);
    while (!isReviewObject(named) && member.nextMember()) {
      const key = reader.name(member.keyStart, member.keyEnd);
      if (key === "apiVersion" || key === "kind")
        named[key] = reader.name(member.start, member.end);
    }
    return isReviewObject(named) ? types.find(named, to) : undefined;
  }

  #writeWhole({ start, end }: Cursor, note: Note): boolean {
    const { reader, out, registry, types, to, allowance } = this.#at;
    const object = reader.value(start, end);
    const desired = parseApiVersion(to);
    if (!isReviewObject(object) || desired === undefined) return false;
    const type = types.find(object, to);
    if (type === undefined) return false;
    const result = convertObject(registry, object, desired, allowance, note);
    if (!result.ok || objectFault(object, result.value, to) !== undefined) return false;
    const written = writeObject(result.value, object);
    if (!written.ok) return false;
    this.#note(type);
    out.raw(written.value);
    return true;
  }

  #note({ facts }: ObjectType): void {
    this.#facts ??= facts;
    const isKnown = facts.from === this.#facts.from || this.#versions.includes(facts.from);
    if (!isKnown) this.#versions.push(facts.from);
  }
}
