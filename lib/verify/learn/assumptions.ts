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
export type FieldAssumption =
  | ({ readonly type: "pair" } & PlacedPair)
  | ({
      readonly type: "keep";
      /** True if the webhook brings the field's value back after a conversion to the other version and back. */
      readonly comesBack: boolean;
    } & PlacedKeep);

/** Pairs of maps, one of each version. The webhook converts each whole map of a pair to the other one. */
export type MovedMaps = PlacedFields["maps"];

/** The paths of an assumption in a version: none if the assumption is about a field that only the other version has. */
export function assumedPaths(assumption: FieldAssumption, side: Side): readonly Path[] {
  if (assumption.type === "pair") return pairPaths(assumption, side);
  return assumption.side === side ? [assumption.path] : [];
}

/** True for an assumption that needs a rule: not for a field with the same path and value in both versions. */
export function needsRule(assumption: FieldAssumption): boolean {
  if (assumption.type === "keep") return true;
  return assumption.rule !== undefined || pathText(assumption.from) !== pathText(assumption.to);
}

/** True if two paths are equal, or one is below the other. */
export function pathsOverlap(one: Path, other: Path): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

/** The rules of a lens for which these assumptions hold. `inexpressible`: the pairs that no rule can express. */
export function rulesOfAssumptions(
  assumptions: readonly FieldAssumption[],
  maps: MovedMaps,
): { readonly rules: readonly RuleData[]; readonly inexpressible: readonly PlacedPair[] } {
  return rulesOfFields({
    pairs: assumptions.filter((assumption) => assumption.type === "pair"),
    keeps: assumptions.filter((assumption) => assumption.type === "keep"),
    maps,
  });
}
