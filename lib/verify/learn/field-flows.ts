import type { Side } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { lastKey } from "../../lens/check/similar-fields.ts";
import { eachItem, eachValue, type Path } from "../../lens/language/path.ts";
import { DrawState, seededSource } from "../draw/draw.ts";
import { bodyOfValue, bodyWithValue } from "../rules/set-value.ts";
import type { FieldPlace } from "./field-places.ts";
import { freshBodies } from "./fresh-bodies.ts";
import { isZeroValue, type LeafValues, leafValues } from "./leaf-values.ts";
import type { LearnedVersion, LearnedVersions } from "./learned-versions.ts";
import { emptyObservation, type ObservedBody, observeBodies } from "./observed-bodies.ts";
import { trialValues } from "./trial-values.ts";
import { sizeOfValue } from "./value-size.ts";

/** An object with a value for one field, and the result of its conversion. */
export interface FieldTrial {
  readonly value: JsonValue;
  readonly body: JsonObject;
  /** Undefined if the conversion was refused, the object was not sent, or the response was malformed. */
  readonly converted: JsonObject | undefined;
  /** The leaves of the converted body. */
  readonly leaves: LeafValues | undefined;
  readonly refusal: string | undefined;
}

/** A field of one version, the values it was tried with, and the leaves of the other version that depend on it. */
export interface FieldFlow {
  readonly place: FieldPlace;
  /**
   * The leaves of the converted object if the source object has the field's parents and the keys of items, but not the field.
   * Undefined if that object was not tried or not converted.
   */
  readonly base: LeafValues | undefined;
  /** The field's value in the source object of {@link base}: undefined unless the field is a key of items. */
  readonly baseValue: JsonValue | undefined;
  readonly trials: readonly FieldTrial[];
  /** The leaves of the other version that depend on the field's value. */
  readonly targets: ReadonlySet<string>;
}

/** The flows of all leaves of each version. Key of the inner map: the text of the leaf's path. */
export type FieldFlows = Readonly<Record<Side, ReadonlyMap<string, FieldFlow>>>;

/**
 * Tries each leaf of a version alone in an object, with several values, and an object without the leaf. If the webhook converts
 * none of the objects with the leaf, tries the leaf again within a small valid object.
 */
export function fieldFlows(versions: LearnedVersions, side: Side): ReadonlyMap<string, FieldFlow> {
  const version = versions[side];
  const leaves = [...version.places.values()].filter(({ form }) => form === "leaf");
  const alone = flowsOf(versions, side, {
    places: leaves,
    bodyOf: (place, value) => bodyOfValue(version.schema, place.path, value),
    parentsOf: (place) => parentsOf(version, place),
  });
  const refused = leaves.filter(({ text }) => isRefused(alone.get(text)));
  const context = refused.length === 0 ? undefined : convertedContext(versions, side);
  if (context === undefined) return alone;
  const within = flowsOf(versions, side, {
    places: refused,
    bodyOf: ({ path }, value) => {
      // A new generator with the same seed, so that missing parents are drawn alike for each value.
      const draw = new DrawState(seededSource(13));
      return bodyWithValue(context, { schema: version.schema, path, value }, draw) ?? context;
    },
    parentsOf: undefined,
  });
  return new Map([...alone].map(([text, flow]) => [text, within.get(text) ?? flow]));
}

function isRefused(flow: FieldFlow | undefined): boolean {
  return flow?.trials.every(({ leaves }) => leaves === undefined) === true;
}

/**
 * The most valid objects to draw in search of a context for fields that are refused alone. The number is a choice: that many fit
 * into one review, and most webhooks convert nearly every valid object.
 */
const maxContexts = 30;

/** The smallest of some drawn valid bodies that the webhook converts; undefined if it converts none. */
function convertedContext(versions: LearnedVersions, side: Side): JsonObject | undefined {
  const drawn = freshBodies(versions, side, {
    seed: 19,
    count: maxContexts,
    paths: [],
    countEach: 0,
  });
  const bodies = drawn.toSorted((one, other) => sizeOfValue(one) - sizeOfValue(other));
  const observed = observeBodies(versions, side, bodies);
  return bodies.find((_, index) => observed[index]?.converted !== undefined);
}

/** The leaves to try, and the bodies to try them in. */
interface LeafTrials {
  readonly places: readonly FieldPlace[];
  readonly bodyOf: (place: FieldPlace, value: JsonValue) => JsonObject;
  /** Returns the body without the leaf; undefined if this body is not tried. */
  readonly parentsOf: ((place: FieldPlace) => JsonObject) | undefined;
}

function flowsOf(
  versions: LearnedVersions,
  side: Side,
  { places, bodyOf, parentsOf: parents }: LeafTrials,
): ReadonlyMap<string, FieldFlow> {
  const tried = places.map((place) => ({
    place,
    base: parents?.(place),
    bodies: trialValues(place.node, lastKey(place.path)).map((value) => ({
      value,
      body: bodyOf(place, value),
    })),
  }));
  const bodies = tried.flatMap(({ base, bodies: all }) => [
    ...(base === undefined ? [] : [base]),
    ...all.map(({ body }) => body),
  ]);
  const results = observeBodies(versions, side, bodies)[Symbol.iterator]();
  const nextObserved = (): ObservedBody => results.next().value ?? emptyObservation;
  return new Map(
    tried.map(({ place, base: body, bodies: all }) => {
      const base = body === undefined ? undefined : nextObserved().leaves;
      const { values } = leafValues(body ?? {}, versions[side].schema);
      const trials = all.map((each) => ({ ...each, ...nextObserved() }));
      const targets = targetsOf(base, trials);
      return [place.text, { place, base, baseValue: values.get(place.text)?.[0], trials, targets }];
    }),
  );
}

/** A body that has the parents of a place but not the place itself. */
function parentsOf({ schema }: LearnedVersion, { path }: FieldPlace): JsonObject {
  const parent: Path = path.slice(0, -1);
  const last = path.at(-1);
  if (parent.length === 0 || last === eachItem || last === eachValue) return {};
  return bodyOfValue(schema, parent, {});
}

/** The leaves that differ between the result of at least one trial and that of an object with only the field's parents. */
function targetsOf(
  base: LeafValues | undefined,
  trials: readonly FieldTrial[],
): ReadonlySet<string> {
  const targets = new Set<string>();
  const observed = trials.flatMap(({ leaves }) => (leaves === undefined ? [] : [leaves]));
  const [first] = observed;
  // Without a result for that object, the trials can only be compared with each other.
  const start = base ?? first;
  if (start === undefined) return targets;
  for (const { values } of observed) {
    for (const text of new Set([...values.keys(), ...start.values.keys()])) {
      if (!isSameList(values.get(text), start.values.get(text))) targets.add(text);
    }
  }
  return targets;
}

/** Compares the values of a leaf. Absent, null and zero values count as equal: Go writes the zero values of a whole struct. */
function isSameList(
  one: readonly JsonValue[] | undefined,
  other: readonly JsonValue[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return [one, other].every(areZeroValues);
  return (
    one.length === other.length &&
    one.every((value, index) => {
      const [peer] = other.slice(index);
      return equal(value, peer) || (isZeroValue(value) && isZeroValue(peer));
    })
  );
}

function areZeroValues(values: readonly JsonValue[] | undefined): boolean {
  return values === undefined || values.every(isZeroValue);
}
