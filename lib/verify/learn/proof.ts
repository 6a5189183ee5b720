import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../../lens/language/path.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { bodyOf } from "../samples/object-body.ts";
import {
  assumedPaths,
  type FieldAssumption,
  type MovedMaps,
  needsRule,
  pathsOverlap,
  rulesOfAssumptions,
} from "./assumptions.ts";
import { bodyDifferences } from "./body-differences.ts";
import type { ConvertedBody, Counterexample } from "./counterexample.ts";
import { type BodyConversion, draftConversion } from "./draft-conversion.ts";
import { keptInfluences } from "./kept-influence.ts";
import { isZeroValue, leafValues } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";
import { proofObjects } from "./proof-objects.ts";
import { sizeOfValue } from "./value-size.ts";

/**
 * Why assumptions count as refuted without an object that refutes them: too few objects had the assumption's field, or the rules
 * still differed from the webhook after {@link maxRounds}.
 */
export type MissingCounterexample = "too-few-objects" | "still-different";

/** Assumptions that do not hold, and the object that refutes them or the reason why there is none. */
export interface RefutedAssumptions {
  readonly assumptions: readonly [FieldAssumption, ...FieldAssumption[]];
  readonly counterexample: Counterexample | MissingCounterexample;
}

/** The result of comparing rules with the webhook on fresh objects. */
export interface Proof {
  readonly assumptions: readonly FieldAssumption[];
  readonly refuted: readonly RefutedAssumptions[];
  /** Differences at places that no assumption covers. */
  readonly unexplained: readonly Counterexample[];
  /** The number of objects that were compared. */
  readonly objects: number;
}

/** What is compared, and on how many objects. */
export interface ProofOptions {
  readonly seed: number;
  /** The number of objects to draw for each version, besides those for each assumption. */
  readonly runs: number;
  /** Paths that no assumption covers; differences at or below them are not reported again. */
  readonly open: Readonly<Record<Side, readonly Path[]>>;
  readonly maps: MovedMaps;
}

/**
 * An assumption counts as tried if this many objects of each version that has the field have a value in the field. The number
 * is a choice: a wrong rule may fit one object by chance, and with a higher number, fields that are seldom drawn would stay
 * undecided.
 */
const leastTried = 3;
/**
 * The most refuted assumptions whose counterexample is made smaller: each takes some reviews. The number is a choice: nobody
 * reads more at once, and the others are reported as they are.
 */
const maxShown = 12;
/**
 * The most times that the rules are compared again without those of refuted assumptions. Few webhooks need more than three. If
 * a difference remains after the last time, all remaining assumptions count as refuted. The number is a choice: far more than
 * needed, because a round sends reviews only to make counterexamples smaller.
 */
const maxRounds = 50;

/** Compares the conversion by the assumptions' rules with the webhook's on drawn objects, and removes refuted assumptions. */
export function testAssumptions(
  versions: LearnedVersions,
  assumptions: readonly FieldAssumption[],
  options: ProofOptions,
): Proof {
  const fresh = proofObjects(versions, assumptions, options);
  let held = assumptions;
  const refuted: RefutedAssumptions[] = [];
  const unexplained: Counterexample[] = [];
  const open = { from: [...options.open.from], to: [...options.open.to] };
  for (let round = 0; ; round++) {
    const conversion = conversionByAssumptions(versions, held, options.maps);
    const found = firstOfEachPlace(
      fresh.flatMap((object) => differencesOf(versions, conversion, object, open)),
    );
    if (found.length === 0) break;
    if (round === maxRounds) {
      for (const assumption of held)
        refuted.push({ assumptions: [assumption], counterexample: "still-different" });
      held = [];
      break;
    }
    const blamed = new Set<FieldAssumption>();
    for (const each of found) {
      const { path } = each.difference;
      const target = otherSide(each.side);
      const about = held.filter((assumption) => isAbout(assumption, target, path));
      const [first, ...others] = about.filter((assumption) => !blamed.has(assumption));
      if (about.length === 0) unexplained.push(each);
      if (first !== undefined) {
        const isShown = refuted.length < maxShown;
        const counterexample = isShown ? shrunkExample(versions, conversion, each) : each;
        refuted.push({ assumptions: [first, ...others], counterexample });
      }
      for (const assumption of about) blamed.add(assumption);
      open[target].push(path);
    }
    for (const assumption of blamed) {
      for (const side of sides) {
        open[side].push(...assumedPaths(assumption, side));
      }
    }
    held = held.filter((assumption) => !blamed.has(assumption));
  }
  for (const [assumption, counterexample] of keptInfluences(versions, held, fresh)) {
    refuted.push({ assumptions: [assumption], counterexample });
    held = held.filter((each) => each !== assumption);
  }
  const filled = fresh.map((object) => ({
    side: object.side,
    leaves: filledLeaves(object, versions),
  }));
  const tried = new Set(held.filter((assumption) => isTried(assumption, filled)));
  for (const assumption of held) {
    if (!tried.has(assumption))
      refuted.push({ assumptions: [assumption], counterexample: "too-few-objects" });
  }
  return { assumptions: [...tried], refuted, unexplained, objects: fresh.length };
}

