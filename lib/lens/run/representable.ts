import { assertDefined } from "../../json/invariant.ts";
import { isParsed } from "../../json/sparse.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import type { ObjectValidator, TrimToSchema } from "../../schema/validation/validators.ts";
import type { Path } from "../language/path.ts";
import { type ConversionRun, type ConvertValue, unparsable } from "../ops/codec.ts";
import { trialRun } from "../ops/run-state.ts";
import {
  type FilledPlace,
  holdsSchemaCheckedPlace,
  type SchemaCheckedPlace,
  type UnrepresentablePlace,
} from "../place/unrepresentable-tree.ts";
import type { Absence } from "./absence.ts";
import { equalsFillInMap } from "./absent-values.ts";

/** What a version can't represent, with the schema that decides about single values. */
export interface RepresentationLimits {
  readonly place: UnrepresentablePlace | undefined;
  /** The version's schema as the CRD has it; undefined if it is not known. */
  readonly declared: JsonObject | undefined;
  /** True for a path that a rule claims: a required member may be absent at that path, since the rule decides about it. */
  readonly mayLack: (path: Path) => boolean;
  /** True for a path that a rule fills in if it is absent. */
  readonly isFilled: (path: Path) => boolean;
  /** What absence means at a path that a rule fills in. */
  readonly absenceAt: (place: FilledPlace) => Absence | undefined;
}

/**
 * A pass that reads only values that the source version can represent, and returns only values that the target version can. If a
 * value is left out or created, the run is inexact. If both versions can represent everything, the result is the given pass.
 * `reverse` is the finished pass of the other direction.
 */
export function representableOnly(
  pass: ConvertValue,
  source: RepresentationLimits,
  target: RepresentationLimits,
  reverse: ConvertValue,
): ConvertValue {
  const limits = [
    limitOf(source, { fillsCreated: false }),
    limitOf(target, { fillsCreated: true }),
  ];
  if (limits.every((limit) => limit === undefined)) return pass;
  const [limitSource = keepsValue, limitTarget = keepsValue] = limits;
  const wanted = [source, target].filter((side) => holdsSchemaCheckedPlace(side.place));
  const convert: ConvertValue = (value, run) => {
    // Both validators are requested before the conversion, so that both are loaded if it has to be repeated.
    for (const { declared } of wanted) if (declared) run.allowance.validators.of(declared);
    const image = pass(limitSource(value, run).left, run);
    if (image === unparsable || image === undefined) return image;
    const { left, isReduced } = limitTarget(image, run);
    return isReduced && run.provesLaws ? settled(left, run) : left;
  };
  /**
   * The image, converted back and forth again: what is left of a value may count as absent, a map that is now empty may be one
   * that is removed with its last member, and a rule may fill in a value that was left out.
   */
  const settled = (image: JsonValue, run: ConversionRun): JsonValue => {
    const back = reverse(image, trialRun(run, false));
    if (back === unparsable || back === undefined) return image;
    const again = convert(back, trialRun(run, false));
    return again === unparsable || again === undefined ? image : again;
  };
  return convert;
}

type LimitValue = (value: JsonValue, run: ConversionRun) => Limited;

/** What a version can represent of a value. */
interface Limited {
  readonly left: JsonValue;
  /** True if something was left out. */
  readonly isReduced: boolean;
}

const keepsValue: LimitValue = (left) => ({ left, isReduced: false });

/**
 * Returns a function that leaves out what a version can't represent, and creates maps that the version requires; undefined if
 * neither is needed. `fillsCreated` is true for the target version: there rules fill in values in the created maps, too.
 */
function limitOf(
  side: RepresentationLimits,
  { fillsCreated }: { readonly fillsCreated: boolean },
): LimitValue | undefined {
  const { place, absenceAt } = side;
  if (place === undefined) return undefined;
  const fitAt = valueFitter(side, fillsCreated ? side.isFilled : () => false);
  const isFilled: PlaceTests["isFilled"] = (own, filled, holder, scope, run) =>
    equalsFillInMap(holder, own, absenceAt(filled), scope, run);
  const fillAt: PlaceTests["fillAt"] = (filled, holder, scope, run) =>
    fillsCreated ? absenceAt(filled)?.filling?.value(holder, scope, run) : undefined;
  return (value, run) => {
    const tests: PlaceTests = { run, fitAt, isFilled, fillAt, isReduced: false };
    const left = representableValue(value, place, tests, {}) ?? {};
    if (left !== value) run.isInexact = true;
    return { left, isReduced: tests.isReduced };
  };
}

/** The part of a value that the schema allows at a path; undefined if it allows none of it. */
type FitValue = (
  value: JsonValue,
  place: SchemaCheckedPlace,
  run: ConversionRun,
) => JsonValue | undefined;

/**
 * Tests of the values at paths, and what they found. `holder` is the map that holds the path, `scope` the map at which the
 * paths of its rule start.
 */
interface PlaceTests {
  readonly run: ConversionRun;
  readonly fitAt: FitValue;
  /** True for a value equal to the one that a rule would fill in if the path were absent. */
  readonly isFilled: (
    value: JsonValue,
    place: FilledPlace,
    holder: JsonObject,
    scope: JsonObject,
    run: ConversionRun,
  ) => boolean;
  /** The value that a rule fills in at a path of a created map; undefined if none. */
  readonly fillAt: (
    place: FilledPlace,
    holder: JsonObject,
    scope: JsonObject,
    run: ConversionRun,
  ) => JsonValue | undefined;
  /** See {@link Limited}. */
  isReduced: boolean;
}

