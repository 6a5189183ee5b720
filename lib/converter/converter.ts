import type { Result } from "../json/result.ts";
import type { SparseObject } from "../json/sparse.ts";
import type { JsonObject } from "../json/value.ts";
import type { Allowance } from "./allowance.ts";

/**
 * The most levels of lists and maps in an object. A review, whose limit is higher, holds the object some levels down,
 * and the conversion may add levels that must fit into the response.
 */
export const maxObjectDepth = 5700;

/** Labels or annotations: texts by key. */
export type StringMap = Readonly<Record<string, string>>;

/**
 * What a converter gets: the object without apiVersion, kind and metadata, and the metadata that it may change. Any field
 * may be missing: server-side apply sends fragments, and nothing distinguishes a fragment from a whole object.
 */
export interface Convertible {
  /** The object without apiVersion, kind and metadata. Never mutated. */
  readonly body: JsonObject;
  /** Empty if the object has no labels. */
  readonly labels: StringMap;
  readonly annotations: StringMap;
  /** Undefined in a fragment without a name. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

/** What a converter returns. Omitted labels and annotations stay as they were. */
export interface Conversion {
  readonly body: JsonObject;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly remarks?: ConversionRemarks;
}

/** Remarks about a converted object, for the log and for warnings. */
export interface ConversionRemarks {
  /** Paths of values that cannot be parsed and are preserved; the first few. */
  readonly unread: readonly string[];
  /** Paths of values that are rounded in the target version, with the exact values preserved; the first few. */
  readonly rounded: readonly string[];
  /** Preserved values that were dropped because the object was edited since. */
  readonly stale: number;
  /** Preserved values that are held back: the target version's schema refuses them, and they stay in annotations. */
  readonly heldBack: number;
  /** Addresses of values that did not fit into the object's annotations and are lost. */
  readonly lost: readonly string[];
  /** Unconvertible objects that were replaced by their nearest valid shape; absent where there are none. */
  readonly nearest?: number;
  /** Objects converted by a lens that does not compile, where that is allowed; absent where there are none. */
  readonly undecided?: number;
  /** An error of an author's code, which did not fail the conversion: of an object with its nearest valid shape, or of a hook. */
  readonly thrown?: unknown;
}

/** Why an object cannot be converted: the path in the object (empty for all of it), and what is wrong there. */
export interface ConversionFault {
  readonly path: string;
  readonly message: string;
}

/** A fault as one text, for a message. */
export function conversionFaultText({ path, message }: ConversionFault): string {
  return path === "" ? message : `${path}: ${message}`;
}

/**
 * Converts one object from one version to another. Pure and synchronous: the same input gives the same output, and the
 * input stays as it is. Prefer a remark to a fault for a single value: a fault fails every read of the object.
 */
export interface Converter {
  (source: Convertible, allowance: Allowance): Result<Conversion, ConversionFault>;
  /**
   * A faster converter for most objects, which needs only the members that it reads; absent if this converter may read
   * all members.
   */
  readonly sparse?: SparseConverter;
  /**
   * True if every conversion needs the validators of the target schema. Otherwise only objects with preserved values
   * need them.
   */
  readonly validates?: () => boolean;
}

/** A conversion that needs only some members of a body to be parsed. */
export interface SparseConverter {
  /** The members that the conversion reads; undefined if it may read the whole object. */
  reads(): Reads | undefined;
  /** A prefix of annotation names. An object with such an annotation must be parsed and converted whole. */
  readonly annotations: string;
  /**
   * Converts a body of which only {@link reads} was parsed. Undefined where the object has to be converted whole: there is
   * a fault, a remark or a value to preserve.
   */
  convert(body: SparseObject, allowance: Allowance): SparseObject | undefined;
}

/** Which members of a map are read, by key: whole, or in part where they are maps. */
export type Reads = ReadonlyMap<string, Reads | "whole">;
