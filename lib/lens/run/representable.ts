import { isEmptySparse, isParsed } from "../../json/sparse.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import type { Fitting, ObjectValidator } from "../../schema/validation/validators.ts";
import type { Path } from "../language/path.ts";
import { type ConversionRun, type ConvertValue, unparsable } from "../ops/codec.ts";
import {
  type FilledPlace,
  holdsFits,
  type RepresentablePlace,
} from "../place/representable-places.ts";

/** The places where a version can't represent some values, and its schema, which decides about each value. */
export interface Representable {
  readonly place: RepresentablePlace | undefined;
  /** The version's schema as the CRD has it; undefined where it is not known. */
  readonly declared: JsonObject | undefined;
  /** True for the place of a required member that a map may lack, since a rule says what becomes of it. */
  readonly mayLack: (path: Path) => boolean;
  /** True for a value that a rule would fill in where it is absent; `scope` is the map that the rule's paths begin at. */
  readonly isFilled: (run: ConversionRun) => FilledTest;
}

/**
 * A pass that reads only what the source's version can represent, and gives only what the target's can. Where anything is
 * left out or created, the result is inexact. If both versions represent everything, the result is the given pass.
 */
export function representableOnly(
  pass: ConvertValue,
  source: Representable,
  target: Representable,
): ConvertValue {
  const limits = [source, target].map((side) => limitOf(side));
  if (limits.every((limit) => limit === undefined)) return pass;
  const [onLeaving = unlimited, onArrival = unlimited] = limits;
  const wanted = [source, target].filter((side) => holdsFits(side.place));
  return (value, run) => {
    // Asks for both validators, so that both are loaded before the conversion is repeated.
    for (const { declared } of wanted) if (declared) run.allowance.validators.of(declared);
    const image = pass(onLeaving(value, run), run);
    return image === unparsable || image === undefined ? image : onArrival(image, run);
  };
}

type LimitValue = (value: JsonValue, run: ConversionRun) => JsonValue;

const unlimited: LimitValue = (value) => value;

/** Takes a body to what a version can represent of it; undefined where that is everything. */
function limitOf(side: Representable): LimitValue | undefined {
  const { place } = side;
  if (place === undefined) return undefined;
  const fits = valueFitter(side);
  return (value, run) => {
    const tests = { fitAt: fits(run), isFilled: side.isFilled(run) };
    const left = representable(value, place, tests, {}) ?? {};
    if (left !== value) run.isInexact = true;
    return left;
  };
}

/** What the schema takes of a value at a place; undefined for nothing. */
type FitValue = (value: JsonValue, path: Path) => JsonValue | undefined;

type FilledTest = (value: JsonValue, place: FilledPlace, scope: JsonObject) => boolean;

/** How the values at places are tested. */
interface PlaceTests {
  readonly fitAt: FitValue;
  readonly isFilled: FilledTest;
}

/** Asks the schema of a version. While its validator is not loaded, values stay as they are: the conversion is repeated. */
function valueFitter({ declared, mayLack }: Representable): (run: ConversionRun) => FitValue {
  const fittings = new Map<Path, Fitting | undefined>();
  let validator: ObjectValidator | undefined;
  return ({ allowance }) =>
    (value, path) => {
      const found = declared && allowance.validators.of(declared);
      if (found === undefined) return value;
      if (found !== validator) fittings.clear();
      validator = found;
      if (!fittings.has(path)) fittings.set(path, found.fitting(path, mayLack));
      const fitting = fittings.get(path);
      return fitting === undefined ? value : fitting(value);
    };
}

/**
 * What a version can represent of a value; the same value where that is all of it. Undefined where it is nothing. `scope` is the
 * map around it that the paths of rules begin at.
 */
function representable(
  value: JsonValue,
  place: RepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonValue | undefined {
  if (place.fits !== undefined) return tests.fitAt(value, place.fits);
  if (isArray(value)) {
    return place.items === undefined ? value : listIn(value, place.items, tests, scope);
  }
  return isObject(value)
    ? representableMap(value, place, tests, place.isScope ? value : scope)
    : value;
}

function listIn(
  list: readonly JsonValue[],
  items: RepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonValue | undefined {
  let images: JsonValue[] | undefined;
  for (const [index, item] of list.entries()) {
    const image = representable(item, items, tests, scope);
    if (image === undefined) return undefined;
    if (list.length === 1 && isLeftOut(image, items, tests, scope)) return undefined;
    if (image !== item) images ??= list.slice(0, index);
    images?.push(image);
  }
  return images ?? list;
}

function representableMap(
  map: JsonObject,
  { members, values, created }: RepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonObject {
  let copy: MutableJsonObject | undefined;
  const visit = (key: string, place: RepresentablePlace): void => {
    const value = member(map, key);
    if (value === undefined) return;
    const image = representable(value, place, tests, scope);
    const isGone = image === undefined || isLeftOut(image, place, tests, scope);
    if (!isGone && image === value) return;
    copy ??= { ...map };
    if (isGone) delete copy[key];
    else assign(copy, key, image);
  };
  for (const [key, place] of members) visit(key, place);
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

/** True for an empty container of a type that the place leaves out, and for null where the place leaves null out. */
function isLeftOut(
  value: JsonValue,
  place: RepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): boolean {
  if (value === null) return place.leavesOutNull;
  if (place.leavesOut === "list") return isArray(value) && value.length === 0;
  if (place.leavesOut !== "map" || !isObject(value) || !isParsed(value)) return false;
  const own = place.isScope ? value : scope;
  for (const key in value) {
    if (!isMadeAgain(key, value[key] ?? null, place, tests, own)) return false;
  }
  return true;
}

/** True for a member that stands there again where it is absent: a map that is created, or what a rule fills in. */
function isMadeAgain(
  key: string,
  value: JsonValue,
  { created, members }: RepresentablePlace,
  { isFilled }: PlaceTests,
  scope: JsonObject,
): boolean {
  if (created.includes(key)) return isObject(value) && isEmptySparse(value);
  const filled = members.get(key)?.filled;
  return filled !== undefined && isFilled(value, filled, scope);
}
