import type { ConversionRegistry } from "../../conversion/registry.ts";
import type { AllowanceOptions } from "../../converter/allowance.ts";
import { conversionFaultText } from "../../converter/converter.ts";
import { equal } from "../../json/equal.ts";
import type { Result } from "../../json/result.ts";
import type { JsonObject } from "../../json/value.ts";
import { fieldPath } from "../../lens/place/address.ts";
import { valueAtObjectPath } from "../../lens/place/object-path.ts";
import { errorTypeText } from "../../schema/field-error/error-type-text.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { errorField } from "../../schema/field-error/path.ts";
import type { Validators } from "../../schema/validation/validators.ts";
import type { Refusal } from "../refusal.ts";
import { sourcePathsIn } from "./field-source.ts";
import type { GuardedKind, GuardedVersion } from "./guarded-kind.ts";
import {
  type NoteOf,
  type ObjectByVersion,
  type ReadFault,
  readInEachVersion,
} from "./read-in-each-version.ts";

/** A write that the guard checks, with both objects at the version of the request. */
interface GuardedWrite {
  /** The version of the request and of both objects. */
  readonly version: string;
  readonly object: JsonObject;
  /** The object before an UPDATE; undefined on CREATE. */
  readonly oldObject: JsonObject | undefined;
  /** Returns the receiver of the remarks that the guard's conversions of `object` produce. */
  readonly noteOf?: NoteOf;
}

/** The reasons to refuse an object, and the errors that converters threw, for the log. */
interface GuardFindings {
  readonly refusals: readonly Refusal[];
  readonly thrown: readonly unknown[];
}

/**
 * Refuses an object that can't be used in every served and stored version. An object that can't be converted to a
 * version would make every list of that version fail; an object that is invalid in a version could not be written in
 * that version. All versions are checked.
 *
 * An UPDATE is not refused for old faults. A conversion fault counts only if the old object had none or the value at
 * fault has changed; a schema fault counts if the server's ratcheting does not ignore it.
 */
export function guardFindings(
  write: GuardedWrite,
  guard: GuardedKind,
  registry: ConversionRegistry,
  limits: AllowanceOptions,
): GuardFindings {
  const { version, object, oldObject, noteOf } = write;
  const readings = readInEachVersion(object, version, guard, registry, limits, noteOf);
  let before: ObjectByVersion | undefined;
  const readBefore = (name: string): Result<JsonObject, ReadFault> | undefined => {
    if (oldObject === undefined) return undefined;
    before ??= readInEachVersion(oldObject, version, guard, registry, limits);
    return before.results.get(name);
  };
  const unconvertible: [string, ReadFault][] = [];
  const invalid: Refusal[] = [];
  const checked = { ...write, guard, readBefore, validators: limits.validators };
  for (const each of guard.versions) {
    const reading = readings.results.get(each.name);
    if (reading === undefined) continue;
    if (reading.ok) invalid.push(...invalidAt(each, reading.value, checked));
    else if (isNewFault(reading.error, write, readBefore(each.name))) {
      unconvertible.push([each.name, reading.error]);
    }
  }
  for (const [name, lost] of readings.lost) {
    readBefore(name);
    if (before?.lost.get(name) === undefined) invalid.push(lossRefusal(name, lost));
  }
  const thrown = unconvertible.flatMap(([, fault]) => ("thrown" in fault ? [fault.thrown] : []));
  return { refusals: [...refusalsOfUnconvertible(unconvertible), ...invalid], thrown };
}

/**
 * Refuses a write if the object's annotations have no space to preserve `lost`, the values that a version can't represent:
 * an update in that version would lose them.
 */
function lossRefusal(version: string, lost: readonly string[]): Refusal {
  const named = lost.slice(0, maxTexts).join(", ");
  const message = `metadata.annotations: no space for what ${version} can't represent (${named}): these values would be lost in ${version}; make them or the other annotations smaller`;
  return {
    message,
    faults: [
      {
        type: "FieldValueTooLong",
        field: "metadata.annotations",
        detail: message,
        origin: "lost",
      },
    ],
  };
}

/**
 * True if a conversion fault is new with this write; false if the old object had the same fault and the UPDATE did not
 * change the value at fault.
 */
