import { convertObject } from "../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import type { StringMap } from "../../lib/converter/converter.ts";
import { ValidationWork } from "../../lib/converter/validation-work.ts";
import { equal } from "../../lib/json/equal.ts";
import { parse } from "../../lib/json/parse.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import type { ReviewObject } from "../../lib/protocol/conversion-review.ts";
import { objectFault } from "../../lib/protocol/gate/conversion.ts";
import { undeclaredPaths } from "../../lib/verify/pruned-and-defaulted.ts";
import { bodyOf } from "../../lib/verify/samples/object-body.ts";
import type { Direction } from "../../lib/verify/subject.ts";
import { validationFaults } from "../../lib/verify/validation-faults.ts";
import { allowance } from "./allowance.ts";

/** A converted object that is to be converted back, and the annotations that an attacker adds to it. */
export interface Forgery {
  /** What the object of `pair.from` became in `pair.to`. */
  readonly image: ReviewObject;
  readonly forged: StringMap;
  /** The name of the annotation that an earlier webhook wrote, which the kind reads too; it may be forged. */
  readonly oldStash?: string;
}

/**
 * The effects of forged annotations on the conversion of an image back to `pair.from` that must not happen. Whether the result is
 * valid is decided by lib/schema alone.
 */
export function forgeryFaults(
  pair: Direction,
  { image, forged, oldStash = "" }: Forgery,
): readonly string[] {
  const { subject, from } = pair;
  const honest = subject.convert(image, from.name);
  if (honest.type !== "converted") return [];
  const attacked = withAnnotations(image, { ...forged, ...annotationsOf(image) });
  const result = subject.convert(attacked, from.name);
  if (result.type === "crashed") return [`it throws: ${result.error}`];
  if (result.type === "refused") {
    return [`it fails: ${result.fault.path}: ${result.fault.message.slice(0, 200)}`];
  }
  const desired = `${subject.kind.group}/${from.name}`;
  const gate = objectFault(attacked, result.object, desired);
  if (gate !== undefined) return [`the gate refuses it: ${gate.message.slice(0, 200)}`];
  const both = { honest: honest.object, object: result.object };
  const found = { pair, image, forged, oldStash, attacked, ...both };
  return [
    ...workFaults(found),
    ...newFaults(found),
    ...goneValues(found),
    ...metadataFaults(found),
  ].slice(0, maxFaults);
}

/**
 * The validation of preserved values takes at most 16 trials for each of the two versions of a step. A trial costs as many units as
 * the object has bytes, and 64 for each entry. There is at most one entry in six bytes, and 100 more that stand for many paths.
 */
function workFaults({ pair: { subject, from, to }, attacked, object }: Found): readonly string[] {
  const { kind } = subject;
  const work = new ValidationWork(Number.POSITIVE_INFINITY);
  const desired = { group: kind.group, version: from.name };
  convertObject(conversionRegistry([kind]), attacked, desired, allowance({ work }));
  const bytes = Math.max(stringify(attacked).length, stringify(object).length);
  const trial = bytes + 64 * (bytes / 6 + 100);
  const bound = subject.steps(to.name, from.name).length * 2 * 16 * trial;
  return work.used <= bound ? [] : [`validation took ${work.used} units, and ${bound} are allowed`];
}

/** The most faults that are shown of one forgery: each of 64 entries can cause one. */
const maxFaults = 10;

interface Found extends Forgery {
  readonly pair: Direction;
  /** The image with the forged annotations. */
  readonly attacked: ReviewObject;
  /** The result without them. */
  readonly honest: ReviewObject;
  /** The result with them. */
  readonly object: ReviewObject;
}

