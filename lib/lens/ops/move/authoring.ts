import type { Authoring } from "../authoring.ts";
import { rules, twoSided } from "../yaml-schema.ts";

export const moveAuthoring: Authoring<"move"> = {
  yaml: twoSided("move", "A value at another path.", { rules }, []),
  example: "{ move: spec.cohort, to: spec.cohortName }",
  code: [],
  suppliedBy: "any",
  fillsFragments: false,
};
