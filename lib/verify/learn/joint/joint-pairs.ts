import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { InvalidLens } from "../../../lens/language/invalid-lens.ts";
import { seededSource } from "../../draw/draw.ts";
import { bodyOfValue } from "../../rules/set-value.ts";
import { pathsOverlap } from "../assumptions.ts";
import { bodyDifferences } from "../body-differences.ts";
import { convertedBodies, returnedBodies } from "../converted-bodies.ts";
import type { ConvertedBody } from "../counterexample.ts";
import { type BodyConversion, draftConversion } from "../draft-conversion.ts";
import type { FieldFlows } from "../field-flows.ts";
import type { FieldPlace } from "../field-places.ts";
import { bodyWith } from "../fresh-bodies.ts";
import { valuesAtPlace } from "../leaf-values.ts";
import type { LearnedVersions } from "../learned-versions.ts";
import { type PlacedPair, pairPaths, rulesOfFields } from "../rules-of-fields.ts";
import { entryCandidates } from "./entry-candidates.ts";
import { firstCandidates } from "./first-candidates.ts";
import type { JointCandidate, JointRuleBuilder } from "./joint-candidate.ts";
import { splitCandidates } from "./split-candidates.ts";
import { variantCandidates } from "./variant-candidates.ts";

/**
 * Fields that one rule converts together, because the value of one decides what becomes of another. Each rule has converted
 * objects with some and with all of its fields as the webhook did. `undecided`: the fields that are in no pair yet.
 */
export function jointPairs(
  versions: LearnedVersions,
  flows: FieldFlows,
  undecided: Readonly<Record<Side, readonly FieldPlace[]>>,
): readonly PlacedPair[] {
  const found: PlacedPair[] = [];
  const candidates = [
    ...firstCandidates(versions, flows),
    ...entryCandidates(versions, flows),
    ...variantCandidates(versions, undecided),
    ...splitCandidates(versions, undecided),
  ];
  for (const candidate of candidates) {
    const isTaken = found.some((pair) => sides.some((side) => overlapsOn(side, pair, candidate)));
    const pair = isTaken ? undefined : fittingPair(versions, candidate);
    if (pair !== undefined) found.push(pair);
  }
  return found;
}

function overlapsOn(side: Side, pair: PlacedPair, { paths }: JointCandidate): boolean {
  return pairPaths(pair, side).some((own) => paths[side].some((path) => pathsOverlap(own, path)));
}

/** A candidate's fields with its first rule that converts its trials as the webhook did; undefined if no rule does. */
function fittingPair(versions: LearnedVersions, candidate: JointCandidate): PlacedPair | undefined {
  const objects = trialsOf(versions, candidate);
  const isTried = (at: Side): boolean =>
    objects.some(
      ({ side, body }) =>
        side === at && candidate.paths[at].some((path) => valuesAtPlace(body, path).length > 0),
    );
  // If no trial has a value at the candidate's paths, every rule would fit.
  if (!sides.every(isTried)) return undefined;
  return candidate.rules
    .map((ruleAt) => pairOf(candidate, ruleAt))
    .find((pair) => isFitting(versions, pair, objects));
}

function pairOf({ paths }: JointCandidate, ruleAt: JointRuleBuilder): PlacedPair {
  const [[from, ...moreFrom], [to, ...moreTo]] = [paths.from, paths.to];
  return {
    ...{ from, to, more: { from: moreFrom, to: moreTo } },
    rule: (first, more) => ruleAt({ from: [first.from, ...more.from], to: [first.to, ...more.to] }),
  };
}

function isFitting(
  versions: LearnedVersions,
  pair: PlacedPair,
  objects: readonly ConvertedBody[],
): boolean {
  const convert = conversionBy(versions, pair);
  if (convert === undefined) return false;
  return objects.every(({ side, body, converted }) => {
    const own = convert(side, body);
    if (own === undefined) return false;
    const paths = pairPaths(pair, otherSide(side));
    return !bodyDifferences(versions, side, { one: own, other: converted }).some((difference) =>
      paths.some((path) => pathsOverlap(path, difference.path)),
    );
  });
}

/** The conversion by the pair's rule alone; undefined if the schemas do not allow the rule. */
function conversionBy(versions: LearnedVersions, pair: PlacedPair): BodyConversion | undefined {
  const { rules, inexpressible } = rulesOfFields({ pairs: [pair], keeps: [], maps: [] });
  if (inexpressible.length > 0) return undefined;
  try {
    return draftConversion(versions, rules);
  } catch (thrown) {
    if (!(thrown instanceof InvalidLens)) throw thrown;
    return undefined;
  }
}

/**
 * The number of objects to draw for each field alone. Twice as many have all fields of a version. The number is a choice: a
 * wrong rule seldom fits four different values, and each object of each candidate is sent.
 */
const trialsEach = 4;

/** Objects with some or all of a candidate's fields, with the webhook's conversions, and those converted back. */
function trialsOf(
  versions: LearnedVersions,
  { paths, texts = [] }: JointCandidate,
): readonly ConvertedBody[] {
  const source = seededSource(23);
  const drawn = sides.flatMap((side) => {
    const groups = [...paths[side].map((path) => [path]), paths[side], paths[side]];
    const bodies = groups.flatMap((group) =>
      Array.from({ length: trialsEach }, () => bodyWith(versions, side, { paths: group, source })),
    );
    const [path, ...others] = paths[side];
    const tagged =
      others.length > 0 ? [] : texts.map((text) => bodyOfValue(versions[side].schema, path, text));
    return convertedBodies(versions, side, [
      {},
      ...tagged,
      ...bodies.filter((body) => body !== undefined),
    ]);
  });
  const returned = sides.flatMap((side) => returnedBodies(versions, side, drawn));
  return [...drawn, ...returned];
}
