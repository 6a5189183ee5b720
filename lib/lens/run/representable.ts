import { isEmptySparse } from "../../json/sparse.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { Fitting, ObjectValidator } from "../../schema/validation/validators.ts";
import type { Path } from "../language/path.ts";
import { type ConversionRun, type ConvertValue, unparsable } from "../ops/codec.ts";
import { holdsFits, type RepresentablePlace } from "../place/representable-places.ts";

/** What a version can't represent, and how its schema is asked what it takes. */
export interface Representable {
  readonly place: () => RepresentablePlace | undefined;
  /** The version's schema as the CRD has it; undefined where it is not known. */
  readonly declared: JsonObject | undefined;
  /** True for the place of a required member that a map may lack, since a rule says what becomes of it. */
  readonly mayLack: (path: Path) => boolean;
}

/**
 * A pass that reads only what the source's version can represent, and gives only what the target's can. Where anything is
 * left out or created, the result is inexact. Without such places it is the pass itself, from its first call.
 */
export function representableOnly(
  pass: ConvertValue,
  source: Representable,
  target: Representable,
): ConvertValue {
  let ready: ConvertValue | undefined;
  return (value, run) => {
    ready ??= restricted(pass, source, target);
    return ready(value, run);
  };
}

function restricted(
  pass: ConvertValue,
  source: Representable,
  target: Representable,
): ConvertValue {
  const limits = [source, target].map((side) => limitOf(side));
  if (limits.every((limit) => limit === undefined)) return pass;
  const [onLeaving = unlimited, onArrival = unlimited] = limits;
  const wanted = [source, target].filter((side) => holdsFits(side.place()));
  return (value, run) => {
    // Both are asked for at once, so that they are loaded at once.
    for (const { declared } of wanted) if (declared) run.allowance.validators.of(declared);
    const image = pass(onLeaving(value, run), run);
    return image === unparsable || image === undefined ? image : onArrival(image, run);
  };
}

type LimitValue = (value: JsonValue, run: ConversionRun) => JsonValue;

const unlimited: LimitValue = (value) => value;

/** Takes a body to what a version can represent of it; undefined where that is everything. */
function limitOf(side: Representable): LimitValue | undefined {
  const place = side.place();
  if (place === undefined) return undefined;
  const fits = valueFitter(side);
  return (value, run) => {
    const left = representable(value, place, fits(run)) ?? {};
    if (left !== value) run.isInexact = true;
    return left;
  };
}

/** What the schema takes of a value at a place; undefined for nothing. */
type FitValue = (value: JsonValue, path: Path) => JsonValue | undefined;

/** Asks the schema of a version. While its validator is not loaded, values stay as they are: the conversion is repeated. */
function valueFitter({ declared, mayLack }: Representable): (run: ConversionRun) => FitValue {
  const known = new WeakMap<ObjectValidator, Map<Path, Fitting | undefined>>();
  return ({ allowance }) =>
    (value, path) => {
      const validator = declared && allowance.validators.of(declared);
      if (validator === undefined) return value;
      const fittings = known.get(validator) ?? new Map<Path, Fitting | undefined>();
      known.set(validator, fittings);
      if (!fittings.has(path)) fittings.set(path, validator.fitting(path, mayLack));
      const fitting = fittings.get(path);
      return fitting === undefined ? value : fitting(value);
    };
}

/** What a version can represent of a value; the same value where that is all of it. Undefined where it is nothing. */
function representable(
  value: JsonValue,
  place: RepresentablePlace,
  fitAt: FitValue,
): JsonValue | undefined {
  if (place.fits !== undefined) return fitAt(value, place.fits);
  if (isArray(value)) return place.items === undefined ? value : listIn(value, place.items, fitAt);
  return isObject(value) ? representableMap(value, place, fitAt) : value;
}

function listIn(
  list: readonly JsonValue[],
  items: RepresentablePlace,
  fitAt: FitValue,
): JsonValue | undefined {
  let images: JsonValue[] | undefined;
  for (const [index, item] of list.entries()) {
    const image = representable(item, items, fitAt);
    if (image === undefined) return undefined;
    if (image !== item) images ??= list.slice(0, index);
    images?.push(image);
  }
  return images ?? list;
}

function representableMap(
  map: JsonObject,
  { members, values, created }: RepresentablePlace,
  fitAt: FitValue,
): JsonObject {
  let copy: MutableJsonObject | undefined;
  const visit = (key: string, member: RepresentablePlace): void => {
    const value = Object.hasOwn(map, key) ? map[key] : undefined;
    if (value === undefined) return;
    const image = representable(value, member, fitAt);
    const isLeftOut = image === undefined || isEmptyOf(image, member);
    if (!isLeftOut && image === value) return;
    copy ??= { ...map };
    if (isLeftOut) delete copy[key];
    else assign(copy, key, image);
  };
  for (const [key, member] of members) visit(key, member);
  if (values !== undefined) {
    for (const key of Object.keys(map)) {
      if (!values.except.has(key)) visit(key, values.place);
    }
  }
  for (const key of created) {
    if (Object.hasOwn(map, key)) continue;
    copy ??= { ...map };
    assign(copy, key, {});
  }
  return copy ?? map;
}

/** True for an empty container of the type that a place leaves out, and for null where it leaves that out. */
function isEmptyOf(value: JsonValue, { leavesOut, leavesOutNull }: RepresentablePlace): boolean {
  if (value === null) return leavesOutNull;
  if (leavesOut === "list") return isArray(value) && value.length === 0;
  return leavesOut === "map" && isObject(value) && isEmptySparse(value);
}
