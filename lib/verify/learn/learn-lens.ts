import { otherSide, type Side, sides } from "../../converter/side.ts";
import {
  eachItem,
  eachValue,
  type Path,
  parsePath,
  pathText,
  startsWith,
} from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import { pathTexts } from "../../lens/ops/rule-text.ts";
import { type FieldAssumption, pathsOverlap, rulesOfAssumptions } from "./assumptions.ts";
import { fieldFlows } from "./field-flows.ts";
import { type FieldFindings, findFields } from "./field-pairs.ts";
import type { FieldPlace } from "./field-places.ts";
import { jointPairs } from "./joint/joint-pairs.ts";
import { keptPlaces } from "./kept-places.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { movedMaps } from "./moved-maps.ts";
import { testAssumptions } from "./proof.ts";
import { type PlacedPair, pairPaths } from "./rules-of-fields.ts";
import {
  inexpressiblePlace,
  pathsOfOpenFields,
  refutedPlace,
  type UnresolvedPath,
  unexplainedPlace,
  unresolvedPaths,
} from "./unresolved-paths.ts";

/** The part of a lens that can be inferred from a webhook's behaviour. */
export interface LearnedLens {
  readonly rules: readonly LearnedRule[];
  /** Places about which the lens author has to decide. */
  readonly open: readonly UnresolvedPath[];
  /** The number of objects on which the rules were compared with the webhook. */
  readonly objects: number;
}

/** A rule of a lens that converted every compared object as the webhook did. */
export interface LearnedRule {
  readonly rule: RuleData;
  /** What the lens author should review in the rule, one line each; empty for most rules. */
  readonly reasons: readonly string[];
}

/** How many objects are compared, and the seed that they are drawn with. */
export interface LearnOptions {
  readonly seed: number;
  /** The number of objects to draw for each version, besides those for each rule. */
  readonly runs: number;
}

/**
 * Infers the rules between two versions from a webhook's conversions of objects with one field each, and checks them on other
 * objects.
 */
export function learnLens(versions: LearnedVersions, options: LearnOptions): LearnedLens {
  const flows = { from: fieldFlows(versions, "from"), to: fieldFlows(versions, "to") };
  const maps = movedMaps(versions);
  const alone = findFields(versions, flows);
  const joint = jointPairs(versions, flows, undecidedIn(versions, alone));
  const found = apartFrom(joint, alone);
  const assumptions: readonly FieldAssumption[] = [
    ...joint.map((pair) => ({ type: "pair" as const, ...pair })),
    ...found.pairs.map(({ from, to, rule }) => ({
      ...{ type: "pair" as const, from: from.path, to: to.path, rule },
    })),
    ...keptPlaces(versions, found.lone, flows).map((kept) => ({ type: "keep" as const, ...kept })),
  ];
  const { inexpressible } = rulesOfAssumptions(assumptions, maps);
  const expressible = assumptions.filter(
    (assumption) => assumption.type === "keep" || !inexpressible.includes(assumption),
  );
  const openPaths = {
    from: pathsOfOpenFields(found.open, "from"),
    to: pathsOfOpenFields(found.open, "to"),
  };
  for (const pair of inexpressible)
    for (const side of sides) openPaths[side].push(...pairPaths(pair, side));
  const proof = testAssumptions(versions, expressible, { ...options, open: openPaths, maps });
  const open: readonly UnresolvedPath[] = [
    ...unresolvedPaths(versions, found.open),
    ...inexpressible.map((pair) => inexpressiblePlace(versions, pair)),
    ...proof.refuted.map((refuted) => refutedPlace(versions, refuted)),
    ...proof.unexplained.map((example) => unexplainedPlace(versions, example)),
  ];
  const { rules } = rulesOfAssumptions(proof.assumptions, maps);
  return {
    rules: rules.map((rule) => ({
      rule,
      reasons: [
        ...lossReasons(versions, rule, proof.assumptions),
        ...carriedReasons(rule, open),
        ...itemReasons(rule, open, proof.assumptions),
      ],
    })),
    open,
    objects: proof.objects,
  };
}

