import type { Authoring } from "../authoring.ts";
import { twoSided } from "../yaml-schema.ts";

export const notAuthoring: Authoring<"not"> = {
  yaml: twoSided("not", "A boolean that means the opposite in the other version.", {}, []),
  example: "{ not: spec.paused, to: spec.active }",
  code: [],
  suppliedBy: "any",
  fillsFragments: false,
};
