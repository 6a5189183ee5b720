import type { Authoring } from "../authoring.ts";
import { clamp, inverted, twoSided, words } from "../yaml-schema.ts";
import { walkDuration } from "./analysis.ts";

/** The schema, example and checks of the op `duration`. */
export const durationAuthoring: Authoring<"duration"> = {
  yaml: twoSided(
    "duration",
    "A text such as 1h30m; in the other version, an integer.",
    {
      unit: words(["ns", "us", "ms", "s", "m", "h"], "The unit of the integer."),
      round: words(
        ["zero", "up", "nearest"],
        "How to round a duration that is not a whole number of units: zero (toward zero, the default), up (away from zero) or nearest.",
      ),
      clamp,
      inverted,
    },
    ["unit"],
  ),
  example: "{ duration: spec.timeout, to: spec.timeoutSeconds, unit: s }",
  code: ["unit"],
  analyse: walkDuration,
  suppliedBy: "any",
  fillsFragments: false,
};