/** The fields that are in no inferred pair. */
function undecidedIn(
  versions: LearnedVersions,
  { lone, open }: FieldFindings,
): Readonly<Record<Side, readonly FieldPlace[]>> {
  const placesOf = (side: Side): readonly FieldPlace[] =>
    [...lone.map(({ side: own, place: { text } }) => ({ side: own, text })), ...open].flatMap(
      (field) => (field.side === side ? (versions[side].places.get(field.text) ?? []) : []),
    );
  return { from: placesOf("from"), to: placesOf("to") };
}

/** The findings about fields that are not at, above or below a place of these pairs. */
function apartFrom(joint: readonly PlacedPair[], found: FieldFindings): FieldFindings {
  const isApart = (side: Side, path: Path): boolean =>
    !joint.some((pair) => pairPaths(pair, side).some((own) => pathsOverlap(own, path)));
  return {
    pairs: found.pairs.filter((pair) => sides.every((side) => isApart(side, pair[side].path))),
    lone: found.lone.filter(({ side, place }) => isApart(side, place.path)),
    open: found.open.filter(({ side, text }) => isApart(side, parsePath(text) ?? [])),
  };
}

/** A reason to review a `keep` rule, for each value that it preserves and the webhook loses. */
function lossReasons(
  versions: LearnedVersions,
  rule: RuleData,
  assumptions: readonly FieldAssumption[],
): readonly string[] {
  return assumptions.flatMap((assumption) => {
    if (assumption.type !== "keep" || assumption.comesBack) return [];
    const { side, path } = assumption;
    const isOwn = rulePaths(rule, side).some((start) => startsWith(path, start));
    const otherVersion = versions[otherSide(side)].name;
    return isOwn
      ? [
          `${pathText(path)}: the webhook loses it on the way to ${otherVersion} and back; keep brings it back`,
        ]
      : [];
  });
}

/**
 * A reason to review a `keep` rule for a field of list items or map values, if other fields of them are not decided and none has
 * a counterpart: the webhook may convert the items to something else.
 */
function itemReasons(
  rule: RuleData,
  open: readonly UnresolvedPath[],
  assumptions: readonly FieldAssumption[],
): readonly string[] {
  if (rule.op !== "keep") return [];
  return sides.flatMap((side) =>
    rulePaths(rule, side).flatMap((path) => {
      const item = path.slice(0, path.findLastIndex(isWildcard) + 1);
      if (
        item.length === 0 ||
        assumptions.some((assumption) => isPairWithin(assumption, side, item))
      )
        return [];
      const beside = open
        .flatMap(({ paths }) => paths[side])
        .find((each) => startsWith(each, item) && !pathsOverlap(each, path));
      return beside === undefined
        ? []
        : [`${pathText(path)}: ${pathText(beside)} beside it in the list is not decided`];
    }),
  );
}

/** True for a pair whose field is in these items: then they correspond to items of the other version. */
function isPairWithin(assumption: FieldAssumption, side: Side, item: Path): boolean {
  return assumption.type === "pair" && startsWith(assumption[side], item);
}

function isWildcard(step: Path[number]): boolean {
  return step === eachItem || step === eachValue;
}

/** A reason to review a rule, for each undecided field at, above or below its paths. */
function carriedReasons(rule: RuleData, open: readonly UnresolvedPath[]): readonly string[] {
  const carried = sides.flatMap((side) =>
    open
      .flatMap(({ paths }) => paths[side])
      .filter((path) => rulePaths(rule, side).some((start) => pathsOverlap(path, start)))
      .map(pathText),
  );
  return [...new Set(carried)].map((text) => `${text}: the rule affects this undecided field`);
}

function rulePaths(rule: RuleData, side: Side): readonly Path[] {
  return pathTexts(rule, side).flatMap((text) => {
    const path = parsePath(text);
    return path === undefined ? [] : [path];
  });
}