function isNewFault(
  fault: ReadFault,
  { object, oldObject }: GuardedWrite,
  before: Result<JsonObject, ReadFault> | undefined,
): boolean {
  if (oldObject === undefined || before === undefined || before.ok) return true;
  // Don't compare metadata and messages: every write changes metadata, and messages about annotations contain byte
  // counts.
  if (fault.path.startsWith("metadata")) return before.error.path !== fault.path;
  const place = fault.isOwnPath ? fieldPath(fault.path) : undefined;
  if (place !== undefined) {
    return !equal(valueAtObjectPath(object, place), valueAtObjectPath(oldObject, place));
  }
  return before.error.path !== fault.path || before.error.message !== fault.message;
}

/** One refusal for each different conversion fault, naming all versions with this fault. */
function refusalsOfUnconvertible(
  faults: readonly (readonly [string, ReadFault])[],
): readonly Refusal[] {
  const versions = Map.groupBy(faults, ([, fault]) => conversionFaultText(fault));
  return [...versions].flatMap(([text, all]) => {
    const [first] = all;
    if (first === undefined) return [];
    const [, { path, code }] = first;
    const names = all.map(([name]) => name).join(", ");
    const remedy = path === "" ? "correct the object" : "correct that field";
    const field = errorField(path);
    const message = `${text}: the object cannot be converted to ${names}, and every list and watch of ${names} would fail; ${remedy}`;
    return {
      message,
      faults: [{ type: "FieldValueInvalid", field, detail: message, origin: code }],
    };
  });
}

/** A write to check. `readBefore` gives the old object in a version, or undefined on CREATE; its first call converts to all versions. */
interface CheckedWrite extends GuardedWrite {
  readonly guard: GuardedKind;
  readonly readBefore: (name: string) => Result<JsonObject, ReadFault> | undefined;
  readonly validators: Validators;
}

/**
 * Refuses an object that a version's schema does not allow. Empty if the object is valid or the server's ratcheting
 * ignores its faults.
 */
function invalidAt(
  { name, schema }: GuardedVersion,
  object: JsonObject,
  { version, guard: { lenses }, readBefore, validators }: CheckedWrite,
): readonly Refusal[] {
  const settled = schema.settle(object);
  if (schema.faultsOf(settled, undefined, validators).length === 0) return [];
  const old = readBefore(name);
  const before = old?.ok === true ? schema.settle(old.value) : undefined;
  const faults = schema.faultsOf(settled, before, validators);
  if (faults.length === 0) return [];
  const lens = lenses.find(({ from, to }) => isPair([from, to], [version, name]));
  const sourcePathOf = lens === undefined ? () => undefined : sourcePathsIn(lens, name);
  const shown = faults.slice(0, maxFaults).map((fault) => requestFault(fault, name, sourcePathOf));
  const texts = shown.slice(0, maxTexts).map(({ detail }) => detail);
  const more = faults.length - texts.length;
  const message = [...texts, ...(more > 0 ? [`and ${more} more in ${name}`] : [])].join("; ");
  return [{ message, faults: shown }];
}

/**
 * The most schema faults of a version among the causes of the Status, which clients read. The number is a choice: a tenth of
 * the causes that a Status may have, because each version may add as many.
 */
const maxFaults = 100;
/**
 * The most schema faults or lost values of a version in the message of the Status, which people read. The number is a choice:
 * each fault has two paths and a reason, so more would not fit on a screen.
 */
const maxTexts = 10;

function isPair(names: readonly [string, string], wanted: readonly [string, string]): boolean {
  return names.every((name) => wanted.includes(name));
}

function invalidText(
  { field, type, detail }: FieldError,
  version: string,
  sourcePath: string | undefined,
): string {
  const source = (sourcePath ?? field) === field ? "" : `${sourcePath}: `;
  const value = sourcePath ?? "the fields that it is converted from";
  const reason = detail === "" ? errorTypeText[type] : detail;
  return `${source}${field} would not be valid in ${version}: ${reason}; correct ${value}`;
}

/**
 * Translates a fault to a path of the request's version. If that path is unknown, the fault keeps its path in the other
 * version.
 */
function requestFault(
  fault: FieldError,
  version: string,
  sourcePathOf: (field: string) => string | undefined,
): FieldError {
  const source = sourcePathOf(fault.field);
  return { ...fault, field: source ?? fault.field, detail: invalidText(fault, version, source) };
}
