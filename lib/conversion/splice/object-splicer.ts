import type { Cursor } from "../../json/scan/cursor.ts";
import type { Range, Reader } from "../../json/scan/reader.ts";
import { SparseMap } from "../../json/scan/sparse-map.ts";
import type { Splicer } from "../../json/scan/splicer.ts";
import type { JsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { isReviewObject } from "../../protocol/conversion-review.ts";
import { objectFault } from "../../protocol/gate/conversion.ts";
import { apiVersionOf, type GroupVersion } from "../../protocol/gvk.ts";
import { convertObject, type Note } from "../convert-object.ts";
import { Growth } from "../growth.ts";
import type { ConversionRegistry } from "../registry.ts";
import { passesBy } from "./metadata-text.ts";
import { type ObjectType, ObjectTypes } from "./object-types.ts";

/** What was read of an object that is to be converted. */
interface SparseObject {
  readonly type: ObjectType;
  readonly body: JsonObject;
  /** Absent in some parts of objects. */
  readonly metadata: Range | undefined;
}

/** Writes the converted objects of one review, and copies what no conversion touches. */
export class ObjectSplicer {
  readonly #reader: Reader;
  readonly #out: Splicer;
  readonly #registry: ConversionRegistry;
  readonly #desired: GroupVersion;
  readonly #apiVersion: string;
  readonly #head: string;
  #growth = new Growth();
  readonly types: ObjectTypes;

  constructor(reader: Reader, out: Splicer, registry: ConversionRegistry, desired: GroupVersion) {
    this.#reader = reader;
    this.#out = out;
    this.#registry = registry;
    this.#desired = desired;
    this.#apiVersion = apiVersionOf(desired);
    this.#head = `{"apiVersion":${JSON.stringify(this.#apiVersion)},"kind":`;
    this.types = new ObjectTypes(reader, registry, desired);
  }

  /** Writes the object that a cursor stands at, converted; false where it cannot be. Throws what a converter throws. */
  write(at: Cursor, note: Note): boolean {
    const object = this.#read(at.opening);
    if (object === undefined) return this.#writeWhole(at, note);
    if (object.type.isThere) {
      this.#writeAsIs(object, at);
      return true;
    }
    const growth = this.#growth.copy();
    const image = object.type.route?.convert(object.body, growth);
    if (image === undefined || namesEnvelope(image)) return this.#writeWhole(at, note);
    this.#growth = growth;
    this.#writeSparse(object, image);
    return true;
  }

  /** Reads what a conversion looks at; undefined where it has to see the whole object. */
  #read(opening: number): SparseObject | undefined {
    const reader = this.#reader;
    const body = new SparseMap();
    const head: Head = {};
    let type: ObjectType | undefined;
    let metadata: Range | undefined;
    const member = reader.cursor().enter(opening);
    while (member.nextMember()) {
      const field = headField(reader, member);
      if (field !== undefined && field !== "metadata") {
        if (type !== undefined) return undefined;
        head[field] = { start: member.start, end: member.end };
        continue;
      }
      type ??= this.#typeOf(head);
      if (type === undefined) return undefined;
      if (field === undefined) reader.readMember(member, type.route?.plan ?? [], body);
      else if (passesBy(reader, member, type.route?.annotations ?? [])) {
        metadata = { start: member.start, end: member.end };
        body.skip();
      } else return undefined;
    }
    type ??= this.#typeOf(head);
    return type === undefined ? undefined : { type, body: body.done(), metadata };
  }

  /** The type where there is a sparse way for it. */
  #typeOf({ apiVersion, kind }: Head): ObjectType | undefined {
    const type =
      apiVersion === undefined || kind === undefined ? undefined : this.types.at(apiVersion, kind);
    return type?.isThere === true || type?.route !== undefined ? type : undefined;
  }

  /** The gate has nothing to look at here: type, identity, labels and annotations are the original's own text. */
  #writeSparse({ type, metadata }: SparseObject, image: JsonObject): void {
    const out = this.#out;
    out.raw(this.#head);
    out.part(type.kind.start, type.kind.end);
    out.raw(',"metadata":');
    if (metadata === undefined) out.raw("{}");
    else out.part(metadata.start, metadata.end);
    out.members(image, false);
    out.raw("}");
  }

  #writeAsIs({ metadata }: SparseObject, { start, end }: Cursor): void {
    if (metadata === undefined) this.#out.raw('{"metadata":{},');
    this.#out.part(metadata === undefined ? start + 1 : start, end);
  }

  #writeWhole({ start, end }: Cursor, note: Note): boolean {
    const object = this.#reader.value(start, end);
    if (!isReviewObject(object)) return false;
    const result = convertObject(this.#registry, object, this.#desired, this.#growth, note);
    if (!result.ok || objectFault(object, result.value, this.#apiVersion) !== undefined)
      return false;
    this.#out.raw(stringify(result.value));
    return true;
  }
}

const fields = (["apiVersion", "kind", "metadata"] as const).map((field) => ({
  field,
  key: new TextEncoder().encode(`"${field}"`),
}));

/** The field of every object that a cursor stands at; undefined at the kind's own. */
function headField(reader: Reader, { keyStart, keyEnd }: Cursor) {
  for (const { field, key } of fields) if (reader.is(keyStart, keyEnd, key)) return field;
  return undefined;
}

/** Where an object's type stands. */
interface Head {
  apiVersion?: Range;
  kind?: Range;
}

/** True for a body that gives what is no conversion's to change. */
function namesEnvelope(body: JsonObject): boolean {
  return ["apiVersion", "kind", "metadata"].some((key) => Object.hasOwn(body, key));
}