/**
 * Returns a function that fits values to the schema of a version. At a path for which `mustStay` is true, a refused member is not
 * left out alone, but with its map: otherwise a rule would fill in its path. While the schema's validator is not loaded, values
 * stay unchanged: the conversion is repeated later.
 */
function valueFitter(
  { declared, mayLack }: RepresentationLimits,
  mustStay: (path: Path) => boolean,
): FitValue {
  const fittings = new Map<SchemaCheckedPlace, TrimToSchema | undefined>();
  let validator: ObjectValidator | undefined;
  return (value, place, { allowance }) => {
    const found = declared && allowance.validators.of(declared);
    if (found === undefined) return value;
    if (found !== validator) fittings.clear();
    validator = found;
    if (!fittings.has(place)) {
      const { path, mayBeIncomplete } = place;
      fittings.set(place, found.fitting(path, { mayLack, mustStay, mayBeIncomplete }));
    }
    const fitting = fittings.get(place);
    return fitting === undefined ? value : fitting(value);
  };
}

/**
 * The part of a value that a version can represent: the same value if it can represent all of it, undefined if none. `scope` is
 * the map around the value at which the paths of rules start.
 */
function representableValue(
  value: JsonValue,
  place: UnrepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonValue | undefined {
  if (place.fits !== undefined) {
    const image = tests.fitAt(value, place.fits, tests.run);
    tests.isReduced ||= image !== value;
    return image;
  }
  if (isArray(value)) {
    return place.items === undefined ? value : listIn(value, place.items, tests, scope);
  }
  return isObject(value)
    ? representableMap(value, place, tests, place.isScope ? value : scope)
    : value;
}

function listIn(
  list: readonly JsonValue[],
  items: UnrepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonValue | undefined {
  let images: JsonValue[] | undefined;
  for (const [index, item] of list.entries()) {
    const image = representableValue(item, items, tests, scope);
    if (image === undefined) return undefined;
    if (list.length === 1 && isLeftOut(image, items, tests, scope)) return undefined;
    if (image !== item) images ??= list.slice(0, index);
    images?.push(image);
  }
  return images ?? list;
}

function representableMap(
  map: JsonObject,
  place: UnrepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonObject {
  const { members, values, created } = place;
  let copy: MutableJsonObject | undefined;
  for (const [key, inner] of members) {
    const value = member(map, key);
    if (value === undefined) continue;
    const image = representableMember(value, inner, tests, scope);
    if (image !== value) copy = withChange(copy ?? { ...map }, key, image);
  }
  if (values !== undefined) {
    for (const key of Object.keys(map)) {
      if (values.except.has(key)) continue;
      const value = assertDefined(map[key], "an own key has a value");
      const image = representableMember(value, values.place, tests, scope);
      if (image !== value) copy = withChange(copy ?? { ...map }, key, image);
    }
  }
  for (const key of created) {
    if (Object.hasOwn(map, key)) continue;
    copy ??= { ...map };
    assign(copy, key, createdMap(members.get(key), tests, scope));
  }
  return copy ?? map;
}

/** The part of a member that a version can represent; undefined if the member is left out. */
function representableMember(
  value: JsonValue,
  place: UnrepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): JsonValue | undefined {
  const image = representableValue(value, place, tests, scope);
  if (image !== undefined && !isLeftOut(image, place, tests, scope)) return image;
  tests.isReduced = true;
  return undefined;
}

/** Sets or removes a member of the map. Returns the map. */
function withChange(
  map: MutableJsonObject,
  key: string,
  value: JsonValue | undefined,
): MutableJsonObject {
  if (value === undefined) delete map[key];
  else assign(map, key, value);
  return map;
}

/** A map that was absent, with the values that rules fill in. `scope` is the map around it at which the paths of rules start. */
function createdMap(
  place: UnrepresentablePlace | undefined,
  { fillAt, run }: PlaceTests,
  scope: JsonObject,
): JsonObject {
  const map: MutableJsonObject = {};
  const own = place?.isScope === true ? map : scope;
  for (const [key, { filled }] of place?.members ?? []) {
    const value = filled && fillAt(filled, map, own, run);
    if (value !== undefined) assign(map, key, value);
  }
  return map;
}

/** True for an empty list, a map that {@link canBeRecreated}, and null, each only if `place` leaves that out. */
function isLeftOut(
  value: JsonValue,
  place: UnrepresentablePlace,
  tests: PlaceTests,
  scope: JsonObject,
): boolean {
  if (value === null) return place.leavesOutNull;
  if (place.leavesOut === "list") return isArray(value) && value.length === 0;
  if (place.leavesOut !== "map" || !isObject(value)) return false;
  return canBeRecreated(value, place, tests, scope);
}

/** True for a map that could be left out without a loss: every member would be filled in or created again. */
function canBeRecreated(
  map: JsonObject,
  { created, members, isScope }: Pick<UnrepresentablePlace, "created" | "members" | "isScope">,
  tests: PlaceTests,
  scope: JsonObject,
): boolean {
  if (!isParsed(map)) return false;
  const own = isScope ? map : scope;
  for (const key of Object.keys(map)) {
    const value = assertDefined(map[key], "an own key has a value");
    const place = members.get(key);
    const isRecreated = created.includes(key)
      ? isObject(value) && canBeRecreated(value, place ?? nothingRecreated, tests, own)
      : place?.filled !== undefined && tests.isFilled(value, place.filled, map, own, tests.run);
    if (!isRecreated) return false;
  }
  return true;
}

const nothingRecreated = { created: [], members: new Map(), isScope: false };