/** What the server would refuse in the result or prune from it, unless it would do so without the forged annotations too. */
function newFaults({ pair: { subject, from }, honest, object }: Found): readonly string[] {
  const textsOf = (each: ReviewObject): readonly string[] => [
    ...validationFaults(each, from, subject).map(
      ({ type, field, detail }) => `${field}: ${type}: ${detail}`,
    ),
    ...undeclaredPaths(each, from).map((path) => `${path} is not declared`),
  ];
  // An item that is inserted before others changes the indexes in their faults.
  const placeless = (text: string): string => text.replaceAll(/\[\d+\]/g, "[]");
  const before = new Set(textsOf(honest).map(placeless));
  return textsOf(object)
    .filter((text) => !before.has(placeless(text)))
    .map((text) => `a new fault: ${text.slice(0, 200)}`);
}

/** Changes of metadata that no conversion may make, and forged annotations that stay with changed entries. */
function metadataFaults(found: Found): readonly string[] {
  const { pair, attacked, honest, object, forged, oldStash = "" } = found;
  const { group } = pair.subject.kind;
  const [given, out, plain] = [attacked, object, honest].map(annotationsOf);
  const isOurs = (key: string): boolean => key.startsWith(`${group}/kept`) || key === oldStash;
  const others = (map: StringMap = {}) =>
    Object.fromEntries(Object.entries(map).filter(([key]) => !isOurs(key)));
  const faults: string[] = [];
  if (!equal(others(out), others(plain))) faults.push("annotations of others are changed");
  if (!equal(withoutAnnotations(object), withoutAnnotations(honest))) {
    faults.push("metadata is changed");
  }
  const addresses = new Set(
    Object.entries(forged).flatMap(([key, text]) =>
      isFor(pair.to.name, group, key) ? addressesIn(text) : [],
    ),
  );
  const isMade = (key: string): boolean =>
    key === `${group}/kept-lost` ||
    (Object.hasOwn(forged, oldStash) && isFor(pair.from.name, group, key)) ||
    (isFor(pair.to.name, group, key) &&
      !addressesIn(out?.[key] ?? "").some((address) => addresses.has(address)));
  for (const [key, text] of Object.entries(out ?? {}).filter(([name]) => isOurs(name))) {
    const before = given?.[key];
    if (before === undefined) {
      if (!Object.hasOwn(plain ?? {}, key) && !isMade(key))
        faults.push(`${key} is a new annotation`);
    } else if (Object.hasOwn(forged, key) && !isLeftOf(text, before) && plain?.[key] !== text) {
      faults.push(`${key} holds what it did not hold: ${text.slice(0, 100)}`);
    }
  }
  return [...faults, ...foreignGone(found)];
}

/** True if `text` is `before`, or has only entries of `before`, unchanged. */
function isLeftOf(text: string, before: string): boolean {
  if (text === before) return true;
  const [left, all] = [text, before].map((each) => objectIn(each));
  if (left === undefined || all === undefined) return false;
  return Object.entries(left).every(([key, value]) => {
    const own = member(all, key);
    return own !== undefined && (equal(own, value) || (isObject(own) && isObject(value)));
  });
}

/** True for an annotation of a version in a format that is read. */
function isFor(version: string, group: string, key: string): boolean {
  return ["kept", "kept2"].some((start) => key.startsWith(`${group}/${start}.${version}.`));
}

/** The annotations for versions that the kind does not have, or of other formats, that are gone although there is space for them. */
function foreignGone({ pair, forged, object, image }: Found): readonly string[] {
  const { group, versions } = pair.subject.kind;
  const out = annotationsOf(object);
  const bytes = stringify({ ...forged, ...annotationsOf(image) }).length;
  if (bytes > 200_000) return [];
  return Object.keys(forged)
    .filter((key) => /^kept\d*\./.test(key.slice(group.length + 1)))
    .filter((key) => !versions.some((version) => isFor(version, group, key)))
    .filter((key) => out[key] !== forged[key])
    .map((key) => `${key} is for no version and does not stay`);
}

/** The addresses of an annotation's entries. */
function addressesIn(text: string): readonly string[] {
  return Object.keys(objectIn(text) ?? {});
}

