import type { ConversionRegistry } from "../../conversion/registry.ts";
import { equal } from "../../json/equal.ts";
import type { Result } from "../../json/result.ts";
import type { JsonObject } from "../../json/value.ts";
import type { FieldError } from "../../schema/field-error.ts";
import { fieldOf } from "../../schema/path.ts";
import type { Refusal } from "../admission-kind.ts";
import { fieldSteps, originOf, valueAt } from "./field-place.ts";
import type { GuardedKind } from "./guarded-kind.ts";
import { type ReadFault, type Readings, readingsOf } from "./read-at.ts";
import type { VersionSchema } from "./version-schema.ts";

/** A write that is to be stored. */
export interface GuardedWrite {
  /** The request's version, that both objects have. */
  readonly version: string;
  readonly object: JsonObject;
  /** The object before an UPDATE. */
  readonly oldObject: JsonObject | undefined;
}

/** Why an object may not be stored, with what converters threw. */
export interface PoisonFindings {
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
export function poisonIn(
  write: GuardedWrite,
  guard: GuardedKind,
  registry: ConversionRegistry,
): PoisonFindings {
  const { version, object, oldObject } = write;
  const readings = readingsOf(object, version, guard, registry);
  let before: Readings | undefined;
  const readBefore = (name: string): Result<JsonObject, ReadFault> | undefined => {
    if (oldObject === undefined) return undefined;
    before ??= readingsOf(oldObject, version, guard, registry);
    return before.get(name);
  };
  const unreadable: [string, ReadFault][] = [];
  const invalid: Refusal[] = [];
  for (const { name, schema } of guard.versions) {
    const reading = readings.get(name);
    if (reading === undefined) continue;
    if (reading.ok)
      invalid.push(...invalidAt(name, schema, reading.value, write, guard, readBefore));
    else if (isNew(reading.error, write, readBefore(name))) unreadable.push([name, reading.error]);
  }
  const thrown = unreadable.flatMap(([, fault]) => ("thrown" in fault ? [fault.thrown] : []));
  return { refusals: [...unreadableAt(unreadable), ...invalid], thrown };
}

/** False for a fault of conversion that an UPDATE leaves as it was. */
function isNew(
  fault: ReadFault,
  { object, oldObject }: GuardedWrite,
  before: Result<JsonObject, ReadFault> | undefined,
): boolean {
  if (oldObject === undefined || before === undefined || before.ok) return true;
  const steps = fault.isOwnPath ? fieldSteps(fault.path) : undefined;
  if (steps !== undefined) return !equal(valueAt(object, steps), valueAt(oldObject, steps));
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

function invalidAt(
  name: string,
  schema: VersionSchema,
  object: JsonObject,
  { version }: GuardedWrite,
  { lenses }: GuardedKind,
  readBefore: (name: string) => Result<JsonObject, ReadFault> | undefined,
): readonly Refusal[] {
  const settled = schema.settle(object);
  if (schema.faultsOf(settled, undefined).length === 0) return [];
  const old = readBefore(name);
  const faults = schema.faultsOf(settled, old?.ok === true ? schema.settle(old.value) : undefined);
  const lens = lenses.find(({ from, to }) => isPair([from, to], [version, name]));
  return faults.map((fault) => {
    const origin = lens === undefined ? undefined : originOf(lens, name, fault.field);
    return { message: invalidText(fault, name, origin), faults: [inRequest(fault, name, origin)] };
  });
}

function isPair(names: readonly [string, string], wanted: readonly [string, string]): boolean {
  return names.every((name) => wanted.includes(name));
}

function invalidText({ field, detail }: FieldError, version: string, origin?: string): string {
  const source = origin === undefined || origin === field ? "" : `${origin}: `;
  const value = origin === undefined ? "what it is made of" : origin;
  return `${source}${field} would not be valid in ${version}: ${detail}; correct ${value}`;
}

/** The fault at the request's path where that is known, else at the version's own. */
function inRequest(fault: FieldError, version: string, origin: string | undefined): FieldError {
  const detail = invalidText(fault, version, origin);
  const { type, field, badValue } = fault;
  return { type, field: origin ?? field, detail, ...(badValue !== undefined && { badValue }) };
}
