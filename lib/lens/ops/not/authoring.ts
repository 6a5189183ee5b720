import type { Authoring } from "../authoring.ts";
import { twoSided } from "../yaml-schema.ts";
import { walkNot } from "./analysis.ts";

export const notAuthoring: Authoring<"not"> = {
  yaml: twoSided("not", "A boolean that means the opposite in the other version.", {}, []),
  example: "{ not: spec.paused, to: spec.active }",
  code: [],
  analyse: walkNot,
  suppliedBy: "any",
  fillsFragments: false,
};
