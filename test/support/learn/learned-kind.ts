import { otherSide, sides } from "../../../lib/converter/side.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { type Path, pathText, startsWith } from "../../../lib/lens/language/path.ts";
import { pathTexts } from "../../../lib/lens/ops/rule-text.ts";
import { bodyDifferences } from "../../../lib/verify/learn/body-differences.ts";
import { draftConversion } from "../../../lib/verify/learn/draft-conversion.ts";
import { freshBodies, relatedBodies } from "../../../lib/verify/learn/fresh-bodies.ts";
import {
  type LearnedLens,
  type LearnOptions,
  learnLens,
} from "../../../lib/verify/learn/learn-lens.ts";
import type { LearnedVersions } from "../../../lib/verify/learn/learned-versions.ts";
import { observeBodies } from "../../../lib/verify/learn/observed-bodies.ts";
import { kindsPort } from "../../../lib/verify/webhook/kinds-port.ts";
import type { ReviewPort } from "../../../lib/verify/webhook/review-port.ts";
import { versionsOf } from "./kind-webhook.ts";

/** What was learned from a kind's conversion between two versions. */
export interface LearnedKind {
  readonly versions: LearnedVersions;
  readonly lens: LearnedLens;
  readonly fields: FieldCounts;
}

/** Fields that differ between two versions, by texts of their paths. */
export interface FieldCounts {
  /** Fields that only one version has at their path, and fields of both that a rule or a TODO is about. */
  readonly differing: readonly string[];
  /** The fields of `differing` that no TODO is about. */
  readonly recovered: readonly string[];
  /** The number of `recovered` fields divided by that of `differing`, from 0 to 1. */
  readonly share: number;
}

/** Learns the lens of a kind from the responses of its own lens. */
export function learnedFrom(kind: Kind, options: LearnOptions): LearnedKind {
  return learnedThrough(kindsPort([kind]), kind, options);
}

/** Learns the lens of a kind from the responses of a webhook. */
export function learnedThrough(
  webhook: ReviewPort,
  kind: Kind,
  options: LearnOptions,
): LearnedKind {
  const [names] = kind.lenses;
  if (names === undefined) throw new Error(`${kind.kind} has no lens`);
  const versions = versionsOf(kind.crd, names, webhook);
  const lens = learnLens(versions, options);
  return { versions, lens, fields: fieldCounts(versions, lens) };
}

function fieldCounts(versions: LearnedVersions, { rules, open }: LearnedLens): FieldCounts {
  const [differing, recovered]: [string[], string[]] = [[], []];
  for (const side of sides) {
    const others = versions[otherSide(side)].places;
    const unknown = open.flatMap(({ paths }) => paths[side]);
    const ruled = rules.flatMap(({ rule }) => pathTexts(rule, side));
    for (const { form, path, text } of versions[side].places.values()) {
      if (form !== "leaf") continue;
      const isOpen = unknown.some((start) => startsWith(path, start));
      if (others.has(text) && !isOpen && !ruled.includes(text)) continue;
      differing.push(text);
      if (!isOpen) recovered.push(text);
    }
  }
  return { differing, recovered, share: recovered.length / differing.length };
}

/**
 * The paths at which the learned rules and the webhook convert fresh objects differently. Without paths that were left open, and
 * without a path above an open one if no rule is about it or what is below it.
 */
export function wrongPlaces(
  { versions, lens: { rules, open } }: LearnedKind,
  { seed, runs }: LearnOptions,
): readonly string[] {
  const conversion = draftConversion(
    versions,
    rules.map(({ rule }) => rule),
  );
  const wrong = new Set<string>();
  for (const side of sides) {
    const target = otherSide(side);
    const openPaths = open.flatMap((place) => place.paths[target]);
    const ruled = rules.flatMap(({ rule }) => pathTexts(rule, target));
    const isKnown = (path: Path): boolean =>
      openPaths.some((start) => startsWith(path, start)) ||
      (openPaths.some((below) => startsWith(below, path)) &&
        !ruled.some((text) => text.startsWith(pathText(path))));
    const counts = { seed, count: runs, paths: [], countEach: 0 };
    const bodies = [
      ...freshBodies(versions, side, counts),
      ...relatedBodies(versions, side, counts),
    ];
    for (const [index, { converted }] of observeBodies(versions, side, bodies).entries()) {
      const [body] = bodies.slice(index);
      if (converted === undefined || body === undefined) continue;
      const own = conversion(side, body) ?? {};
      for (const { path } of bodyDifferences(versions, side, { one: own, other: converted })) {
        if (!isKnown(path)) wrong.add(pathText(path));
      }
    }
  }
  return [...wrong];
}
