import { otherSide } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isEmptyMap, isObject, type JsonObject, member } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { type ConversionRun, type ConvertValue, unparsable } from "../ops/codec.ts";
import { newRun } from "../ops/run-state.ts";
import { fieldPath } from "../place/address.ts";
import { changedPaths } from "../place/changed-paths.ts";
import { type ObjectPath, valueAtObjectPath } from "../place/object-path.ts";
import { withCompanionFingerprints } from "./companions.ts";
import {
  type ConfirmationContext,
  isConfirmed,
  type RoundTripValues,
  unconfirmedPaths,
} from "./confirmation.ts";
import { differenceOf, type EntriesByAddress } from "./difference.ts";
import { readEntries } from "./entry-tree.ts";
import type { PreservingDirection } from "./preserving-direction.ts";

/** An object, and what the rules alone make of it: completed images are compared with this image. */
interface UncompletedConversion {
  readonly object: JsonObject;
  readonly image: JsonObject;
}

/** A completed image converted back. If that fails, the path of the fault, if it is known. */
type Retranslation = Result<RoundTripValues, ObjectPath | undefined>;

/** Tells whether and where a completed image contradicts the object that was converted. */
export class RoundTripCheck {
  readonly #given: UncompletedConversion;
  readonly #direction: PreservingDirection;
  readonly #run: ConversionRun;
  #baseline: { readonly value: JsonObject | undefined } | undefined;
  /** What was converted back last, and the result: {@link disagreements} usually follows {@link agrees} for the same image. */
  #last: { readonly completed: JsonObject; readonly result: Retranslation } | undefined;

  constructor(given: UncompletedConversion, direction: PreservingDirection, run: ConversionRun) {
    this.#given = given;
    this.#direction = direction;
    this.#run = run;
  }

