import type { Authoring } from "../authoring.ts";
import { rules, twoSided } from "../yaml-schema.ts";

export const conditionsAuthoring: Authoring<"conditions"> = {
  yaml: twoSided("conditions", "A list of conditions, by their type.", { rules }, []),
  example: "{ conditions: status.conditions }",
  code: [],
  analyse: undefined,
  suppliedBy: "any",
  fillsFragments: false,
};
