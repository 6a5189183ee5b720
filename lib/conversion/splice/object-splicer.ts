import type { Cursor } from "../../json/scan/cursor.ts";
import type { Selected } from "../../json/scan/pieces.ts";
import type { Reader } from "../../json/scan/reader.ts";
import type { Splicer } from "../../json/scan/splicer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { isReviewObject, type ReviewObject } from "../../protocol/conversion-review.ts";
import { objectFault } from "../../protocol/gate/conversion.ts";
import { apiVersionOf, type GroupVersion } from "../../protocol/gvk.ts";
import { convertObject, type Note } from "../convert-object.ts";
import { Growth } from "../growth.ts";
import type { ConversionRegistry } from "../registry.ts";
import { type ObjectType, objectType } from "./object-type.ts";

/** Writes the converted objects of one review, and copies what no conversion touches. */
export class ObjectSplicer {
  readonly #reader: Reader;
  readonly #out: Splicer;
  readonly #registry: ConversionRegistry;
  readonly #desired: GroupVersion;
  readonly #apiVersion: string;
  #growth = new Growth();
  /** That of the object before: most often all are alike. */
  #type: ObjectType | undefined;
  /** The types of all objects, each once. */
  readonly types = new Map<string, ReviewObject>();

  constructor(reader: Reader, out: Splicer, registry: ConversionRegistry, desired: GroupVersion) {
    this.#reader = reader;
    this.#out = out;
    this.#registry = registry;
    this.#desired = desired;
    this.#apiVersion = apiVersionOf(desired);
  }

  /** Writes the object that a cursor stands at, converted; false where it cannot be. Throws what a converter throws. */
  write(at: Cursor, note: Note): boolean {
    return (at.opening >= 0 && this.#writeSparse(at)) || this.#writeWhole(at, note);
  }

  /** Reads only what its conversion looks at; false where that is not enough. */
  #writeSparse(at: Cursor): boolean {
    const selected = this.#select(at);
    if (selected === undefined || this.#type === undefined) return false;
    const { route, head } = this.#type;
    if (route === undefined) {
      this.#writeAsIs(selected, at);
      return true;
    }
    const growth = this.#growth.copy();
    const image = route.convert(selected.map, growth);
    if (image === undefined || namesEnvelope(image)) return false;
    this.#growth = growth;
    this.#writeConverted(head, selected, image);
    return true;
  }

  #select(at: Cursor): Selected | undefined {
    const reader = this.#reader;
    if (this.#type !== undefined) {
      const selected = reader.select(at.opening, this.#type.selection);
      if (selected !== "other") return selected;
    }
    const named = this.#typeNamed(at.opening);
    this.#type = named && objectType(this.#registry, named, this.#desired);
    if (named === undefined || this.#type === undefined) return undefined;
    this.#note(named);
    const selected = reader.select(at.opening, this.#type.selection);
    return selected === "other" ? undefined : selected;
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

  #note({ apiVersion, kind }: ReviewObject): void {
    this.types.set(`${apiVersion} ${kind}`, { apiVersion, kind });
  }

  /** The gate has nothing to look at here: type, identity, labels and annotations are the original's own text. */
  #writeConverted(head: string, { passed }: Selected, image: JsonObject): void {
    const out = this.#out;
    out.again(head);
    if (passed === undefined) out.raw("{}");
    else out.part(passed.start, passed.end);
    out.members(image, false);
    out.raw("}");
  }

  #writeAsIs({ passed }: Selected, { start, end }: Cursor): void {
    if (passed === undefined) this.#out.raw('{"metadata":{},');
    this.#out.part(passed === undefined ? start + 1 : start, end);
  }

  #writeWhole({ start, end }: Cursor, note: Note): boolean {
    const object = this.#reader.value(start, end);
    if (!isReviewObject(object)) return false;
    this.#note(object);
    const result = convertObject(this.#registry, object, this.#desired, this.#growth, note);
    if (!result.ok || objectFault(object, result.value, this.#apiVersion) !== undefined)
      return false;
    this.#out.raw(stringify(result.value));
    return true;
  }
}

/** True for a body that gives what is no conversion's to change. */
function namesEnvelope(body: JsonObject): boolean {
  return (
    Object.hasOwn(body, "apiVersion") ||
    Object.hasOwn(body, "kind") ||
    Object.hasOwn(body, "metadata")
  );
}
