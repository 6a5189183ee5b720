import type { Side } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import {
  type PlacedFields,
  type PlacedKeep,
  type PlacedPair,
  pairPaths,
  rulesOfFields,
} from "./rules-of-fields.ts";

/** An assumption that holds until an object refutes it: two fields correspond, or a field exists in one version only. */
export type FieldClaim =
  | ({ readonly type: "pair" } & PlacedPair)
  | ({
      readonly type: "keep";
      /** True if the webhook brings the field's value back after a conversion to the other version and back. */
      readonly comesBack: boolean;
    } & PlacedKeep);

/** Pairs of maps of the two versions that become each other as a whole. */
export type MovedMaps = PlacedFields["maps"];

/** The paths of a claim in a version: none if the claim is about a field that only the other version has. */
export function claimPaths(claim: FieldClaim, side: Side): readonly Path[] {
  if (claim.type === "pair") return pairPaths(claim, side);
  return claim.side === side ? [claim.path] : [];
}

/** True for a claim that needs a rule: not for a field with the same path and value in both versions. */
export function isRule(claim: FieldClaim): boolean {
  if (claim.type === "keep") return true;
  return claim.rule !== undefined || pathText(claim.from) !== pathText(claim.to);
}

/** True if two paths are equal, or one is below the other. */
export function overlaps(one: Path, other: Path): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

/** The rules of a lens for which these claims hold. `unsaid`: the pairs that no rule can express. */
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
