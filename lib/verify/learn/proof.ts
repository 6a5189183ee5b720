import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../../lens/language/path.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { bodyOf } from "../samples/object-body.ts";
import {
  claimPaths,
  type FieldClaim,
  isRule,
  type MovedMaps,
  overlaps,
  rulesOfClaims,
} from "./claims.ts";
import type { ConvertedBody, Counterexample } from "./counterexample.ts";
import { type BodyConversion, draftConversion } from "./draft-conversion.ts";
import { imageDifferences } from "./image-differences.ts";
import { keptInfluences } from "./kept-influence.ts";
import { isZeroValue, leafValues } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";
import { proofObjects } from "./proof-objects.ts";
import { sizeOfValue } from "./value-size.ts";

/**
 * Claims that do not hold. `counterexample`: the object that refuted them. Undefined if too few objects had the claim's field, or
 * if the rules still differed from the webhook after {@link maxRounds}.
 */
export interface RefutedClaims {
  readonly claims: readonly [FieldClaim, ...FieldClaim[]];
  readonly counterexample: Counterexample | undefined;
}

/** The result of comparing rules with the webhook on fresh objects. */
export interface Proof {
  readonly claims: readonly FieldClaim[];
  readonly refuted: readonly RefutedClaims[];
  /** Differences at places that no claim covers. */
  readonly unexplained: readonly Counterexample[];
  /** The number of objects that were compared. */
  readonly objects: number;
}

/** What is compared, and on how many objects. */
export interface ProofOptions {
  readonly seed: number;
  /** The number of objects to draw for each version, besides those for each claim. */
  readonly runs: number;
  /** Paths that no claim covers; differences at or below them are not reported again. */
  readonly open: Readonly<Record<Side, readonly Path[]>>;
  readonly maps: MovedMaps;
}

/** A claim counts as tried if this many objects of each version that has the field have a value there. */
const leastTried = 3;
/** The most refuted claims whose counterexample is made smaller: each takes some reviews. */
const maxShown = 12;
/**
 * The most times that the rules are compared again without those that did not hold. Few webhooks need more than three. If a
 * difference remains after the last time, all remaining claims count as refuted.
 */
const maxRounds = 50;

/** Compares the conversion by the claims' rules with the webhook's on drawn objects, and removes the claims that do not hold. */
export function proveClaims(
  versions: LearnedVersions,
  claims: readonly FieldClaim[],
  options: ProofOptions,
): Proof {
  const fresh = proofObjects(versions, claims, options);
  let held = claims;
  const refuted: RefutedClaims[] = [];
  const unexplained: Counterexample[] = [];
  const open = { from: [...options.open.from], to: [...options.open.to] };
  for (let round = 0; ; round++) {
    const conversion = conversionOf(versions, held, options.maps);
    const found = firstOfEachPlace(
      fresh.flatMap((object) => differencesOf(versions, conversion, object, open)),
    );
    if (found.length === 0) break;
    if (round === maxRounds) {
      for (const claim of held) refuted.push({ claims: [claim], counterexample: undefined });
      held = [];
      break;
    }
    const blamed = new Set<FieldClaim>();
    for (const each of found) {
      const { path } = each.difference;
      const target = otherSide(each.side);
      const about = held.filter((claim) => isAbout(claim, target, path));
      const [first, ...others] = about.filter((claim) => !blamed.has(claim));
      if (about.length === 0) unexplained.push(each);
      if (first !== undefined) {
        const isShown = refuted.length < maxShown;
        const counterexample = isShown ? smallest(versions, conversion, each) : each;
        refuted.push({ claims: [first, ...others], counterexample });
      }
      for (const claim of about) blamed.add(claim);
      open[target].push(path);
    }
    for (const claim of blamed) {
      for (const side of sides) {
        open[side].push(...claimPaths(claim, side));
      }
    }
    held = held.filter((claim) => !blamed.has(claim));
  }
  for (const [claim, counterexample] of keptInfluences(versions, held, fresh)) {
    refuted.push({ claims: [claim], counterexample });
    held = held.filter((each) => each !== claim);
  }
  const filled = fresh.map((object) => ({
    side: object.side,
    leaves: filledLeaves(object, versions),
  }));
  const tried = new Set(held.filter((claim) => isTried(claim, filled)));
  for (const claim of held) {
    if (!tried.has(claim)) refuted.push({ claims: [claim], counterexample: undefined });
  }
  return { claims: [...tried], refuted, unexplained, objects: fresh.length };
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

function conversionOf(
  versions: LearnedVersions,
  claims: readonly FieldClaim[],
  maps: MovedMaps,
): BodyConversion {
  return draftConversion(versions, rulesOfClaims(claims, maps).rules);
}

function differencesOf(
  versions: LearnedVersions,
  conversion: BodyConversion,
  { side, body, image }: ConvertedBody,
  open: Readonly<Record<Side, readonly Path[]>>,
): readonly Counterexample[] {
  const target = otherSide(side);
  return imageDifferences(versions, side, { one: conversion(side, body) ?? {}, other: image })
    .filter(({ path }) => !open[target].some((known) => startsWith(path, known)))
    .map((difference) => ({ side, body, image, difference }));
}

function isAbout(claim: FieldClaim, side: Side, path: Path): boolean {
  return claimPaths(claim, side).some((own) => overlaps(own, path));
}

/** The most rounds in which a counterexample is made smaller. */
const maxSmaller = 6;
/** The most smaller objects to try in one round. */
const maxTriedSmaller = 40;

/** A smaller object for which the rules and the webhook still differ at the same path; the given one if none is found. */
function smallest(
  versions: LearnedVersions,
  conversion: BodyConversion,
  example: Counterexample,
): Counterexample {
  let found = example;
  for (let round = 0; round < maxSmaller; round++) {
    const bodies = [...firstOf(smallerMaps(found.body), maxTriedSmaller)];
    const { side } = found;
    const images = observeBodies(versions, side, bodies);
    const less = bodies.flatMap((body, index) => {
      const converted = images[index]?.converted;
      if (converted === undefined) return [];
      const object = { side, body, image: bodyOf(converted) };
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
 * True if at least {@link leastTried} objects of each version that has the claim's field have a value there that is not null or
 * zero; for a claim about several fields, at each of them. Always true for a claim that needs no rule.
 */
function isTried(claim: FieldClaim, objects: readonly FilledObject[]): boolean {
  if (!isRule(claim)) return true;
  return sides.every((side) => {
    const own = objects.filter((object) => object.side === side);
    return claimPaths(claim, side).every((path) => {
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
