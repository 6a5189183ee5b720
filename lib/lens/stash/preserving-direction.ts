import { otherSide, type Side } from "../../converter/side.ts";
import { type Stash, stashFor } from "../../converter/stash/stash.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData } from "../language/rule.ts";
import { isWellBehaved } from "../ops/well-behaved.ts";
import { usesCompanions } from "../place/companion-rules.ts";
import { type KeySchema, keySchemaOf } from "../place/key-schema.ts";
import { claimedMetadata } from "../place/metadata-paths.ts";
import { dropPass, type RemovalPass } from "../run/drops.ts";
import type { LensDirection, LensEngine, LensSide } from "../run/engine.ts";

/** One direction of a lens, with what is needed only to preserve and restore values. */
export interface PreservingDirection extends LensDirection {
  readonly source: PreservingSide;
  readonly target: PreservingSide;
  /** The labels and annotations that rules claim in either version. */
  readonly claimedMetadata: readonly KeyPath[];
  /**
   * True if all rules are well-behaved ({@link isWellBehaved}). Preserved values that don't change what the image converts back to can then
   * be applied without a further check.
   */
  readonly isWellBehaved: boolean;
  /** True if some preserved values apply only while another value stays the same. */
  readonly hasCompanions: boolean;
}

/** One version of a lens: its preserved values, the keys of its lists, and the values that rules drop. */
export interface PreservingSide extends LensSide {
  readonly keySchema: KeySchema;
  readonly stash: Stash;
  readonly withoutDrops: RemovalPass | undefined;
}

/** Adds to a direction of a lens what is needed to preserve and restore values. */
export function preservingDirection(direction: LensDirection): PreservingDirection {
  const { engine, source, target, targetName } = direction;
  const { lens } = engine;
  return {
    ...direction,
    source: preservingSide(source, otherSide(targetName), engine),
    target: preservingSide(target, targetName, engine),
    claimedMetadata: claimedMetadata(lens.root),
    hasCompanions: usesCompanions(lens),
    isWellBehaved: areRulesWellBehaved(lens.data),
  };
}

function preservingSide(
  side: LensSide,
  name: Side,
  { group, lens, tools }: LensEngine,
): PreservingSide {
  return {
    ...side,
    keySchema: keySchemaOf(lens, name, side.schema),
    stash: stashFor(group, side.version, {
      packed: lens.data.stash === "packed",
      codec: tools.codec,
    }),
    withoutDrops: dropPass(lens, name),
  };
}

function areRulesWellBehaved({ rules, lenses = {} }: LensData): boolean {
  return [rules, ...Object.values(lenses)].every((each) =>
    each.every((rule) => isWellBehaved(rule, lenses)),
  );
}
