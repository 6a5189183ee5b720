import type { Allowance } from "../../converter/allowance.ts";
import { maxBytesFor } from "../../converter/growth.ts";
import type { Cursor } from "../../json/scan/cursor.ts";
import type { Selected } from "../../json/scan/pieces.ts";
import type { Reader } from "../../json/scan/reader.ts";
import type { Splicer } from "../../json/scan/splicer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { isReviewObject, type ReviewObject } from "../../protocol/conversion-review.ts";
import { objectFault } from "../../protocol/gate/conversion.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import { convertObject, type Note } from "../convert-object.ts";
import type { ConversionRegistry } from "../registry.ts";
import { writeObject } from "../write-object.ts";
import { type ObjectType, type ObjectTypes, objectTypes } from "./object-type.ts";

/** Where objects are read and written. */
export interface Copying {
  readonly reader: Reader;
  readonly out: Splicer;
}

/** What is made of the objects of one review. */
export interface Conversions {
  readonly registry: ConversionRegistry;
  /** The wanted apiVersion. */
  readonly to: string;
  readonly allowance: Allowance;
}

/** Bytes that a character may have in a text of JSON, and more: `\u0041`. */
const longestCharacter = 8;

/** Writes the converted objects of one review, and copies what no conversion touches. */
export class ObjectSplicer {
  readonly #reader: Reader;
  readonly #out: Splicer;
  readonly #registry: ConversionRegistry;
  readonly #to: string;
  readonly #types: ObjectTypes;
  /** That of the object before: most often all are alike. */
  #type: ObjectType | undefined;
  readonly #allowance: Allowance;
  /** The types of all objects, each once. */
  readonly seen = new Set<ReviewObject>();

  constructor({ reader, out }: Copying, { registry, to, allowance }: Conversions) {
    this.#allowance = allowance;
    this.#reader = reader;
    this.#out = out;
    this.#registry = registry;
    this.#to = to;
    this.#types = objectTypes(registry);
    this.#type = this.#types.last?.to === to ? this.#types.last : undefined;
  }

  /** Writes the object that a cursor stands at, converted; false where it cannot be. Throws what a converter throws. */
  write(at: Cursor, note: Note): boolean {
    if (at.opening < 0 || !this.#reader.isMap(at.start)) return false;
    const selected = this.#select(at.opening);
    if (this.#type === undefined) return false;
    const { size } = this.#out;
    const isSparse = selected !== undefined && this.#writeSparse(this.#type, at, selected);
    if (!isSparse) return this.#writeWhole(at, note);
    // Counted in bytes of a text as it came, where the parsed way counts characters: what may differ is parsed.
    return this.#out.size - size <= maxBytesFor((at.end - at.start) / longestCharacter);
  }

  /** What its conversion looks at; undefined where that is the whole object. Finds its type. */
  #select(opening: number): Selected | undefined {
    const selected = this.#selectBy(this.#type, opening);
    if (selected !== "other") return selected;
    const named = this.#typeNamed(opening);
    this.#type = named && this.#types.find(named, this.#to);
    const again = this.#selectBy(this.#type, opening);
    return again === "other" ? undefined : again;
  }

  #selectBy(type: ObjectType | undefined, opening: number): Selected | "other" | undefined {
    return type?.way === undefined ? "other" : this.#reader.select(opening, type.way.selection);
  }

  /** Converts what was selected; false where the conversion needs more. */
  #writeSparse({ named, way }: ObjectType, at: Cursor, selected: Selected): boolean {
    if (way?.route === undefined) {
      this.seen.add(named);
      this.#writeAsIs(selected, at);
      return true;
    }
    this.#allowance.growth.restart();
    const image = way.route.convert(selected.map, this.#allowance);
    if (image === undefined || this.#allowance.watch.isPassed) return false;
    this.seen.add(named);
    this.#writeConverted(way.head, selected, image);
    return true;
  }

  /** The type that an object says it has. */
  #typeNamed(opening: number): ReviewObject | undefined {
    const reader = this.#reader;
    const type: Record<string, JsonValue> = {};
    const member = reader.cursor().enter(opening);
    while (member.nextMember()) {
      const key = reader.name(member.keyStart, member.keyEnd);
      if (key === "apiVersion" || key === "kind") type[key] = reader.name(member.start, member.end);
    }
    return isReviewObject(type) ? type : undefined;
  }

  /** The gate has nothing to look at here: type, identity, labels and annotations are the original's own text. */
  #writeConverted(head: string, { place }: Selected, image: JsonObject): void {
    const out = this.#out;
    out.again(head);
    if (place === undefined) out.raw("{}");
    else out.part(place.start, place.end);
    out.members(image, false);
    out.raw("}");
  }

  #writeAsIs({ place }: Selected, { start, end }: Cursor): void {
    this.#out.part(start, place === undefined ? end - 1 : end);
    if (place === undefined) this.#out.raw(',"metadata":{}}');
  }

  #writeWhole({ start, end }: Cursor, note: Note): boolean {
    const object = this.#reader.value(start, end);
    const desired = parseApiVersion(this.#to);
    if (!isReviewObject(object) || desired === undefined) return false;
    // What was selected by may be the type of the object before: this one's own may stand behind what could not be selected.
    const type = this.#types.find(object, this.#to);
    if (type === undefined) return false;
    this.seen.add(type.named);
    const result = convertObject(this.#registry, object, desired, this.#allowance, note);
    if (!result.ok || objectFault(object, result.value, this.#to) !== undefined) return false;
    const written = writeObject(result.value, object);
    if (written.ok) this.#out.raw(written.value);
    return written.ok;
  }
}