/** For each path and direction, the difference with the smallest object. */
function firstOfEachPlace(all: readonly Counterexample[]): readonly Counterexample[] {
  const found = new Map<string, Counterexample>();
  for (const each of all) {
    const name = `${each.side} ${pathText(each.difference.path)}`;
    const before = found.get(name);
    if (before === undefined || sizeOfValue(each.body) < sizeOfValue(before.body))
      found.set(name, each);
  }
  return [...found.values()];
}

function conversionByAssumptions(
  versions: LearnedVersions,
  assumptions: readonly FieldAssumption[],
  maps: MovedMaps,
): BodyConversion {
  return draftConversion(versions, rulesOfAssumptions(assumptions, maps).rules);
}

function differencesOf(
  versions: LearnedVersions,
  conversion: BodyConversion,
  { side, body, converted }: ConvertedBody,
  open: Readonly<Record<Side, readonly Path[]>>,
): readonly Counterexample[] {
  const target = otherSide(side);
  return bodyDifferences(versions, side, { one: conversion(side, body) ?? {}, other: converted })
    .filter(({ path }) => !open[target].some((known) => startsWith(path, known)))
    .map((difference) => ({ side, body, converted, difference }));
}

function isAbout(assumption: FieldAssumption, side: Side, path: Path): boolean {
  return assumedPaths(assumption, side).some((own) => pathsOverlap(own, path));
}

/**
 * The most rounds in which a counterexample is made smaller. The number is a choice: each round takes a review or more and
 * usually removes the largest part that has no effect.
 */
const maxSmaller = 6;
/** The most smaller objects to try in one round. The number is a choice: that many fit into one review. */
const maxTriedSmaller = 40;

/** A smaller object for which the rules and the webhook still differ at the same path; the given one if none is found. */
function shrunkExample(
  versions: LearnedVersions,
  conversion: BodyConversion,
  example: Counterexample,
): Counterexample {
  let found = example;
  for (let round = 0; round < maxSmaller; round++) {
    const bodies = [...firstOf(smallerMaps(found.body), maxTriedSmaller)];
    const { side } = found;
    const observed = observeBodies(versions, side, bodies);
    const less = bodies.flatMap((body, index) => {
      const converted = observed[index]?.converted;
      if (converted === undefined) return [];
      const object = { side, body, converted: bodyOf(converted) };
      const same = differencesOf(versions, conversion, object, { from: [], to: [] });
      const still = same.find(
        ({ difference }) => pathText(difference.path) === pathText(found.difference.path),
      );
      return still === undefined ? [] : [still];
    });
    const [next] = less;
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

function* firstOf<T>(all: Iterable<T>, count: number): Iterable<T> {
  let left = count;
  for (const each of all) {
    if (left === 0) return;
    left -= 1;
    yield each;
  }
}

/** The version of an object, and the paths of its leaves with a value that is not null or zero. */
interface FilledObject {
  readonly side: Side;
  readonly leaves: readonly string[];
}

/**
 * True if at least {@link leastTried} objects of each version that has the assumption's field have a value in it that is not null
 * or zero; for an assumption about several fields, in each of them. Always true for an assumption that needs no rule.
 */
function isTried(assumption: FieldAssumption, objects: readonly FilledObject[]): boolean {
  if (!needsRule(assumption)) return true;
  return sides.every((side) => {
    const own = objects.filter((object) => object.side === side);
    return assumedPaths(assumption, side).every((path) => {
      const text = pathText(path);
      const holders = own.filter(({ leaves }) => leaves.some((leaf) => isAtOrBelow(leaf, text)));
      return holders.length >= leastTried;
    });
  });
}

/** True if `leaf` is the path `text` or below it. */
function isAtOrBelow(leaf: string, text: string): boolean {
  return leaf === text || leaf.startsWith(`${text}.`) || leaf.startsWith(`${text}[`);
}

/** The paths of an object's leaves with a value that is not null or zero. */
function filledLeaves({ side, body }: ConvertedBody, versions: LearnedVersions): readonly string[] {
  const { values } = leafValues(bodyOf(body), versions[side].schema);
  return [...values].flatMap(([leaf, found]) => (found.every(isZeroValue) ? [] : [leaf]));
}
