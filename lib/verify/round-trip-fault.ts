import { equal } from "../json/equal.ts";
import { parse } from "../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { changedPaths } from "../lens/place/changed-paths.ts";
import type { ObjectPath } from "../lens/place/object-path.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { drawnPathText } from "./draw/path-text.ts";
import { heldBackTest } from "./held-back.ts";
import type { Discrepancy } from "./law-result.ts";
import { lossPath } from "./loss-path.ts";
import { bodyOf } from "./samples/object-body.ts";
import type { Direction, Subject } from "./subject.ts";
import {
  differencesText,
  differenceText,
  type PlacedDifference,
  placedDifferences,
} from "./values/differences.ts";

/** The expected and the actual result of a round trip. */
interface RoundTripComparison {
  readonly expected: ReviewObject;
  readonly returned: ReviewObject;
  /** The expected object before pruning and defaults. Default: `expected`. */
  readonly before?: ReviewObject;
  /** Present if the server pruned the returned object and set its defaults. */
  readonly server?: ServerPass;
}

interface ServerPass {
  /** True if the server also pruned the converted object and set its defaults at the other version. */
  readonly isBetween: boolean;
  /** Returns the result of a round trip without pruning and defaults; undefined if a conversion fails. */
  readonly undefaulted: () => ReviewObject | undefined;
}

/**
 * Compares the results of a round trip, for all laws: `returned` must have all that `expected` has. A value may be missing only
 * if the schema of the pair's source version refuses it and it is held back in an annotation. Only the server's defaults may add
 * a value. Returns any other difference; undefined if there is none.
 */
export function roundTripFault(
  pair: Direction,
  back: RoundTripComparison,
): Discrepancy | undefined {
  const { expected, returned, server } = back;
  if (pair.subject.blackBox !== undefined) return blackBoxFault(pair, back);
  const [one, other] = [comparableForm(expected), comparableForm(returned)];
  if (equal(one, other)) return undefined;
  const isSameBody = equal(bodyOf(expected), bodyOf(returned));
  if (isSameBody && server === undefined) return { explanation: differenceText(one, other) };
  const fault = bodyFault(pair, back);
  if (fault !== undefined) return fault;
  const { group } = pair.subject.kind;
  const [mine, its] = [
    comparableForm(withoutStash(one, group)),
    comparableForm(withoutStash(other, group)),
  ];
  const [metadata, others] = [comparableMetadata(mine), comparableMetadata(its)];
  if (equal(metadata, others)) return undefined;
  const isHeldBack = heldBackTest(pair, {
    before: back.before ?? expected,
    returned,
    isPruned: false,
  });
  const isExplained = changedPaths(metadata, others).every((at) => isHeldBack(["metadata", ...at]));
  return isExplained ? undefined : { explanation: differenceText(mine, its) };
}

/** As {@link roundTripFault}, for a webhook: any annotation that it added may contain preserved values and is not compared. */
function blackBoxFault(pair: Direction, back: RoundTripComparison): Discrepancy | undefined {
  const [one, other] = [back.expected, back.returned].map((object) => ({
    metadata: comparableMetadata(comparableForm(withoutPreserved(object, pair.subject))),
  }));
  return bodyFault(pair, back) ?? unacknowledgedDifference(pair.subject, one ?? {}, other ?? {});
}

/** The differences of two objects, without acknowledged losses; undefined if there are none. The text names the first ones. */
export function unacknowledgedDifference(
  subject: Subject,
  one: JsonObject,
  other: JsonObject,
  verb?: string,
): Discrepancy | undefined {
  return unknownLosses(subject, placedDifferences(one, other), verb);
}

/** The differences that no user acknowledged as losses; undefined if there are none. */
function unknownLosses(
  subject: Subject,
  found: readonly PlacedDifference[],
  verb?: string,
): Discrepancy | undefined {
  const { blackBox } = subject;
  const left = found.filter(({ path }) => blackBox?.isKnownLoss(path) !== true);
  if (left.length === 0) return undefined;
  const explanation = differencesText(left, verb);
  if (blackBox === undefined) return { explanation };
  const paths = left.map(({ at }) => lossPath(subject, at)).filter((path) => path !== "");
  return { explanation, paths: [...new Set(paths)] };
}

/** The metadata with absent labels and annotations set to empty maps, which mean the same. */
function comparableMetadata(object: JsonObject): JsonObject {
  return { labels: {}, annotations: {}, ...metadataOf(object) };
}

