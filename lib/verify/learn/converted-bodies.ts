import type { Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import { bodyOf } from "../samples/object-body.ts";
import type { ConvertedBody } from "./counterexample.ts";
import { isValidAt } from "./fresh-bodies.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { declaredBody, observeBodies } from "./observed-bodies.ts";

/** The bodies of the version `side` that the webhook converts, each with the converted body. The others are left out. */
export function convertedBodies(
  versions: LearnedVersions,
  side: Side,
  bodies: readonly JsonObject[],
): readonly ConvertedBody[] {
  return observeBodies(versions, side, bodies).flatMap(({ converted }, index) => {
    const body = bodies[index];
    return converted === undefined || body === undefined
      ? []
      : [{ side, body, converted: bodyOf(converted) }];
  });
}

/** Of the first `count` bodies that the webhook converted to the version `side`: those valid in it, each converted back. */
export function returnedBodies(
  versions: LearnedVersions,
  side: Side,
  objects: readonly ConvertedBody[],
  count = Number.POSITIVE_INFINITY,
): readonly ConvertedBody[] {
  const bodies = objects
    .filter((object) => object.side !== side)
    .slice(0, count)
    .map(({ converted }) => declaredBody(converted, versions[side]));
  return convertedBodies(
    versions,
    side,
    bodies.filter((body) => isValidAt(versions, side, body)),
  );
}
