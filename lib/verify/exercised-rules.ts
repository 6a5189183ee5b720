import type { Side } from "../converter/side.ts";
import { memoizedByObject } from "../json/memoized-by-object.ts";
import { isArray, isObject, type JsonValue, member } from "../json/value.ts";
import { eachItem, eachValue, type Path, startsWith } from "../lens/language/path.ts";
import type { RuleData } from "../lens/language/rule.ts";
import { lensFault, quotedPath } from "../lens/ops/analysis/fault-texts.ts";
import type { LensFault } from "../lens/ops/analysis/lens-analysis.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { PlacedRule } from "./rules/placed-rules.ts";
import { type RulesOfPair, rulesOfPair } from "./rules/rules-of-pair.ts";
import {
  type Direction,
  directionsOf,
  oppositeDirection,
  type Subject,
  type SubjectVersion,
} from "./subject.ts";

/**
 * E131 and E133 are only reported if at least this many objects were generated for a direction. The number is a choice: if one
 * object in twenty exercises a rule, only one run of 170 has no such object among a hundred.
 */
const leastObjects = 100;

/**
 * The least share of objects that must have a `spec`; for a version without `spec`, that must have a value for some rule. The
 * number is a choice: with a smaller share, the laws would pass on objects that mostly have nothing to convert.
 */
const leastShare = 1 / 10;

/** Counts for the valid objects of a direction, and the rules for which some object had a value. */
interface ExerciseCounts {
  /** The number of generated objects, without those that are tried first in every run. */
  drawn: number;
  /** The number of these objects with a `spec`; for a version without `spec`, with a value for some rule. */
  substantial: number;
  readonly rules: Set<RuleData>;
}

const countsFrom = memoizedByObject((_: SubjectVersion) => new Map<string, ExerciseCounts>());

/** The counts of a direction so far. */
function exerciseCounts({ from, to }: Direction): ExerciseCounts {
  const byTarget = countsFrom(from);
  const counts = byTarget.get(to.name) ?? { drawn: 0, substantial: 0, rules: new Set() };
  byTarget.set(to.name, counts);
  return counts;
}

/** Counts a valid object that a law tries: whether it has a `spec`, and for which rules it has a value. */
export function countExercised(pair: Direction, object: ReviewObject, isDrawn: boolean): void {
  const counts = exerciseCounts(pair);
  const found = rulesOfPair(pair);
  if (found !== undefined) {
    for (const placed of found.rules) {
      if (!counts.rules.has(placed.rule) && isExercised(placed, found.side, object)) {
        counts.rules.add(placed.rule);
      }
    }
  }
  if (!isDrawn) return;
  counts.drawn++;
  if (isSubstantial(pair, found, object)) counts.substantial++;
}

function isSubstantial(
  { from }: Direction,
  found: RulesOfPair | undefined,
  object: ReviewObject,
): boolean {
  if (hasSpec(from)) return member(object, "spec") !== undefined;
  const rules = found?.rules.filter(({ paths }) => paths[found.side].length > 0) ?? [];
  if (found === undefined || rules.length === 0) return true;
  return rules.some((placed) => isExercised(placed, found.side, object));
}

function hasSpec({ schema }: SubjectVersion): boolean {
  return schema.properties?.has("spec") === true;
}

function isExercised({ paths }: PlacedRule, side: Side, object: ReviewObject): boolean {
  return paths[side].some((path) => hasValue(object, path));
}

function hasValue(value: JsonValue | undefined, [step, ...rest]: Path): boolean {
  if (value === undefined) return false;
  if (step === undefined) return true;
  if (step === eachItem) return isArray(value) && value.some((item) => hasValue(item, rest));
  if (!isObject(value)) return false;
  if (step === eachValue) return Object.values(value).some((each) => hasValue(each, rest));
  return hasValue(member(value, step), rest);
}

/**
 * Reports what the laws did not try. E131, a warning: no valid object of either version had a value for a rule. E133: so few
 * objects of a direction have a `spec` (or a value for some rule) that the laws show nothing.
 */
export function unexercisedFaults(subject: Subject): readonly LensFault[] {
  const pairs = directionsOf(subject);
  return [...pairs.flatMap(shallowDirection), ...pairs.flatMap(unexercisedRules)];
}

function shallowDirection(pair: Direction): readonly LensFault[] {
  const { from, to } = pair;
  const { drawn, substantial } = exerciseCounts(pair);
  if (drawn < leastObjects || substantial >= drawn * leastShare) return [];
  const lack = hasSpec(from) ? "have a `spec`" : "have a value for a rule";
  const text = `only ${substantial} of ${drawn} valid objects of ${from.name} ${lack}, so the laws from ${from.name} to ${to.name} show nothing. Add an example or a sample of ${from.name}: objects are generated from it`;
  return [lensFault({ code: "E133", path: "", text, rule: undefined })];
}

/** E131 for each rule without a value in any valid object of either version. Reported for one of the two directions. */
function unexercisedRules(pair: Direction): readonly LensFault[] {
  const found = rulesOfPair(pair);
  if (found === undefined || found.side === "to") return [];
  const [forward, backward] = [exerciseCounts(pair), exerciseCounts(oppositeDirection(pair))];
  if (Math.min(forward.drawn, backward.drawn) < leastObjects) return [];
  const unexercised = found.rules.filter(
    ({ rule, paths }) =>
      paths.from.length + paths.to.length > 0 &&
      !forward.rules.has(rule) &&
      !backward.rules.has(rule),
  );
  const outermost = unexercised.filter(
    (each) => !unexercised.some((other) => other !== each && hasPathBelow(each, other)),
  );
  return outermost.map(({ rule, paths }) => {
    const [path = []] = [...paths.from, ...paths.to];
    const objects = forward.drawn + backward.drawn;
    const text = `none of ${objects} valid objects had a value at ${quotedPath(path)}: only small-scope tried the rule. Add an example with such a value`;
    return lensFault({ code: "E131", path, text, rule }, found.lens);
  });
}

/** True if a rule has a path below a path of `other`. Then only `other` is reported. */
function hasPathBelow({ rule, paths }: PlacedRule, other: PlacedRule): boolean {
  if (rule === other.rule) return false;
  return (["from", "to"] as const).some((side) =>
    paths[side].some((path) =>
      other.paths[side].some((outer) => outer.length < path.length && startsWith(path, outer)),
    ),
  );
}
