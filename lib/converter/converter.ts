import type { Result } from "../json/result.ts";
import type { SparseObject } from "../json/sparse.ts";
import type { JsonObject } from "../json/value.ts";
import type { Allowance } from "./allowance.ts";

/**
 * The most levels of lists and maps in an object. The limit for a whole review is higher, because the object is some
 * levels down in a review and the conversion may add levels (docs/decisions/002-depth-limit.md).
 */
export const maxObjectDepth = 5700;

/** Labels or annotations: strings by name. */
export type StringMap = Readonly<Record<string, string>>;

/**
 * The object that a converter gets: its body, and the metadata that a converter may read. Any field may be missing,
 * because server-side apply sends fragments and nothing distinguishes a fragment from a whole object.
 */
export interface ConverterInput {
  /** The object without apiVersion, kind and metadata. Converters must not change it. */
  readonly body: JsonObject;
  /** Empty if the object has no labels. */
  readonly labels: StringMap;
  readonly annotations: StringMap;
  /** Undefined in a fragment without a name. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
}

/** The result of a converter. If labels or annotations are left out, they stay unchanged. */
export interface Conversion {
  readonly body: JsonObject;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly remarks?: ConversionRemarks;
}

/** Remarks about a converted object, for the log and for warnings. */
export interface ConversionRemarks {
  /** Paths of values that cannot be parsed and are preserved. Only the first few. */
  readonly unparsed: readonly string[];
  /** Paths of values that are rounded in the target version, with the exact values preserved. Only the first few. */
  readonly rounded: readonly string[];
  /** The number of preserved values that were dropped because the object was edited after they were preserved. */
  readonly stale: number;
  /**
   * The number of entries that stay in annotations without being applied: a schema refuses their value, they cannot be
   * parsed, or they repeat another entry.
   */
  readonly heldBack: number;
  /**
   * What did not fit into the object's annotations and is lost: addresses of values to preserve, and names of
   * annotations with values that were preserved for other versions.
   */
  readonly lost: readonly string[];
  /** The number of unconvertible objects that were replaced by their nearest valid shape; absent if zero. */
  readonly nearest?: number;
  /** The number of objects converted by a lens that does not compile (`--allow-undecided`); absent if zero. */
  readonly undecided?: number;
  /**
   * An error of an author's code that did not make the conversion fail, because the object got its nearest valid shape
   * or the hook's value was preserved.
   */
  readonly thrown?: unknown;
}

/** The kinds of {@link ConversionFault}. */
export type ConversionFaultCode =
  /** The apiVersion is absent or not a group/version, or the kind is absent. */
  | "ApiVersionInvalid"
  | "KindNotServed"
  /** The kind does not have the source or target version, or the target version is of another group. */
  | "VersionNotServed"
  /** The metadata, labels or annotations have the wrong type. */
  | "MetadataInvalid"
  /** A converter refuses a value. In a lens only a rule with `fail` does, or one after which the object is not a map. */
  | "ValueRefused"
  | "ObjectTooDeep"
  | "ObjectTooLarge"
  /** The converter set apiVersion, kind or metadata, or wrote labels or annotations that the server refuses. */
  | "ResultInvalid"
  /**
   * A hook threw, or did not return a list with one value for each of its paths. While laws are tested, also: a value of the list
   * is not JSON, or a second call returned another result.
   */
  | "HookFailed"
  /** The converter threw. */
  | "ConverterFailed"
  /** A webhook outside this process returned a failure. */
  | "WebhookFailed"
  | "DeadlineExceeded";

/**
 * Why an object can't be converted: a path in the object (empty for the whole object), and what is wrong with the value
 * at this path. A converter in code returns the code `ValueRefused`.
 */
export interface ConversionFault {
  readonly code: ConversionFaultCode;
  readonly path: string;
  readonly message: string;
}

/** The fault of a conversion that was stopped because the deadline has passed. */
export const deadlineFault: ConversionFault = {
  code: "DeadlineExceeded",
  path: "",
  message: "the deadline of the request has passed",
};

/** The text of a fault, for messages: `path: message`. */
export function conversionFaultText({ path, message }: ConversionFault): string {
  return path === "" ? message : `${path}: ${message}`;
}

/**
 * Converts one object from one version to another. Pure and synchronous: the same input gives the same result, and the
 * input is not changed. For a fault of a single value, return a remark rather than an error: an error makes every read
 * of the object fail.
 */
export interface Converter {
  (source: ConverterInput, allowance: Allowance): Result<Conversion, ConversionFault>;
  /**
   * A faster converter, for which only the members that it reads are parsed. It can convert most objects. Absent if this
   * converter may read all members.
   */
  readonly sparse?: SparseConverter;
  /**
   * Returns true if every conversion needs the validators of the target schema. Otherwise only objects with preserved
   * values need them.
   */
  readonly validates?: () => boolean;
}

/** A converter for which only some members of a body have to be parsed. */
export interface SparseConverter {
  /** The members that the converter reads or writes; undefined if it may read the whole object. */
  reads(): MembersRead | undefined;
  /** A prefix of annotation names. An object with an annotation of this prefix must be parsed and converted whole. */
  readonly annotations: string;
  /**
   * Converts a body of which only the members in `reads` were parsed. Undefined if the object has to be converted
   * whole, because there is a fault, a remark or a value to preserve.
   */
  convert(body: SparseObject, allowance: Allowance): SparseObject | undefined;
}

/**
 * The members of a map that are read, by key. `whole`: the member is read as a whole; otherwise only these members of
 * it, if it is a map.
 */
export type MembersRead = ReadonlyMap<string, MembersRead | "whole">;
