import type { Side } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleScope } from "../place/scoped-lens.ts";

/** The paths that a scope claims, as a tree of keys. An empty map is the end of a claim. */
export interface ClaimedKeys extends ReadonlyMap<string, ClaimedKeys> {}

/** The paths that the rules of a scope claim on a side. */
export function claimedKeys({ rules }: RuleScope, side: Side): ClaimedKeys {
  return treeOf(rules.flatMap((rule) => rule[side]));
}

function treeOf(paths: readonly KeyPath[]): ClaimedKeys {
  const keys = new Set(paths.flatMap(([key]) => key ?? []));
  return new Map(
    [...keys].map((key) => {
      const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
      return [key, below.some(({ length }) => length === 0) ? new Map() : treeOf(below)];
    }),
  );
}
