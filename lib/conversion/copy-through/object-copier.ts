import type { Allowance } from "../../converter/allowance.ts";
import { maxConvertedBytes } from "../../converter/growth.ts";
import type { Cursor } from "../../json/scan/cursor.ts";
import type { Selected } from "../../json/scan/pieces.ts";
import type { ScanReader } from "../../json/scan/reader.ts";
import type { Splicer } from "../../json/scan/splicer.ts";
import type { JsonValue } from "../../json/value.ts";
import { isReviewObject } from "../../protocol/conversion-review.ts";
import { objectFault } from "../../protocol/gate/conversion.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import { convertObject, type ReceiveRemarks } from "../convert-object.ts";
import type { ConversionRegistry } from "../registry.ts";
import { writeObject } from "../write-object.ts";
import type { CopiedFacts, ObjectType, ObjectTypes } from "./object-type.ts";

/** What is needed to convert the objects of one review. */
interface CopyContext {
  readonly reader: ScanReader;
  readonly out: Splicer;
  readonly registry: ConversionRegistry;
  readonly types: ObjectTypes;
  /** The target apiVersion. */
  readonly to: string;
  readonly allowance: Allowance;
}

/** An upper bound for the bytes of JSON text that stand for one byte as {@link writeObject} writes it: `\u0041` has 6. */
const longestByte = 8;

/** Converts the objects of one review and writes them. Members that no conversion reads are copied. */
export class ObjectCopier {
  readonly #context: CopyContext;
  /**
   * The type of the previous object. The next object's members are first selected by this type; the selection fails if
   * the object is of another type.
   */
  #type: ObjectType | undefined;
  /** Facts about the first object, for the log. */
  #facts: CopiedFacts | undefined;
  /** Source versions that differ from the first object's. */
  readonly #versions: string[] = [];

  constructor(context: CopyContext) {
    this.#context = context;
    this.#type = context.types.last?.to === context.to ? context.types.last : undefined;
  }

  /** Facts about all written objects, for the log; undefined if no object was written. */
  facts(): CopiedFacts | undefined {
    if (this.#facts === undefined || this.#versions.length === 0) return this.#facts;
    const from = [this.#facts.from, ...this.#versions].toSorted().join(" ");
    return { ...this.#facts, from };
  }

  /**
   * Converts the object at a cursor and writes the result. False if the object can't be converted by copying or might
   * exceed its size limit. Throws what a converter throws.
   */
  write(at: Cursor, note: ReceiveRemarks): boolean {
    const { reader, out } = this.#context;
    if (at.opening < 0 || !reader.isMap(at.start)) return false;
    const { size } = out;
    if (!this.#writeSparse(at) && !this.#writeWhole(at, note)) return false;
    // The size limit depends on the bytes of the original without escapes: n bytes have at least n / longestByte of them.
    // An object that would exceed the limit for this length is left to `convertReview`, which counts exactly.
    return out.size - size <= maxConvertedBytes((at.end - at.start) / longestByte);
  }

  /**
   * Converts the object and writes it, with its metadata copied. Returns false and writes nothing if the object must be
   * parsed whole. The response gate need not check the result: it checks metadata, which is copied, and the type, which
   * is written by this method.
   */
  #writeSparse({ opening }: Cursor): boolean {
    const { out, allowance } = this.#context;
    const selected = this.#select(opening);
    const type = this.#type;
    if (selected === undefined || type?.sparse === undefined) return false;
    allowance.growth.restart();
    const converted = type.sparse.convert(selected.map, allowance);
    if (converted === undefined || allowance.watch.isPassed) return false;
    this.#note(type);
    const { range: metadata } = selected;
    out.encoded(type.sparse.head);
    if (metadata === undefined) out.raw("{}");
    else out.part(metadata.start, metadata.end);
    out.members(converted, false);
    out.raw("}");
    return true;
  }

  /**
   * Selects the members of an object that its conversion reads, and sets `#type` to the object's type. Undefined if the
   * object must be parsed whole.
   */
  #select(opening: number): Selected | undefined {
    const selected = this.#selectAs(this.#type, opening);
    if (selected !== "other") return selected;
    this.#type = this.#typeAt(opening);
    const again = this.#selectAs(this.#type, opening);
    return again === "other" ? undefined : again;
  }

  #selectAs(type: ObjectType | undefined, opening: number): Selected | "other" | undefined {
    return type?.sparse === undefined
      ? "other"
      : this.#context.reader.select(opening, type.sparse.selection);
  }

  /**
   * The type of an object by its first `apiVersion` and `kind`. If the object repeats these members with other values,
   * the selection fails later.
   */
  #typeAt(opening: number): ObjectType | undefined {
    const { reader, types, to } = this.#context;
    const named: Record<string, JsonValue> = {};
    const member = reader.cursor().enter(opening);
    while (!isReviewObject(named) && member.nextMember()) {
      const key = reader.name(member.keyStart, member.keyEnd);
      if (key === "apiVersion" || key === "kind")
        named[key] = reader.name(member.start, member.end);
    }
    return isReviewObject(named) ? types.find(named, to) : undefined;
  }

  #writeWhole({ start, end }: Cursor, note: ReceiveRemarks): boolean {
    const { reader, out, registry, types, to, allowance } = this.#context;
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
