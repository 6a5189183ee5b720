import { equal } from "../../json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { ConversionRun } from "../ops/codec.ts";
import type { Absence } from "./absence.ts";
import type { DirectedValueRule } from "./directed-rule.ts";

/** Marks the run as inexact if the reverse conversion would fill in a value at a source path that is absent. */
export function noteAbsent(
  object: JsonObject,
  { absence, source, sharesHolder }: Pick<DirectedValueRule, "absence" | "source" | "sharesHolder">,
  run: ConversionRun,
): void {
  if (absence.source?.filling === undefined) return;
  if (!sharesHolder || isObject(holderOf(object, source))) run.isInexact = true;
}

/** The map that holds a path. */
function holderOf(object: JsonObject, path: KeyPath): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (let level = 0; level < path.length - 1; level++) {
    if (!isObject(value)) return undefined;
    value = member(value, path[level] ?? "");
  }
  return value;
}

/** True for a value that counts as absent in the source version. */
export function countsAsAbsent(
  value: JsonValue,
  path: KeyPath,
  absence: Absence | undefined,
  object: JsonObject,
  run: ConversionRun,
): boolean {
  if (absence === undefined) return false;
  return absence.isOmitted(value) || equalsFill(value, absence, path, object, run);
}

/** True for a value equal to the one that `fill` would fill in if `path` were absent. False for a `fill` with `returns`. */
export function equalsFill(
  value: JsonValue,
  absence: Absence | undefined,
  path: KeyPath,
  scope: JsonObject,
  run: ConversionRun,
): boolean {
  if (absence?.filling === undefined) return false;
  return equalsFillInMap(holderOf(scope, path), value, absence, scope, run);
}

/** Like {@link equalsFill}, but with the map that holds the path, which may not be part of `scope` yet. */
export function equalsFillInMap(
  holder: JsonValue | undefined,
  value: JsonValue,
  absence: Absence | undefined,
  scope: JsonObject,
  run: ConversionRun,
): boolean {
  const filling = absence?.filling;
  if (filling === undefined || filling.convertsBack) return false;
  const filled = filling.value(holder, scope, run);
  return filled !== undefined && equal(filled, value);
}

/**
 * True for an image that counts as absent in the target version and is left out. An image equal to the target's constant `fill`
 * is left out only if source and target path are in different maps: the target's map might be created just for the image.
 */
export function isAbsentImage(
  image: JsonValue,
  { isOmitted, filling }: Absence,
  { sharesHolder }: Pick<DirectedValueRule, "sharesHolder">,
): boolean {
  if (isOmitted(image)) return true;
  return !sharesHolder && filling?.constant !== undefined && equal(filling.constant, image);
}