  /**
   * True if the original confirms every change by preserved values: converted back, the completed image may differ from the image
   * without preserved values only where it equals the original, possibly with the server's defaults filled in. A default does not
   * replace a value that the original lacks: the original may be a fragment, or a user removed the value.
   */
  agrees(completed: JsonObject): boolean {
    const result = this.#retranslate(completed);
    this.#last = { completed, result };
    if (!result.ok) return false;
    if (isConfirmed(result.value, this.#context)) return true;
    const defaulted = this.#withDefaults(result.value);
    if (defaulted === undefined || !isConfirmed(defaulted, this.#context)) return false;
    return this.#redundantChanges(completed, result.value).length === 0;
  }

  /** The paths of a completed image that contradict the original, by rule; undefined if they are not known. */
  disagreements(completed: JsonObject): readonly (readonly ObjectPath[])[] | undefined {
    const last = this.#last;
    const result = last?.completed === completed ? last.result : this.#retranslate(completed);
    if (!result.ok) return result.error === undefined ? undefined : [[result.error]];
    const values = this.#withDefaults(result.value) ?? result.value;
    const unconfirmed = unconfirmedPaths(values, this.#context);
    if (unconfirmed.length > 0) return unconfirmed;
    return this.#redundantChanges(completed, result.value).map((path) => [path]);
  }

  get #context(): ConfirmationContext {
    const { engine, isWellBehaved, targetName } = this.#direction;
    return { lens: engine.lens, isWellBehaved, side: otherSide(targetName) };
  }

  #retranslate(completed: JsonObject): Retranslation {
    const { retranslate } = this.#direction;
    const { object: original, image } = this.#given;
    this.#baseline ??= { value: valueIn(tryPass(retranslate, image, this.#run)) };
    const result = tryPass(retranslate, completed, this.#run);
    const baseline = this.#baseline.value;
    if (!result.ok) return result;
    if (baseline === undefined) return err(undefined);
    const { value: retranslated } = result;
    const defaulted = retranslated;
    return ok({ retranslated, defaulted, baseline, original, completed, image, at: undefined });
  }

  /** The values with the server's defaults; undefined if there are none to fill in. */
  #withDefaults(values: RoundTripValues): RoundTripValues | undefined {
    const { retranslated } = values;
    const { schema } = this.#direction.source;
    const defaulted = isObject(retranslated) ? withDefaults(retranslated, schema) : retranslated;
    return defaulted === retranslated ? undefined : { ...values, defaulted };
  }

  /**
   * The paths at which preserved values only repeat what the conversion would give anyway, in an image that agrees only with
   * defaults. A conversion never preserves such a value, and the value would hide the current one.
   */
  #redundantChanges(
    completed: JsonObject,
    { retranslated }: RoundTripValues,
  ): readonly ObjectPath[] {
    const again = isObject(retranslated)
      ? imageOf(retranslated, this.#direction, this.#run)
      : undefined;
    if (again === undefined) return [];
    const { keySchema } = this.#direction.target;
    return changedPaths(this.#given.image, completed, keySchema).filter((path) => {
      const value = valueAtObjectPath(completed, path);
      if (!equal(valueAtObjectPath(again, path), value)) return false;
      // Absence counts as repeated only if the map or list that could have the value exists.
      return value !== undefined || valueAtObjectPath(again, path.slice(0, -1)) !== undefined;
    });
  }
}

/** The image of another object in the same direction; undefined if it can't be converted. */
export function imageOf(
  object: JsonObject,
  { translate }: PreservingDirection,
  run: ConversionRun,
): JsonObject | undefined {
  return valueIn(tryPass(translate, object, run));
}

/** The result of a trial conversion, with a run of its own. If it fails, the path of the fault, if it is known. */
function tryPass(
  pass: ConvertValue,
  object: JsonObject,
  run: ConversionRun,
): Result<JsonObject, ObjectPath | undefined> {
  const trial = newRun(run, run.allowance.apart());
  const image = pass(withoutEmptyMetadata(object), trial);
  if (trial.fault !== undefined) return err(fieldPath(trial.fault.path));
  if (image === unparsable || !isObject(image)) return err(undefined);
  return ok(withoutEmptyMetadata(image));
}

function valueIn<T, E>(result: Result<T, E>): T | undefined {
  return result.ok ? result.value : undefined;
}

/**
 * The object without empty labels or annotations, since absent and empty ones are the same. A rule may have moved the last of
 * them.
 */
function withoutEmptyMetadata(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return object;
  const { metadata: _, ...body } = object;
  const maps = Object.entries(metadata).filter(([, map]) => !isObject(map) || !isEmptyMap(map));
  return maps.length === 0 ? body : { ...body, metadata: Object.fromEntries(maps) };
}

/** A body with the schema's defaults filled in; the same object if there are none to fill in. Metadata has no defaults. */
export function withDefaults(object: JsonObject, schema: SchemaNode): JsonObject {
  return typeof schema === "string" ? object : applyDefaults(object, schema);
}

/** The values of an object that its completed image can't represent, as entries to preserve. */
export function entriesToPreserve(
  object: JsonObject,
  completed: JsonObject,
  { engine, hasCompanions, retranslate, source, target, targetName }: PreservingDirection,
  run: ConversionRun,
): EntriesByAddress {
  const back = (value: JsonObject) => valueIn(tryPass(retranslate, value, run));
  const retranslated = back(completed) ?? {};
  const otherValue = withDefaults(completed, target.schema);
  const defaulted = otherValue === completed ? retranslated : (back(otherValue) ?? retranslated);
  const undropped = source.withoutDrops?.(object) ?? object;
  const wanted = isObject(undropped) ? withoutEmptyMetadata(undropped) : undropped;
  const entries = differenceOf({ retranslated, defaulted }, wanted, source.keySchema);
  if (!hasCompanions) return entries;
  const sides = {
    lens: engine.lens,
    side: otherSide(targetName),
    sideValue: object,
    otherValue,
    image: defaulted,
  };
  return withCompanionFingerprints(readEntries(entries), sides);
}
