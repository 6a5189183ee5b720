import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { drawBody } from "../arbitrary-object.ts";
import { seededSource } from "../draw/draw.ts";
import type { Direction } from "../subject.ts";
import { objectOf } from "./object-body.ts";
import { isValidObject } from "./valid-object.ts";

/**
 * The most bodies to draw in search of a valid one that converts. The number is a choice: most do at the first attempt, and
 * each attempt converts.
 */
const drawnBodies = 12;

/** A valid object and its conversion. */
export interface ConvertedSample {
  readonly before: ReviewObject;
  readonly after: ReviewObject;
}

/** A drawn valid object that converts, the same in every run; undefined if none is found. Samples and examples are not used. */
export function convertedSample(pair: Direction): ConvertedSample | undefined {
  const { subject, from, to } = pair;
  const source = seededSource(8);
  for (let tries = 0; tries < drawnBodies; tries++) {
    const before = objectOf(subject, from, drawBody(from.schema, source));
    if (!isValidObject(before, pair)) continue;
    const outcome = subject.convert(before, to.name);
    if (outcome.type === "converted") return { before, after: outcome.object };
  }
  return undefined;
}
