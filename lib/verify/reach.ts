import type { Side } from "../converter/side.ts";
import { isArray, isObject, type JsonValue, member } from "../json/value.ts";
import { eachItem, eachValue, type Path, startsWith } from "../lens/language/path.ts";
import type { RuleData } from "../lens/language/rule.ts";
import { faultOf, quotedPath } from "../lens/ops/analysis/fault-texts.ts";
import type { LensFault } from "../lens/ops/analysis/lens-analysis.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { PlacedRule } from "./rules/placed-rules.ts";
import { type RulesOfPair, rulesOfPair } from "./rules/rules-of-pair.ts";
import {
  type Direction,
  directionsOf,
  reversed,
  type Subject,
  type SubjectVersion,
} from "./subject.ts";

/** The least number of generated objects of a direction before too little reach is reported (E131, E133). */
const leastObjects = 100;

/** The share of objects that must have a `spec`, or reach a rule where the version has no `spec`. */
const leastShare = 1 / 10;

/** What the valid objects of a direction reached. */
interface Reach {
  /** Objects that were drawn or grown, without those that are tried first in every run. */
  drawn: number;
  /** The drawn objects that have a `spec`, or reach a rule where the version has no `spec`. */
  substantial: number;
  readonly rules: Set<RuleData>;
}

const known = new WeakMap<SubjectVersion, Map<string, Reach>>();

/** The counts of a direction so far. */
function reachOf({ from, to }: Direction): Reach {
  const byTarget = known.get(from) ?? new Map<string, Reach>();
  known.set(from, byTarget);
  const reach = byTarget.get(to.name) ?? { drawn: 0, substantial: 0, rules: new Set() };
  byTarget.set(to.name, reach);
  return reach;
}

/** Counts a valid object that a law of a direction tries: whether it has a `spec`, and which rules find a value in it. */
export function countReach(pair: Direction, object: ReviewObject, isDrawn: boolean): void {
  const reach = reachOf(pair);
  const found = rulesOfPair(pair);
  if (found !== undefined) {
    for (const placed of found.rules) {
      if (!reach.rules.has(placed.rule) && isReached(placed, found.side, object)) {
        reach.rules.add(placed.rule);
      }
    }
  }
  if (!isDrawn) return;
  reach.drawn++;
  if (isSubstantial(pair, found, object)) reach.substantial++;
}

function isSubstantial(
  { from }: Direction,
  found: RulesOfPair | undefined,
  object: ReviewObject,
): boolean {
  if (hasSpec(from)) return member(object, "spec") !== undefined;
  const rules = found?.rules.filter(({ paths }) => paths[found.side].length > 0) ?? [];
  if (found === undefined || rules.length === 0) return true;
  return rules.some((placed) => isReached(placed, found.side, object));
}

function hasSpec({ schema }: SubjectVersion): boolean {
  return schema.properties?.has("spec") === true;
}

function isReached({ paths }: PlacedRule, side: Side, object: ReviewObject): boolean {
  return paths[side].some((path) => hasValue(object, path));
}

/** True where some value stands at a path. */
function hasValue(value: JsonValue | undefined, [step, ...rest]: Path): boolean {
  if (value === undefined) return false;
  if (step === undefined) return true;
  if (step === eachItem) return isArray(value) && value.some((item) => hasValue(item, rest));
  if (!isObject(value)) return false;
  if (step === eachValue) return Object.values(value).some((each) => hasValue(each, rest));
  return hasValue(member(value, step), rest);
}

/**
 * What the laws did not try. E131, a warning: a rule that no valid object of either version reached. E133: a direction in
 * which so few objects hold anything that the laws show nothing.
 */
export function reachFaults(subject: Subject): readonly LensFault[] {
  const pairs = directionsOf(subject);
  return [...pairs.flatMap(shallowDirection), ...pairs.flatMap(unreachedRules)];
}

function shallowDirection(pair: Direction): readonly LensFault[] {
  const { from, to } = pair;
  const { drawn, substantial } = reachOf(pair);
  if (drawn < leastObjects || substantial >= drawn * leastShare) return [];
  const lack = hasSpec(from) ? "have a `spec`" : "reach a rule";
  const text = `only ${substantial} of ${drawn} valid objects of ${from.name} ${lack}, so the laws from ${from.name} to ${to.name} show nothing. Add an example or a sample of ${from.name}: objects grow from it`;
  return [faultOf({ code: "E133", path: "", text, rule: undefined })];
}

/** The rules of a lens that no valid object of either version reached, reported once for both directions. */
function unreachedRules(pair: Direction): readonly LensFault[] {
  const found = rulesOfPair(pair);
  if (found === undefined || found.side === "to") return [];
  const [there, back] = [reachOf(pair), reachOf(reversed(pair))];
  if (Math.min(there.drawn, back.drawn) < leastObjects) return [];
  const unreached = found.rules.filter(
    ({ rule, paths }) =>
      paths.from.length + paths.to.length > 0 && !there.rules.has(rule) && !back.rules.has(rule),
  );
  const outermost = unreached.filter(
    (each) => !unreached.some((other) => other !== each && isWithin(each, other)),
  );
  return outermost.map(({ rule, paths }) => {
    const [path = []] = [...paths.from, ...paths.to];
    const objects = there.drawn + back.drawn;
    const text = `no valid object of ${objects} reached ${quotedPath(path)}: only small-scope tried the rule. Add an example that has it`;
    return faultOf({ code: "E131", path, text, rule }, found.lens);
  });
}

/** True for a rule with a path below a path of another rule: reporting the other one suffices. */
function isWithin({ rule, paths }: PlacedRule, other: PlacedRule): boolean {
  if (rule === other.rule) return false;
  return (["from", "to"] as const).some((side) =>
    paths[side].some((path) =>
      other.paths[side].some((outer) => outer.length < path.length && startsWith(path, outer)),
    ),
  );
}