/** As {@link roundTripFault}, but compares only the bodies. */
export function bodyFault(pair: Direction, back: RoundTripComparison): Discrepancy | undefined {
  const { expected, returned, before = expected, server } = back;
  const [one, other] = [bodyOf(expected), bodyOf(returned)];
  if (equal(one, other)) return undefined;
  const plain = server === undefined ? returned : server.undefaulted();
  const isPruned = server?.isBetween === true;
  const isHeldBack = heldBackTest(pair, { before, returned, isPruned });
  const root: ReturnPlace = { one, other, plain: plain && bodyOf(plain), at: [] };
  return unknownLosses(pair.subject, [...unexplainedDifferences(root, isHeldBack)]);
}

/** The values at one path: in the expected body, in the returned one, and in the returned one without server defaults. */
interface ReturnPlace {
  readonly one: JsonValue | undefined;
  readonly other: JsonValue | undefined;
  readonly plain: JsonValue | undefined;
  readonly at: ObjectPath;
}

function* unexplainedDifferences(
  { one, other, plain, at }: ReturnPlace,
  isHeldBack: (at: ObjectPath) => boolean,
): Iterable<PlacedDifference> {
  if (equal(one, other)) return;
  if (isObject(one) && isObject(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const below = isObject(plain) ? member(plain, key) : undefined;
      yield* unexplainedDifferences(
        { one: member(one, key), other: member(other, key), plain: below, at: [...at, key] },
        isHeldBack,
      );
    }
  } else if (isArray(one) && isArray(other) && one.length === other.length) {
    const isAligned = isArray(plain) && plain.length === other.length;
    for (const [index, item] of one.entries()) {
      const own = other[index];
      const below = isAligned ? plain[index] : own;
      yield* unexplainedDifferences(
        { one: item, other: own, plain: below, at: [...at, index] },
        isHeldBack,
      );
    }
  } else {
    const isFilled = one === undefined && plain === undefined;
    if (isFilled || isLengthened(one, other, plain) || isHeldBack(at)) return;
    yield { at, path: drawnPathText(at), one, other };
  }
}

/**
 * True if a list is unchanged without server defaults (`plain` equals `one`) and the defaults only added items (`other` has the
 * items of `one` in order, and more).
 */
function isLengthened(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  plain: JsonValue | undefined,
): boolean {
  if (!isArray(one) || !isArray(other) || plain === undefined || !equal(one, plain)) return false;
  let found = 0;
  for (const item of other) {
    const next = one[found];
    if (next !== undefined && equal(item, next)) found++;
  }
  return found === one.length;
}

/**
 * An object in the form for comparison: without empty labels and annotations, which mean the same as absent ones, and with the
 * JSON in annotations for preserved values parsed.
 */
export function comparableForm(object: JsonObject): JsonObject {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return object;
  const left = Object.entries(metadata)
    .filter(([name, value]) => !isEmptyMap(name, value))
    .map(([name, value]) => [name, name === "annotations" ? withParsedStash(value) : value]);
  return { ...object, metadata: Object.fromEntries(left) };
}

/** Annotations with the JSON of preserved values parsed, so that a comparison ignores the order of members in this JSON. */
function withParsedStash(annotations: JsonValue): JsonValue {
  if (!isObject(annotations)) return annotations;
  const parsed = Object.entries(annotations).map(([name, text]) => {
    const read = name.includes("/kept") && typeof text === "string" ? parse(text) : undefined;
    return [name, read?.ok ? read.value : text];
  });
  return Object.fromEntries(parsed);
}

function isEmptyMap(name: string, value: JsonValue): boolean {
  const isMap = name === "labels" || name === "annotations";
  return isMap && isObject(value) && Object.keys(value).length === 0;
}

/** An object without the annotations for preserved values. */
export function withoutStash<T extends JsonObject>(object: T, group: string): T {
  return withoutAnnotations(object, (key) => key.startsWith(`${group}/kept`));
}

/** As {@link withoutStash}; for a webhook, without every annotation that may contain a preserved value. */
export function withoutPreserved<T extends JsonObject>(object: T, { kind, blackBox }: Subject): T {
  if (blackBox === undefined) return withoutStash(object, kind.group);
  return withoutAnnotations(object, blackBox.isPreserved);
}

function withoutAnnotations<T extends JsonObject>(
  object: T,
  isLeftOut: (annotation: string) => boolean,
): T {
  const metadata = metadataOf(object);
  const annotations = member(metadata, "annotations");
  if (!isObject(annotations)) return object;
  const left = Object.entries(annotations).filter(([key]) => !isLeftOut(key));
  const rest = { ...metadata, annotations: Object.fromEntries(left) };
  return { ...object, metadata: rest };
}
