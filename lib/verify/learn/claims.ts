import type { Side } from "../../converter/side.ts";
import { type Path, startsWith } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import {
  type PlacedFields,
  type PlacedKeep,
  type PlacedPair,
  rulesOfFields,
} from "./rules-of-fields.ts";

/** What is taken to be so until an object shows otherwise: two fields are one, or a field is of one version alone. */
export type FieldClaim =
  | ({ readonly type: "pair" } & PlacedPair)
  | ({
      readonly type: "keep";
      /** As of a field that the webhook brings back. */
      readonly comesBack: boolean;
    } & PlacedKeep);

/** Maps that become each other as a whole. */
export type MovedMaps = PlacedFields["maps"];

/** The path of a claim in a version; undefined where it has none there. */
export function claimPath(claim: FieldClaim, side: Side): Path | undefined {
  if (claim.type === "pair") return claim[side];
  return claim.side === side ? claim.path : undefined;
}

/** True for two paths of which one is, or is below, the other. */
export function overlaps(one: Path, other: Path): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

/** The rules that say what is claimed. */
export function rulesOfClaims(
  claims: readonly FieldClaim[],
  maps: MovedMaps,
): { readonly rules: readonly RuleData[]; readonly unsaid: readonly PlacedPair[] } {
  return rulesOfFields({
    pairs: claims.filter((claim) => claim.type === "pair"),
    keeps: claims.filter((claim) => claim.type === "keep"),
    maps,
  });
}
