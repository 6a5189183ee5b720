import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../../lens/language/path.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { bodyOf } from "../samples/object-body.ts";
import { claimPath, type FieldClaim, type MovedMaps, overlaps, rulesOfClaims } from "./claims.ts";
import type { ConvertedBody, Counterexample } from "./counterexample.ts";
import { type BodyConversion, draftConversion } from "./draft-conversion.ts";
import { freshBodies } from "./fresh-bodies.ts";
import { imageDifferences } from "./image-differences.ts";
import { keptInfluences } from "./kept-influence.ts";
import { leafValues, saysNothing } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";
import { sizeOfValue } from "./value-size.ts";

/**
 * Claims that do not hold: one object refuted them all, or too few objects had a claim's field (then without a
 * counterexample).
 */
export interface RefutedClaims {
  readonly claims: readonly [FieldClaim, ...FieldClaim[]];
  readonly counterexample: Counterexample | undefined;
}

/** The result of comparing rules with the webhook on fresh objects. */
export interface Proof {
  readonly claims: readonly FieldClaim[];
  readonly refuted: readonly RefutedClaims[];
  /** Differences at places that no claim is about. */
  readonly unexplained: readonly Counterexample[];
  /** Objects that were compared. */
  readonly objects: number;
}

/** How much is compared. */
export interface ProofOptions {
  readonly seed: number;
  /** Objects of each version. */
  readonly runs: number;
  /** Paths about which nothing is claimed; differences at them or below them are known. */
  readonly open: Readonly<Record<Side, readonly Path[]>>;
  readonly maps: MovedMaps;
}

/** Objects that must have a field for its claim to count as tried, in each version that has it. */
const leastTried = 3;
/** Objects that are drawn to have the field of a claim. */
const drawnEach = 6;
/** Counterexamples that are made small: each takes some reviews. */
const maxShown = 12;
/**
 * How often the rules are compared again without those that did not hold. Each round leaves out a place at least, so few
 * webhooks need more than three; what still differs after the last one refutes all rules that are left.
 */
const maxRounds = 50;

/** Compares what the claims make of fresh objects with what the webhook does, and leaves out those that do not hold. */
export function proveClaims(
  versions: LearnedVersions,
  claims: readonly FieldClaim[],
  options: ProofOptions,
): Proof {
  const fresh = sides.flatMap((side) => comparedObjects(versions, side, claims, options));
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
        const path = claimPath(claim, side);
        if (path !== undefined) open[side].push(path);
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

/** One difference of each place, in each direction. */
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

function comparedObjects(
  versions: LearnedVersions,
  side: Side,
  claims: readonly FieldClaim[],
  { seed, runs }: ProofOptions,
): readonly ConvertedBody[] {
  const paths = claims.filter(isRule).flatMap((claim) => {
    const path = claimPath(claim, side);
    return path === undefined ? [] : [path];
  });
  const bodies = freshBodies(versions, side, { seed, count: runs, paths, countEach: drawnEach });
  return observeBodies(versions, side, bodies).flatMap(({ converted }, index) => {
    const body = bodies[index];
    return converted === undefined || body === undefined
      ? []
      : [{ side, body, image: bodyOf(converted) }];
  });
}

/** True for a claim that needs a rule. A field that is the same in both versions needs none. */
export function isRule(claim: FieldClaim): boolean {
  if (claim.type === "keep") return true;
  return claim.rule !== undefined || pathText(claim.from) !== pathText(claim.to);
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
  const own = claimPath(claim, side);
  return own !== undefined && overlaps(own, path);
}

/** Rounds in which a counterexample is made smaller, each of them one review. */
const maxSmaller = 6;
/** Smaller objects that are tried in one round. */
const maxTriedSmaller = 40;

/** A smaller object at whose place the rules and the webhook still differ. */
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

/** An object, and the paths of its leaves that say something. */
interface FilledObject {
  readonly side: Side;
  readonly leaves: readonly string[];
}

/** True where enough objects of each version had the claim's field, and it said something. */
function isTried(claim: FieldClaim, objects: readonly FilledObject[]): boolean {
  if (!isRule(claim)) return true;
  return sides.every((side) => {
    const path = claimPath(claim, side);
    if (path === undefined) return true;
    const text = pathText(path);
    const holders = objects.filter(
      (object) => object.side === side && object.leaves.some((leaf) => isAtOrBelow(leaf, text)),
    );
    return holders.length >= leastTried;
  });
}

/** True for the text of a path, and of one below it. */
function isAtOrBelow(leaf: string, text: string): boolean {
  return leaf === text || leaf.startsWith(`${text}.`) || leaf.startsWith(`${text}[`);
}

/** The paths of an object's leaves that say something. */
function filledLeaves({ side, body }: ConvertedBody, versions: LearnedVersions): readonly string[] {
  const { values } = leafValues(bodyOf(body), versions[side].schema);
  return [...values].flatMap(([leaf, found]) => (found.every(saysNothing) ? [] : [leaf]));
}
