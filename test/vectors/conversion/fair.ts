import { parseGoDuration } from "../../../lib/go/duration.ts";
import { equal } from "../../../lib/json/equal.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { parseQuantity } from "../../../lib/lens/ops/quantity/quantity-text.ts";

/** A difference between our result and upstream's that the fair comparison does not accept. */
export interface Difference {
  /** Keys, and indexes in our result's lists. */
  readonly path: readonly (string | number)[];
  /** Absent where the result has no value. */
  readonly ours: JsonValue | undefined;
  readonly theirs: JsonValue | undefined;
}

/** Inputs of the comparison. */
export interface Setting {
  readonly input: JsonObject;
  /** Prefix of our stash's annotations. */
  readonly stashPrefix: string;
  /** True where two calls of upstream gave different results: lists are compared as sets. */
  readonly isUnstable: boolean;
}

/**
 * Where our result and upstream's differ, without harmless differences. Nulls and empty maps and lists count as absent, and
 * harmless is: (a) a `false`, `0` or `""` that upstream adds; (b) one quantity or one duration in two spellings;
 * (c) an annotation that either side adds or takes back; (d) a `false`, `0`, `""` or `"0"` of the input that upstream
 * lost and ours carries, or that upstream wrote though it was not there.
 */
export function differences(
  ours: JsonObject,
  theirs: JsonObject,
  setting: Setting,
): readonly Difference[] {
  return compare(ours, theirs, { path: [], setting });
}

interface Walk {
  readonly path: readonly (string | number)[];
  readonly setting: Setting;
}

type Maybe = JsonValue | undefined;

function compare(ours: Maybe, theirs: Maybe, walk: Walk): readonly Difference[] {
  if (equal(ours, theirs) || (isVoid(ours) && isVoid(theirs)) || isOneAmount(ours, theirs)) {
    return [];
  }
  if (isMapOrVoid(ours) && isMapOrVoid(theirs) && (isObject(ours) || isObject(theirs))) {
    return compareMaps(ours, theirs, walk);
  }
  if (isArray(ours) && isArray(theirs)) return compareLists(ours, theirs, walk);
  if (isVoid(ours) && isOnlyZeros(theirs)) return [];
  if (isVoid(theirs) && isOnlyZeros(ours) && areInInput(ours, walk.setting)) return [];
  return [{ path: walk.path, ours, theirs }];
}

function isMapOrVoid(value: Maybe): value is JsonObject | null | undefined {
  return isObject(value) || value === undefined || value === null;
}

function compareMaps(ours: Maybe, theirs: Maybe, walk: Walk): readonly Difference[] {
  const [a, b] = [isObject(ours) ? ours : {}, isObject(theirs) ? theirs : {}];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => {
    const path = [...walk.path, key];
    if (isStashed(path, a, b, walk.setting)) return [];
    return compare(member(a, key), member(b, key), { ...walk, path });
  });
}

/** (c): an annotation of our stash; one that upstream adds; one that upstream consumes and we copy. */
function isStashed(
  path: Walk["path"],
  ours: JsonObject,
  theirs: JsonObject,
  { input, stashPrefix }: Setting,
): boolean {
  const [metadata, annotations, key, ...more] = path;
  if (metadata !== "metadata" || annotations !== "annotations") return false;
  if (typeof key !== "string" || more.length > 0) return false;
  if (key.startsWith(stashPrefix)) return true;
  const before = memberAt(memberAt(memberAt(input, metadata), annotations), key);
  const [here, there] = [member(ours, key), member(theirs, key)];
  return before === undefined || (there === undefined && equal(here, before));
}

function memberAt(value: Maybe, key: string): Maybe {
  return isObject(value) ? member(value, key) : undefined;
}

function compareLists(ours: JsonArray, theirs: JsonArray, walk: Walk): readonly Difference[] {
  if (walk.setting.isUnstable) return compareAsSets(ours, theirs, walk);
  if (ours.length === theirs.length) return compareItems(ours, theirs, walk);
  const [full, others] = [ours, theirs].map((list) => list.filter((item) => !isVoid(item)));
  if (full === undefined || others === undefined || full.length !== others.length) {
    return [{ path: walk.path, ours, theirs }];
  }
  return compareItems(full, others, walk);
}

function compareItems(ours: JsonArray, theirs: JsonArray, walk: Walk): readonly Difference[] {
  return ours.flatMap((item, index) =>
    compare(item, theirs[index], { ...walk, path: [...walk.path, index] }),
  );
}

/** Compares each of our items with the first of theirs that is equal to it. */
function compareAsSets(ours: JsonArray, theirs: JsonArray, walk: Walk): readonly Difference[] {
  const left = [...theirs];
  const differing = ours.flatMap((item, index) => {
    const path = [...walk.path, index];
    const at = left.findIndex((other) => compare(item, other, { ...walk, path }).length === 0);
    if (at >= 0) left.splice(at, 1);
    return at >= 0 || isVoid(item) ? [] : [{ path, ours: item, theirs: undefined }];
  });
  const missing = left.filter((item) => !isVoid(item));
  return [...differing, ...missing.map((theirs) => ({ path: walk.path, ours: undefined, theirs }))];
}

/** True for absent, null, and maps and lists that contain only such values. */
function isVoid(value: Maybe): boolean {
  if (value === undefined || value === null) return true;
  if (isArray(value)) return value.every(isVoid);
  return isObject(value) && Object.values(value).every(isVoid);
}

/** True for a zero value, and for a map or list that contains only zero and empty values. */
function isOnlyZeros(value: Maybe): boolean {
  if (isVoid(value)) return true;
  if (isArray(value)) return value.every(isOnlyZeros);
  if (isObject(value)) return Object.values(value).every(isOnlyZeros);
  return value !== undefined && isZero(value);
}

const zeros: readonly JsonValue[] = [false, 0, "", "0"];

function isZero(value: JsonValue): boolean {
  return zeros.some((zero) => equal(zero, value));
}

/** True where each zero in a value is also in the input, at any path. */
function areInInput(value: Maybe, { input }: Setting): boolean {
  return leavesOf(value).every((zero) => leavesOf(input).some((leaf) => equal(leaf, zero)));
}

function leavesOf(value: Maybe): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (isArray(value)) return value.flatMap(leavesOf);
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [value];
}

/** (b): the same quantity or duration, spelled differently. */
function isOneAmount(ours: Maybe, theirs: Maybe): boolean {
  const [a, b] = [textOf(ours), textOf(theirs)];
  if (a === undefined || b === undefined) return false;
  return isSame(quantityOf(a), quantityOf(b)) || isSame(parseGoDuration(a), parseGoDuration(b));
}

function textOf(value: Maybe): string | undefined {
  if (typeof value === "string") return value;
  const isScalar = value !== undefined && value !== null && !isArray(value) && !isObject(value);
  return isScalar && typeof value !== "boolean" ? stringify(value) : undefined;
}

function quantityOf(text: string): bigint | undefined {
  return parseQuantity(text, { base: 10, exponent: -9 });
}

function isSame(a: bigint | undefined, b: bigint | undefined): boolean {
  return a !== undefined && a === b;
}
