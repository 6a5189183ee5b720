import type { Authoring } from "../authoring.ts";
import { clampSchema, enumSchema, invertedSchema, twoSidedRuleSchema } from "../yaml-schema.ts";
import { walkDuration } from "./analysis.ts";

/** The schema, example and checks of the op `duration`. */
export const durationAuthoring: Authoring<"duration"> = {
  yaml: twoSidedRuleSchema(
    "duration",
    "A text such as 1h30m; in the other version, an integer.",
    {
      unit: enumSchema(["ns", "us", "ms", "s", "m", "h"], "The unit of the integer."),
      round: enumSchema(
        ["zero", "up", "nearest"],
        "How to round a duration that is not a whole number of units: zero (toward zero, the default), up (away from zero) or nearest.",
      ),
      clamp: clampSchema,
      inverted: invertedSchema,
    },
    ["unit"],
  ),
  example: "{ duration: spec.timeout, to: spec.timeoutSeconds, unit: s }",
  code: ["unit"],
  analyse: walkDuration,
  suppliedBy: "any",
  fillsFragments: false,
};
