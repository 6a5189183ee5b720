import type { Range, Reader } from "../../json/scan/reader.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type GroupVersion, parseApiVersion } from "../../protocol/gvk.ts";
import type { ConversionRegistry } from "../registry.ts";
import { type SparseRoute, sparseRoute } from "./route.ts";

/** A kind at a version as a review's objects name it, with its way to the wanted version. */
export interface ObjectType {
  readonly apiVersion: Range;
  readonly kind: Range;
  readonly type: ReviewObject;
  /** The object is there already. */
  readonly isThere: boolean;
  /** Absent where objects of this type are always converted whole. */
  readonly route: SparseRoute | undefined;
}

/** The types of a review's objects, each looked up once. */
export class ObjectTypes {
  readonly #reader: Reader;
  readonly #registry: ConversionRegistry;
  readonly #desired: GroupVersion;
  readonly known: ObjectType[] = [];

  constructor(reader: Reader, registry: ConversionRegistry, desired: GroupVersion) {
    this.#reader = reader;
    this.#registry = registry;
    this.#desired = desired;
  }

  /** The type that these two strings of the text name; undefined where it cannot be converted here. */
  at(apiVersion: Range, kind: Range): ObjectType | undefined {
    for (const type of this.known) {
      const isSame =
        this.#reader.isSame(type.apiVersion, apiVersion) && this.#reader.isSame(type.kind, kind);
      if (isSame) return type;
    }
    const found = this.#look(apiVersion, kind);
    if (found !== undefined) this.known.push(found);
    return found;
  }

  #look(apiVersionAt: Range, kindAt: Range): ObjectType | undefined {
    const apiVersion = this.#reader.name(apiVersionAt.start, apiVersionAt.end);
    const kind = this.#reader.name(kindAt.start, kindAt.end);
    if (typeof apiVersion !== "string" || typeof kind !== "string") return undefined;
    const source = parseApiVersion(apiVersion);
    const { group, version } = this.#desired;
    const graph = this.#registry.graph(group, kind);
    if (source?.group !== group || graph?.has(source.version) !== true || !graph.has(version)) {
      return undefined;
    }
    const path = graph.path(source.version, version) ?? [];
    return {
      apiVersion: apiVersionAt,
      kind: kindAt,
      type: { apiVersion, kind },
      isThere: path.length === 0,
      route: path.length === 0 ? undefined : sparseRoute(path),
    };
  }
}
