import type { Result } from "../json/result.ts";
import type { SparseObject } from "../json/sparse.ts";
import type { JsonObject } from "../json/value.ts";
import type { Allowance } from "./allowance.ts";

/**
 * Levels of lists and maps that an object may have: fewer than a review carries, in which it stands some levels down, and so
 * many fewer that what a conversion adds has room in its response.
 */
export const maxObjectDepth = 5700;

export type StringMap = Readonly<Record<string, string>>;

/**
 * What a converter gets: the object less apiVersion, kind and metadata, and a view on what it may change of the
 * metadata. Any part may be missing: server-side apply sends parts of objects, and nothing tells a part from a whole.
 */
export interface Convertible {
  /** The object without apiVersion, kind and metadata. Never mutated. */
  readonly body: JsonObject;
  /** Empty where the object has none. */
  readonly labels: StringMap;
  readonly annotations: StringMap;
  /** Absent in some parts. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

/** What a converter gives. Labels and annotations that it leaves out stay as they were. */
export interface Conversion {
  readonly body: JsonObject;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly remarks?: ConversionRemarks;
}

/** What a converter has to say of an object that it could convert: for the log. */
export interface ConversionRemarks {
  /** Paths of values that cannot be parsed and are preserved for their version; the first few. */
  readonly unread: readonly string[];
  /** Paths of values that the target version has rounded, the exact ones being preserved; the first few. */
  readonly rounded: readonly string[];
  /** Preserved values that were dropped because the object was edited since. */
  readonly stale: number;
  /** Preserved values that are not applied, because the target version's schema refuses them; they stay where they are. */
  readonly heldBack: number;
  /** Addresses of preserved values that did not fit the annotations of the object and are gone. */
  readonly lost: readonly string[];
  /**
   * Objects that were answered with their nearest valid shape because they cannot be converted; absent where there is
   * none.
   */
  readonly nearest?: number;
  /** Objects that a lens converted which does not compile, where that was asked for; absent where there is none. */
  readonly undecided?: number;
  /** What a converter threw at such an object. */
  readonly thrown?: unknown;
}

/** Why an object cannot be converted: the path below the object, and what a user can do about it. */
export interface ConversionFault {
  readonly path: string;
  readonly message: string;
}

/**
 * Converts one object by one version step. Pure and synchronous: the same input gives the same output, the input stays
 * as it is. A value that it does not understand is an error only where the kind wants every read of it to fail.
 */
export interface Converter {
  (source: Convertible, allowance: Allowance): Result<Conversion, ConversionFault>;
  /** The same for most objects, without the parts that it does not read; absent where it may read all of them. */
  readonly sparse?: SparseConverter;
}

/** A conversion that knows which parts of a body it reads. The others need not be parsed. */
export interface SparseConverter {
  /** Undefined where it may read the whole object. */
  reads(): Reads | undefined;
  /** The start of some annotation keys: an object with such an annotation has to be converted whole. */
  readonly annotations: string;
  /**
   * Converts a body of which only {@link reads} was parsed. Undefined where the object has to be converted whole: there is
   * a fault, a remark or a value to preserve.
   */
  convert(body: SparseObject, allowance: Allowance): SparseObject | undefined;
}

/** Which members of a map are read, by key: whole, or in part where they are maps. */
export type Reads = ReadonlyMap<string, Reads | "whole">;
