import type { MembersRead } from "../../converter/converter.ts";
import { joinedReads } from "../../converter/joined-reads.ts";
import { type Side, sides } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import { objectPathIn } from "../language/absence.ts";
import { parseKeyPath } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import { type ClaimNode, claimTree, endsClaim } from "../place/claim-tree.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import type { UnrepresentablePlace } from "../place/unrepresentable-tree.ts";
import type { LensEngine } from "../run/engine.ts";

/**
 * The paths of a body that a lens reads in one direction: those that rules claim on either side, those that rules and their fills
 * read in addition, and containers that a version can't represent if they are empty. Undefined if the lens may read the whole
 * body, or the object's metadata.
 */
export function membersReadByLens(
  { lens, sides: lensSides, usesMetadata, compiled }: LensEngine,
  source: Side,
): MembersRead | undefined {
  const schemas = { from: lensSides.from.schema, to: lensSides.to.schema };
  const root = claimTree(lens.root, source, schemas);
  if (endsClaim(root) || usesMetadata || namesObject(lens.data)) return undefined;
  const besides = lens.root.rules.flatMap((rule) => [...rule.reads[source], ...fillReads(rule)]);
  if (besides.some((path) => path.length === 0)) return undefined;
  const reads = readsBelow(root);
  for (const [key, ...rest] of besides) {
    addRead(reads, assertDefined(key, "a path below the root has a key"), rest);
  }
  const { from, to } = compiled.places;
  return [from(), to()].reduce<MembersRead>(
    (all, place) => (place === undefined ? all : joinedReads(all, memberReads(place))),
    reads,
  );
}

/** The paths that a rule's fills read and test in both versions: a target's unclaimed path is copied from the source. */
function fillReads({ data, fillReads: reads, ...rule }: ScopeRule): readonly KeyPath[] {
  const tested = sides.flatMap((side) => {
    const tests = Object.keys(data?.fill?.[side]?.where ?? {}).flatMap((text) => {
      const path = parseKeyPath(text);
      return path === undefined ? [] : [path];
    });
    return rule[side].flatMap((path) => tests.map((test) => [...path.slice(0, -1), ...test]));
  });
  return [...reads.from, ...reads.to, ...tested];
}

/** The paths at which the engine only tests whether a member exists or is empty, to omit empty or add required containers. */
function memberReads({ members, created }: UnrepresentablePlace): MembersRead {
  const reads = new Map<string, MembersRead | "whole">(created.map((key) => [key, new Map()]));
  for (const [key, place] of members) reads.set(key, placeReads(place));
  return reads;
}

function placeReads(place: UnrepresentablePlace): MembersRead | "whole" {
  const isWhole = [place.values, place.items, place.fits].some((part) => part !== undefined);
  return isWhole ? "whole" : memberReads(place);
}

/** True if a fill or reference of the lens reads the object's name or namespace. */
function namesObject(data: unknown): boolean {
  if (typeof data === "string") return objectPathIn(data) !== undefined;
  if (typeof data !== "object" || data === null) return false;
  const isOwn = "namespace" in data && data.namespace === "own";
  return isOwn || Object.values(data).some(namesObject);
}

type MutableReads = Map<string, MutableReads | "whole">;

function readsBelow({ list }: ClaimNode): MutableReads {
  return new Map(list.map((child) => [child.key, endsClaim(child) ? "whole" : readsBelow(child)]));
}

function addRead(reads: MutableReads, key: string, [next, ...rest]: KeyPath): void {
  const below = reads.get(key) ?? new Map();
  if (below === "whole") return;
  reads.set(key, next === undefined ? "whole" : below);
  if (next !== undefined) addRead(below, next, rest);
}
