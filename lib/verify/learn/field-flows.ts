import { otherSide, type Side } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { lastKey } from "../../lens/check/nearest.ts";
import { eachItem, eachValue, type Path } from "../../lens/language/path.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { prune } from "../../schema/pruning/prune.ts";
import { bodyOfValue } from "../rules/set-value.ts";
import { bareMetadata, bodyOf } from "../samples/object-body.ts";
import type { FieldPlace } from "./field-places.ts";
import { type LeafValues, leafValues } from "./leaf-values.ts";
import type { LearnedVersion, LearnedVersions } from "./learned-versions.ts";
import type { Observation } from "./observer.ts";
import { trialValues } from "./trial-values.ts";

/** An object that holds one field, and what it became. */
export interface FieldTrial {
  readonly value: JsonValue;
  readonly body: JsonObject;
  /** The converted object; undefined where it was refused or not asked. */
  readonly converted: JsonObject | undefined;
  /** The leaves of the converted body. */
  readonly image: LeafValues | undefined;
  readonly refusal: string | undefined;
}

/** Where a field of one version goes in the other. */
export interface FieldFlow {
  readonly place: FieldPlace;
  /** What its parents alone become, with the keys that items must have; undefined where that was refused. */
  readonly base: LeafValues | undefined;
  /** The field's value in that object: absent, but for a key of items. */
  readonly baseValue: JsonValue | undefined;
  readonly trials: readonly FieldTrial[];
  /** The leaves of the other version that depend on the field's value. */
  readonly targets: ReadonlySet<string>;
}

/** Tries each leaf of a version alone in an object, with several values, and without it. */
export function fieldFlows(versions: LearnedVersions, side: Side): ReadonlyMap<string, FieldFlow> {
  const own = versions[side];
  const leaves = [...own.places.values()].filter(({ form }) => form === "leaf");
  const tried = leaves.map((place) => ({
    place,
    base: parentsOf(own, place),
    bodies: trialValues(place.node, lastKey(place.path)).map((value) => ({
      value,
      body: bodyOfValue(own.schema, place.path, value),
    })),
  }));
  const bodies = tried.flatMap(({ base, bodies: all }) => [base, ...all.map(({ body }) => body)]);
  const results = observeBodies(versions, side, bodies)[Symbol.iterator]();
  const next = (): Observed => results.next().value ?? nothingObserved;
  const flows = new Map<string, FieldFlow>();
  for (const { place, base: parents, bodies: all } of tried) {
    const base = next().image;
    const [baseValue] = leafValues(parents, own.schema).values.get(place.text) ?? [];
    const trials = all.map((each) => ({ ...each, ...next() }));
    flows.set(place.text, { place, base, baseValue, trials, targets: targetsOf(base, trials) });
  }
  return flows;
}

/** What became of a body. */
interface Observed {
  readonly converted: JsonObject | undefined;
  readonly image: LeafValues | undefined;
  readonly refusal: string | undefined;
}

const nothingObserved: Observed = { converted: undefined, image: undefined, refusal: undefined };

/** What the webhook makes of bodies of a version, in order. */
export function observeBodies(
  versions: LearnedVersions,
  side: Side,
  bodies: readonly JsonObject[],
): readonly Observed[] {
  const target = versions[otherSide(side)];
  const objects = bodies.map((body) => objectOfBody(versions, side, body));
  return versions.observer
    .convert(objects, target.name)
    .map((observation) => observedIn(observation, target));
}

/** An object of a version that holds a body. */
export function objectOfBody(
  versions: LearnedVersions,
  side: Side,
  body: JsonObject,
): ReviewObject {
  const { group, kind } = versions.crd;
  const { name } = versions[side];
  return { apiVersion: `${group}/${name}`, kind, metadata: bareMetadata, ...body };
}

function observedIn(observation: Observation, target: LearnedVersion): Observed {
  if (observation.type === "refused") return { ...nothingObserved, refusal: observation.message };
  if (observation.type === "unknown") return nothingObserved;
  const { object } = observation;
  const image = leafValues(declaredBody(object, target), target.schema);
  return { converted: object, image, refusal: undefined };
}

/** The body of an object, without what the version does not declare. */
export function declaredBody(object: JsonObject, { resource }: LearnedVersion): JsonObject {
  return bodyOf(prune(object, resource, { isResourceRoot: true }).object);
}

/** A body with the parents of a place, and without it. */
function parentsOf({ schema }: LearnedVersion, { path }: FieldPlace): JsonObject {
  const parent: Path = path.slice(0, -1);
  const last = path.at(-1);
  if (parent.length === 0 || last === eachItem || last === eachValue) return {};
  return bodyOfValue(schema, parent, {});
}

/** The leaves that at least one trial has otherwise than the parents alone. */
function targetsOf(
  base: LeafValues | undefined,
  trials: readonly FieldTrial[],
): ReadonlySet<string> {
  const targets = new Set<string>();
  const images = trials.flatMap(({ image }) => (image === undefined ? [] : [image]));
  const [first] = images;
  // Where the parents alone are refused, the trials can only be compared with each other.
  const start = base ?? first;
  if (start === undefined) return targets;
  for (const { values } of images) {
    for (const text of new Set([...values.keys(), ...start.values.keys()])) {
      if (!isSameList(values.get(text), start.values.get(text))) targets.add(text);
    }
  }
  return targets;
}

function isSameList(
  one: readonly JsonValue[] | undefined,
  other: readonly JsonValue[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  return equal(one, other);
}
