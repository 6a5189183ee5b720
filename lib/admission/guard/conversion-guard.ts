import type { ConversionRegistry } from "../../conversion/registry.ts";
import type { AllowanceOptions } from "../../converter/allowance.ts";
import { equal } from "../../json/equal.ts";
import type { Result } from "../../json/result.ts";
import type { JsonObject } from "../../json/value.ts";
import { fieldPath } from "../../lens/place/address.ts";
import { valueAtObjectPath } from "../../lens/place/object-path.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { fieldOf } from "../../schema/field-error/path.ts";
import type { Validators } from "../../schema/validation/validators.ts";
import type { Refusal } from "../admission-kind.ts";
import { originsIn } from "./field-place.ts";
import type { GuardedKind, GuardedVersion } from "./guarded-kind.ts";
import { type NoteOf, type ReadFault, type Readings, readingsOf } from "./read-at.ts";

/** A write that is to be stored. */
export interface GuardedWrite {
  /** The request's version, that both objects have. */
  readonly version: string;
  readonly object: JsonObject;
  /** The object before an UPDATE. */
  readonly oldObject: JsonObject | undefined;
  /** Takes what conversions of the object say; left out, nobody is told. */
  readonly noteOf?: NoteOf;
}

/** Why an object may not be stored, with what converters threw. */
export interface GuardFindings {
  readonly refusals: readonly Refusal[];
  readonly thrown: readonly unknown[];
}

/**
 * Refuses what other versions could not read: an object that cannot be converted to a served or stored version would fail
 * every list of that version; one that is not valid there could not be written there. All versions are judged.
 *
 * An UPDATE is not refused for what was so before: a fault of conversion counts only where the old object had none or the
 * value at fault is another, and a fault of the schema as the server's own ratcheting has it.
 */
export function guardFindings(
  write: GuardedWrite,
  guard: GuardedKind,
  registry: ConversionRegistry,
  limits: AllowanceOptions,
): GuardFindings {
  const { version, object, oldObject, noteOf } = write;
  const readings = readingsOf(object, version, guard, registry, limits, noteOf);
  let before: Readings | undefined;
  const readBefore = (name: string): Result<JsonObject, ReadFault> | undefined => {
    if (oldObject === undefined) return undefined;
    before ??= readingsOf(oldObject, version, guard, registry, limits);
    return before.results.get(name);
  };
  const unreadable: [string, ReadFault][] = [];
  const invalid: Refusal[] = [];
  const judged = { ...write, guard, readBefore, validators: limits.validators };
  for (const each of guard.versions) {
    const reading = readings.results.get(each.name);
    if (reading === undefined) continue;
    if (reading.ok) invalid.push(...invalidAt(each, reading.value, judged));
    else if (isNew(reading.error, write, readBefore(each.name))) {
      unreadable.push([each.name, reading.error]);
    }
  }
  for (const [name, lost] of readings.lost) {
    readBefore(name);
    if (before?.lost.get(name) === undefined) invalid.push(lossOf(name, lost));
  }
  const thrown = unreadable.flatMap(([, fault]) => ("thrown" in fault ? [fault.thrown] : []));
  return { refusals: [...unreadableAt(unreadable), ...invalid], thrown };
}

/** A write after which a version would not show all of the object, and would lose it by a change there. */
function lossOf(version: string, lost: readonly string[]): Refusal {
  const named = lost.slice(0, maxTexts).join(", ");
  const message = `metadata.annotations: no room for what ${version} can't represent (${named}): values of that size would be lost there; make them smaller, or the other annotations`;
  return {
    message,
    faults: [{ type: "FieldValueTooLong", field: "metadata.annotations", detail: message }],
  };
}

/** False for a fault of conversion that an UPDATE leaves as it was. */
function isNew(
  fault: ReadFault,
  { object, oldObject }: GuardedWrite,
  before: Result<JsonObject, ReadFault> | undefined,
): boolean {
  if (oldObject === undefined || before === undefined || before.ok) return true;
  // Every write changes metadata, and what is kept there counts bytes in its message.
  if (fault.path.startsWith("metadata")) return before.error.path !== fault.path;
  const place = fault.isOwnPath ? fieldPath(fault.path) : undefined;
  if (place !== undefined) {
    return !equal(valueAtObjectPath(object, place), valueAtObjectPath(oldObject, place));
  }
  return before.error.path !== fault.path || before.error.message !== fault.message;
}

/** One refusal for each fault of conversion, whichever versions have it. */
function unreadableAt(faults: readonly (readonly [string, ReadFault])[]): readonly Refusal[] {
  const versions = Map.groupBy(faults, ([, { path, message }]) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return [...versions].map(([text, all]) => {
    const names = all.map(([name]) => name).join(", ");
    const [fault] = all.map(([, each]) => each);
    const remedy = fault?.path === "" ? "correct the object" : "correct that field";
    const field = fieldOf(fault?.path ?? "");
    const message = `${text}: it cannot be converted to ${names}, and stored it would make every list and watch there fail; ${remedy}`;
    return { message, faults: [{ type: "FieldValueInvalid", field, detail: message }] };
  });
}

/** A write with what was read of the old object, worked out when a fault asks for it. */
interface Judged extends GuardedWrite {
  readonly guard: GuardedKind;
  readonly readBefore: (name: string) => Result<JsonObject, ReadFault> | undefined;
  readonly validators: Validators;
}

/** What a version's schema refuses of the object that is read there. */
function invalidAt(
  { name, schema }: GuardedVersion,
  object: JsonObject,
  { version, guard: { lenses }, readBefore, validators }: Judged,
): readonly Refusal[] {
  const settled = schema.settle(object);
  if (schema.faultsOf(settled, undefined, validators).length === 0) return [];
  const old = readBefore(name);
  const before = old?.ok === true ? schema.settle(old.value) : undefined;
  const faults = schema.faultsOf(settled, before, validators);
  if (faults.length === 0) return [];
  const lens = lenses.find(({ from, to }) => isPair([from, to], [version, name]));
  const originOf = lens === undefined ? () => undefined : originsIn(lens, name);
  const told = faults.slice(0, maxFaults).map((fault) => inRequest(fault, name, originOf));
  const texts = told.slice(0, maxTexts).map(({ detail }) => detail);
  const more = faults.length - texts.length;
  const message = [...texts, ...(more > 0 ? [`and ${more} more in ${name}`] : [])].join("; ");
  return [{ message, faults: told }];
}

/** Faults of a version that are told as causes, and those that stand in the message. */
const maxFaults = 100;
const maxTexts = 10;

function isPair(names: readonly [string, string], wanted: readonly [string, string]): boolean {
  return names.every((name) => wanted.includes(name));
}

function invalidText(
  { field, detail }: FieldError,
  version: string,
  origin: string | undefined,
): string {
  const source = origin === undefined || origin === field ? "" : `${origin}: `;
  const value = origin === undefined ? "what it is made of" : origin;
  return `${source}${field} would not be valid in ${version}: ${detail}; correct ${value}`;
}

/** The fault at the request's path where that is known, else at the version's own. */
function inRequest(
  fault: FieldError,
  version: string,
  originOf: (field: string) => string | undefined,
): FieldError {
  const origin = originOf(fault.field);
  const detail = invalidText(fault, version, origin);
  const { type, field, badValue } = fault;
  return { type, field: origin ?? field, detail, ...(badValue !== undefined && { badValue }) };
}
