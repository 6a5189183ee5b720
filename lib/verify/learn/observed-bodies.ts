import { otherSide, type Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { prune } from "../../schema/pruning/prune.ts";
import { bodyOf } from "../samples/object-body.ts";
import { type LeafValues, leafValues } from "./leaf-values.ts";
import type { LearnedVersion, LearnedVersions } from "./learned-versions.ts";
import type { Observation } from "./observer.ts";

/** The result of converting a body: `converted` is the object, `leaves` its leaves, `refusal` the webhook's message. */
export interface ObservedBody {
  readonly converted: JsonObject | undefined;
  readonly leaves: LeafValues | undefined;
  readonly refusal: string | undefined;
}

/** The result for a body that was not sent, or whose response was malformed. */
export const emptyObservation: ObservedBody = {
  converted: undefined,
  leaves: undefined,
  refusal: undefined,
};

/** The webhook's conversions of bodies of the version `side` to the other version, in the order of the bodies. */
export function observeBodies(
  versions: LearnedVersions,
  side: Side,
  bodies: readonly JsonObject[],
): readonly ObservedBody[] {
  const target = versions[otherSide(side)];
  const objects = bodies.map((body) => objectOfBody(versions, side, body));
  return versions.observer
    .convert(objects, target.name)
    .map((observation) => observedIn(observation, target));
}

/** The metadata of every object that is sent, so that values which a webhook copies from it can be recognized. */
export const probedMetadata = { name: "probed-name", namespace: "probed-namespace" } as const;

/** An object of a version that holds a body. */
export function objectOfBody(
  versions: LearnedVersions,
  side: Side,
  body: JsonObject,
): ReviewObject {
  const { group, kind } = versions.crd;
  const { name } = versions[side];
  return { apiVersion: `${group}/${name}`, kind, metadata: probedMetadata, ...body };
}

function observedIn(observation: Observation, target: LearnedVersion): ObservedBody {
  if (observation.type === "refused") return { ...emptyObservation, refusal: observation.message };
  if (observation.type === "unknown") return emptyObservation;
  const { object } = observation;
  const leaves = leafValues(declaredBody(object, target), target.schema);
  return { converted: object, leaves, refusal: undefined };
}

/** The body of an object, without members that the version's schema does not declare. */
export function declaredBody(object: JsonObject, { resource }: LearnedVersion): JsonObject {
  return bodyOf(prune(object, resource, { isResourceRoot: true }).object);
}
