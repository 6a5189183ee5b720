import {
  convertObject,
  type ReceiveRemarks,
  untypedFault,
} from "../../conversion/convert-object.ts";
import type { ConversionRegistry } from "../../conversion/registry.ts";
import { writingFault } from "../../conversion/write-object.ts";
import { Allowance, type AllowanceOptions } from "../../converter/allowance.ts";
import type { ConversionFault } from "../../converter/converter.ts";
import { equal } from "../../json/equal.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { JsonObject } from "../../json/value.ts";
import { isReviewObject } from "../../protocol/conversion-review.ts";
import { objectFault } from "../../protocol/gate/conversion.ts";
import { apiVersionOf } from "../../protocol/gvk.ts";
import { DeadlineExceeded } from "../deadline.ts";
import type { GuardedKind, GuardedVersion } from "./guarded-kind.ts";

/** Why an object could not be read in a version. */
export interface ReadFault extends ConversionFault {
  /** True if `path` is a path of the request's version. */
  readonly isOwnPath: boolean;
  /** What a converter threw, for the log. */
  readonly thrown?: unknown;
}

/** Returns the receiver of remarks for the conversion from one version to another. */
export type NoteOf = (from: string, to: string) => ReceiveRemarks;

/** The results of reading a stored object in each version. */
export interface ObjectByVersion {
  readonly results: ReadonlyMap<string, Result<JsonObject, ReadFault>>;
  /** Addresses of preserved values that did not fit into the annotations, by version. */
  readonly lost: ReadonlyMap<string, readonly string[]>;
}

/**
 * Simulates that the server stores an object and reads it in every version: converts it to the storage version, prunes
 * and defaults it, and converts the result to each served version. If that fails for a version and the direct
 * conversion from the request's version fails too, returns the fault of the direct conversion, whose path is one of the
 * request's version.
 */
export function readInEachVersion(
  object: JsonObject,
  version: string,
  guard: GuardedKind,
  registry: ConversionRegistry,
  limits: AllowanceOptions,
  noteOf?: NoteOf,
): ObjectByVersion {
  const storage = guard.versions.find(({ isStored }) => isStored);
  const lost = new Map<string, readonly string[]>();
  const convert = (source: JsonObject, to: string, isOwnPath: boolean, by = registry) => {
    const onRemarks = noteOf?.(isOwnPath ? version : (storage?.name ?? version), to);
    const note: ReceiveRemarks = (remarks, step) => {
      if (remarks.lost.length > 0) lost.set(to, remarks.lost);
      onRemarks?.(remarks, step);
    };
    return convertedForGuard(
      by,
      source,
      { group: guard.group, version: to, limits, note },
      isOwnPath,
    );
  };
  const isOwn = storage === undefined || storage.name === version;
  const stored = isOwn ? ok(object) : convert(object, storage.name, true);
  const settled = !isOwn && stored.ok ? ok(storage.schema.settle(stored.value)) : stored;
  const nearest = isOwn ? undefined : nearestStored(storage);
  const readings = new Map<string, Result<JsonObject, ReadFault>>();
  for (const { name } of guard.versions) {
    if (name === version && (isOwn || !stored.ok)) continue;
    readings.set(name, readAt(name));
  }
  return { results: readings, lost };

  function readAt(name: string): Result<JsonObject, ReadFault> {
    if (name === storage?.name) return stored;
    const read = settled.ok ? convert(settled.value, name, isOwn) : settled;
    if (read.ok && nearest !== undefined) return convert(nearest, name, false);
    if (read.ok || isOwn || name === version) return read;
    const direct = convert(object, name, true);
    return direct.ok && settled.ok ? read : direct;
  }

  /**
   * The object that is stored if `guard.storing` replaces it by its nearest valid shape; undefined if both conversions
   * give the same object.
   */
  function nearestStored({ name, schema }: GuardedVersion): JsonObject | undefined {
    const { storing } = guard;
    const near = storing && convert(object, name, true, storing);
    if (near?.ok !== true || (stored.ok && equal(near.value, stored.value))) return undefined;
    return schema.settle(near.value);
  }
}

const crashText = "a converter failed; see the webhook's log under the review's uid";

interface WantedVersion {
  readonly group: string;
  readonly version: string;
  readonly limits: AllowanceOptions;
  readonly note: ReceiveRemarks | undefined;
}

/**
 * One conversion within the limits that apply to an object of a review, so that a list with this object can be
 * converted too. Throws {@link DeadlineExceeded} after the deadline, which is not a fault of the object.
 */
function convertedForGuard(
  registry: ConversionRegistry,
  object: JsonObject,
  { limits, ...desired }: WantedVersion,
  isOwnPath: boolean,
): Result<JsonObject, ReadFault> {
  const allowance = new Allowance(limits);
  const result = attemptRead(registry, object, { ...desired, allowance }, isOwnPath);
  if (allowance.watch.isPassed) throw new DeadlineExceeded();
  return result;
}

interface VersionConversion extends Omit<WantedVersion, "limits"> {
  readonly allowance: Allowance;
}

function attemptRead(
  registry: ConversionRegistry,
  object: JsonObject,
  { allowance, note, ...desired }: VersionConversion,
  isOwnPath: boolean,
): Result<JsonObject, ReadFault> {
  try {
    if (!isReviewObject(object)) return err({ ...untypedFault, isOwnPath });
    const result = convertObject(registry, object, desired, allowance, note);
    if (!result.ok) return err({ ...result.error, isOwnPath });
    const fault = objectFault(object, result.value, apiVersionOf(desired));
    if (fault !== undefined) {
      return err({ code: "ResultInvalid", path: "metadata", message: fault.message, isOwnPath });
    }
    const unwritten = writingFault(result.value, object);
    return unwritten === undefined ? result : err({ ...unwritten, isOwnPath: false });
  } catch (thrown) {
    return err({ code: "ConverterFailed", path: "", message: crashText, isOwnPath, thrown });
  }
}
