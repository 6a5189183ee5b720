import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../law-result.ts";
import { declaresDrops } from "../lens-places.ts";
import { convertIfAccepted, mustConvert } from "../round-trip.ts";
import { comparableForm, unacknowledgedDifference, withoutPreserved } from "../round-trip-fault.ts";
import { validObjects } from "../samples/objects.ts";
import type { Direction, SubjectVersion } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Compares the direct conversion with the one through each other version. Skipped for a kind with only two versions. */
export const pathIndependenceLaw: Law = {
  name: "path-independence",
  statement: "converting an object directly and through a third version gives the same object",
  trial: (pair) => {
    const others = otherVersions(pair);
    if (others.length === 0) return undefined;
    return generatedTrial(validObjects(pair), (object) => isSameThroughAll(pair, others, object));
  },
};

function otherVersions({ subject, from, to }: Direction): readonly SubjectVersion[] {
  return [...subject.versions.values()].filter((version) => version !== from && version !== to);
}

function isSameThroughAll(
  pair: Direction,
  others: readonly SubjectVersion[],
  object: ReviewObject,
): LawResult {
  for (const by of others) {
    const result = isSameThrough(pair, by, object);
    if (result.type !== "ok") return result;
  }
  return lawOk;
}

function isSameThrough(pair: Direction, by: SubjectVersion, object: ReviewObject): LawResult {
  const { subject, to } = pair;
  const before = withoutLosses(pair, by, object);
  if (before === undefined) return lawRefused;
  const straight = convertIfAccepted(subject, before, to.name);
  if (!straight.ok) return straight.result;
  const half = convertIfAccepted(subject, before, by.name);
  if (!half.ok) return half.result;
  const roundabout = mustConvert(subject, half.object, to.name, { before, after: half.object });
  if (!roundabout.ok) return roundabout.result;
  const [after, returned] = [straight.object, roundabout.object];
  const shownObject = (each: ReviewObject): JsonObject =>
    comparableForm(withoutPreserved(each, subject));
  const [one, other] = [shownObject(after), shownObject(returned)];
  const lost = unacknowledgedDifference(subject, one, other, "directly, but");
  if (lost === undefined) return lawOk;
  const explanation = `converting through ${by.name} gives another object (shown last): ${lost.explanation}`;
  return lawFails({ ...lost, before, after, returned, explanation });
}

/**
 * The object without the fields that a rule drops on any of the compared paths: `object` itself if none drops a field, else
 * the result of converting it along each path and back. Undefined if a conversion fails.
 */
function withoutLosses(
  { subject, from, to }: Direction,
  by: SubjectVersion,
  object: ReviewObject,
): ReviewObject | undefined {
  const paths: readonly (readonly [string, string])[] = [
    [from.name, by.name],
    [by.name, to.name],
    [from.name, to.name],
  ];
  const loses = paths
    .flatMap(([start, end]) => subject.steps(start, end))
    .some((step) => declaresDrops(step));
  if (!loses) return object;
  const stops = [by.name, to.name, by.name, from.name, to.name, from.name];
  let current = object;
  for (const version of stops) {
    const next = subject.convert(current, version);
    if (next.type !== "converted") return undefined;
    current = next.object;
  }
  return current;
}
