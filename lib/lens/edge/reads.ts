import type { Reads } from "../../converter/converter.ts";
import { known } from "../../json/invariant.ts";
import { opsIn } from "../language/ops-in.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import { readsObject } from "../ops/registry.ts";
import { type ClaimNode, claimTree, isClaimed } from "../place/claim-tree.ts";
import type { LensEngine } from "../run/engine.ts";

/**
 * The paths of a body that a lens reads in the direction from a side: those that rules claim on either side, and those that
 * they read besides. Undefined where it may read everything, or the object's metadata.
 */
export function readsOf(
  { lens, sides, usesMetadata }: LensEngine,
  source: Side,
): Reads | undefined {
  const schemas = { from: sides.from.schema, to: sides.to.schema };
  const root = claimTree(lens.root, source, schemas);
  if (isClaimed(root) || usesMetadata || namesObject(lens.data)) return undefined;
  const besides = lens.root.rules.flatMap((rule) => rule.reads[source]);
  if (besides.some((path) => path.length === 0)) return undefined;
  const reads = readsBelow(root);
  for (const [key, ...rest] of besides) {
    add(reads, known(key, "a path below the root has a key"), rest);
  }
  return reads;
}

/** A reference may read the object's namespace, also within a named lens. */
function namesObject({ rules, lenses }: LensData): boolean {
  return opsIn([rules, lenses]).some(readsObject);
}

type MutableReads = Map<string, MutableReads | "whole">;

function readsBelow({ list }: ClaimNode): MutableReads {
  return new Map(list.map((child) => [child.key, isClaimed(child) ? "whole" : readsBelow(child)]));
}

function add(reads: MutableReads, key: string, [next, ...rest]: KeyPath): void {
  const below = reads.get(key) ?? new Map();
  if (below === "whole") return;
  reads.set(key, next === undefined ? "whole" : below);
  if (next !== undefined) add(below, next, rest);
}

/** The union of both. */
export function joinedReads(one: Reads, other: Reads): Reads {
  const joined = new Map(one);
  for (const [key, reads] of other) {
    const known = joined.get(key);
    const isWhole = known === "whole" || reads === "whole";
    joined.set(key, known === undefined ? reads : isWhole ? "whole" : joinedReads(known, reads));
  }
  return joined;
}
