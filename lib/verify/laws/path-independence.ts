import { equal } from "../../json/equal.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { dropsAnything } from "../lens-places.ts";
import { converted, mustConvert, withoutStash } from "../round-trip.ts";
import { validObjects } from "../samples/objects.ts";
import type { Pair, SubjectVersion } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import { broken, kept, refused, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const pathIndependence: Law = {
  name: "path-independence",
  statement: "an object is the same at a version whichever versions it was at before",
  trial: (pair) => {
    const others = otherVersions(pair);
    if (others.length === 0) return undefined;
    return generatedTrial(validObjects(pair), (object) => isSameByAll(pair, others, object));
  },
};

function otherVersions({ subject, from, to }: Pair): readonly SubjectVersion[] {
  return [...subject.versions.values()].filter((version) => version !== from && version !== to);
}

function isSameByAll(pair: Pair, others: readonly SubjectVersion[], object: ReviewObject): Verdict {
  for (const by of others) {
    const verdict = isSameBy(pair, by, object);
    if (verdict.type !== "kept") return verdict;
  }
  return kept;
}

function isSameBy(pair: Pair, by: SubjectVersion, object: ReviewObject): Verdict {
  const { subject, to } = pair;
  const before = withoutLosses(pair, by, object);
  if (before === undefined) return refused;
  const straight = converted(subject, before, to.name);
  if (!straight.ok) return straight.verdict;
  const half = converted(subject, before, by.name);
  if (!half.ok) return half.verdict;
  const roundabout = mustConvert(subject, half.object, to.name, { before, after: half.object });
  if (!roundabout.ok) return roundabout.verdict;
  const [after, home] = [straight.object, roundabout.object];
  const { group } = subject.kind;
  const [one, other] = [withoutStash(after, group), withoutStash(home, group)];
  if (equal(one, other)) return kept;
  const lost = differenceText(one, other, "straight, but");
  return broken({ before, after, home, explanation: `by way of ${by.name} (shown last): ${lost}` });
}

/** An object without all that is dropped on one of the ways: it is sent along each of them and back first. */
function withoutLosses(
  { subject, from, to }: Pair,
  by: SubjectVersion,
  object: ReviewObject,
): ReviewObject | undefined {
  const legs: readonly (readonly [string, string])[] = [
    [from.name, by.name],
    [by.name, to.name],
    [from.name, to.name],
  ];
  const loses = legs
    .flatMap(([start, end]) => subject.steps(start, end))
    .some((step) => dropsAnything(subject.kind, step));
  if (!loses) return object;
  const tour = [by.name, to.name, by.name, from.name, to.name, from.name];
  let current = object;
  for (const version of tour) {
    const next = subject.convert(current, version);
    if (next.type !== "converted") return undefined;
    current = next.object;
  }
  return current;
}
