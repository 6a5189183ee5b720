import type { Authoring } from "../authoring.ts";
import { rules, twoSided } from "../yaml-schema.ts";

/** Another path for the same value, as rules spell it. */
export const moveAuthoring: Authoring<"move"> = {
  yaml: twoSided("move", "A value at another path.", { rules }, []),
  example: "{ move: spec.cohort, to: spec.cohortName }",
  code: [],
  analyse: (walk, _, { pair }) => walk.scope(walk, [], pair),
  suppliedBy: "any",
  fillsFragments: false,
};
