import type { Authoring } from "../authoring.ts";
import { rulesSchema, twoSidedRuleSchema } from "../yaml-schema.ts";

/** The schema, example and checks of the op `move`. */
export const moveAuthoring: Authoring<"move"> = {
  yaml: twoSidedRuleSchema("move", "A value at another path.", { rules: rulesSchema }, []),
  example: "{ move: spec.cohort, to: spec.cohortName }",
  code: [],
  analyse: (walk, _, { pair }) => walk.scope(walk, [], pair),
  suppliedBy: "any",
  fillsFragments: false,
};
