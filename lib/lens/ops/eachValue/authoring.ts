import type { Authoring } from "../authoring.ts";
import { rules, twoSided } from "../yaml-schema.ts";

export const eachValueAuthoring: Authoring<"eachValue"> = {
  yaml: twoSided("eachValue", "A map with any keys whose values correspond.", { rules }, ["rules"]),
  example: "{ eachValue: spec.tasks, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: false,
};