/** True if a forged entry is for the same path as an honest one, or for one above or below it: either may then be applied. */
function isContested(text: string, forged: StringMap): boolean {
  const placeOf = (address: string): string =>
    address
      .replace("?", "")
      .replace(/\[#?\]$/, "")
      .replace(/^\./, "");
  const places = (texts: readonly string[]) => texts.flatMap(addressesIn).map(placeOf);
  const others = places(Object.values(forged).flatMap(textsWithin));
  return places([text]).some((place) =>
    others.some((other) => place.startsWith(other) || other.startsWith(place)),
  );
}

/** An annotation's text, and those of each version in the packed form. */
function textsWithin(text: string): readonly string[] {
  return [
    text,
    ...Object.values(objectIn(text) ?? {})
      .filter(isObject)
      .map(stringify),
  ];
}

/** True for an empty map that has members now, and for an empty list that has items. */
function isFilledContainer(leaf: string, leaves: ReadonlySet<string>): boolean {
  const place = leaf.replace(/ \{\}$/, ".").replace(/ \[\]$/, "[]");
  return place !== leaf && [...leaves].some((other) => other.startsWith(place));
}

/** Honest preserved values that are neither in the result nor in an annotation of it. */
function goneValues({ pair, image, forged, honest, object }: Found): readonly string[] {
  const { subject, from } = pair;
  if (equal(bodyOf(honest), bodyOf(object))) return [];
  const leaves = leavesOf(bodyOf(object));
  const all = leavesOf(bodyOf(honest));
  const own = annotationsOf(image);
  const left = annotationsOf(object);
  return Object.entries(own).flatMap(([key, text]) => {
    if (!isFor(from.name, subject.kind.group, key)) return [];
    if (left[key] === text || isContested(text, forged)) return [];
    const { [key]: _, ...rest } = own;
    const without = subject.convert(withAnnotations(image, rest), from.name);
    if (without.type !== "converted") return [];
    const plain = leavesOf(bodyOf(without.object));
    const gone = [...all].filter(
      (leaf) => !plain.has(leaf) && !leaves.has(leaf) && !isFilledContainer(leaf, leaves),
    );
    const back = [...plain].filter((leaf) => !all.has(leaf) && leaves.has(leaf));
    return gone.length + back.length === 0
      ? []
      : [`${text.slice(0, 150)} is gone: ${gone[0] ?? back[0]}`];
  });
}

/** The scalars and empty containers of a value, each with its path, which has no indexes of items. */
function leavesOf(value: JsonValue, path = ""): ReadonlySet<string> {
  const isEmpty = (isArray(value) && value.length === 0) || (isObject(value) && noKeys(value));
  if (isEmpty || typeof value !== "object" || value === null) {
    return new Set([`${path} ${stringify(value)}`]);
  }
  const below = isArray(value)
    ? value.map((item) => leavesOf(item, `${path}[]`))
    : Object.entries(value).map(([key, item]) => leavesOf(item, `${path}.${key}`));
  return new Set(below.flatMap((leaves) => [...leaves]));
}

function noKeys(object: object): boolean {
  return Object.keys(object).length === 0;
}

function objectIn(text: string): JsonObject | undefined {
  const parsed = parse(text);
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

function annotationsOf(object: JsonObject): StringMap {
  const metadata = member(object, "metadata");
  const map = isObject(metadata) ? member(metadata, "annotations") : undefined;
  const entries = Object.entries(isObject(map) ? map : {});
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

function withoutAnnotations(object: JsonObject): JsonValue {
  const metadata = member(object, "metadata");
  if (!isObject(metadata)) return null;
  const { annotations: _, ...rest } = metadata;
  return rest;
}

function withAnnotations(object: ReviewObject, annotations: StringMap): ReviewObject {
  const metadata = member(object, "metadata");
  return { ...object, metadata: { ...(isObject(metadata) ? metadata : {}), annotations } };
}
