import { otherSide, sides } from "../../../lib/converter/side.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import { pathText, startsWith } from "../../../lib/lens/language/path.ts";
import { draftConversion, heldBody } from "../../../lib/verify/learn/draft-conversion.ts";
import { freshBodies } from "../../../lib/verify/learn/fresh-bodies.ts";
import { leafDifferences } from "../../../lib/verify/learn/leaf-values.ts";
import {
  type LearnedLens,
  type LearnOptions,
  learnLens,
} from "../../../lib/verify/learn/learn-lens.ts";
import type { LearnedVersions } from "../../../lib/verify/learn/learned-versions.ts";
import { observeBodies } from "../../../lib/verify/learn/observed-bodies.ts";
import { versionsOfKind } from "./kind-webhook.ts";

/** What was learned of a kind from its conversion between its first two versions. */
export interface LearnedKind {
  readonly versions: LearnedVersions;
  readonly lens: LearnedLens;
  /** Of the fields that one version alone has at their path, those that a rule is found for. */
  readonly share: number;
}

/** Learns the lens of a kind from the responses of its webhook. */
export function learnedFrom(kind: Kind, options: LearnOptions): LearnedKind {
  const [lens] = kind.lenses;
  if (lens === undefined) throw new Error(`${kind.kind} has no lens`);
  const versions = versionsOfKind(kind, lens);
  const learned = learnLens(versions, options);
  return { versions, lens: learned, share: recoveredShare(versions, learned) };
}

function recoveredShare(versions: LearnedVersions, { open }: LearnedLens): number {
  let [all, found] = [0, 0];
  for (const side of sides) {
    const others = versions[otherSide(side)].places;
    const unknown = open.flatMap(({ paths }) => paths[side]);
    for (const { form, path, text } of versions[side].places.values()) {
      if (form !== "leaf" || others.has(text)) continue;
      all += 1;
      if (!unknown.some((start) => startsWith(path, start))) found += 1;
    }
  }
  return found / all;
}

/** The places at which the learned rules and the webhook differ on other fresh objects, but for those that are left open. */
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
    const known = open.flatMap((place) => place.paths[target]);
    const bodies = freshBodies(versions, side, { seed, count: runs, paths: [], countEach: 0 });
    for (const [index, { converted }] of observeBodies(versions, side, bodies).entries()) {
      const [body] = bodies.slice(index);
      if (converted === undefined || body === undefined) continue;
      const image = heldBody(versions, side, converted);
      const own = heldBody(versions, side, conversion(side, body) ?? {});
      for (const { path } of leafDifferences(own, image, versions[target].schema)) {
        if (!known.some((start) => startsWith(path, start))) wrong.add(pathText(path));
      }
    }
  }
  return [...wrong];
}
